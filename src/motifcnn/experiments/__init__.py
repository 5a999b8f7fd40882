"""The paper's tables and figures as runnable definitions."""

from motifcnn.experiments.definitions import GROUPS, NAMES, experiment, experiments
from motifcnn.experiments.experiment import TUNING_SEED, Column, Experiment, ExperimentError, Row
from motifcnn.experiments.inputs import INPUT_CHOICES, OUR_INPUTS, PAPER_INPUTS
from motifcnn.experiments.reproduce import Reproduced, reproduce
from motifcnn.experiments.table import Entry, Table, tabulate

__all__ = [
    "GROUPS",
    "INPUT_CHOICES",
    "NAMES",
    "OUR_INPUTS",
    "PAPER_INPUTS",
    "TUNING_SEED",
    "Column",
    "Entry",
    "Experiment",
    "ExperimentError",
    "Reproduced",
    "Row",
    "Table",
    "experiment",
    "experiments",
    "reproduce",
    "tabulate",
]
