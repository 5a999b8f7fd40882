"""The paper's tables and figures as runnable definitions."""

from motifcnn.experiments.definitions import NAMES, experiment
from motifcnn.experiments.experiment import Column, Experiment, ExperimentError, Row
from motifcnn.experiments.reproduce import Reproduced, reproduce
from motifcnn.experiments.table import Entry, Table, tabulate

__all__ = [
    "NAMES",
    "Column",
    "Entry",
    "Experiment",
    "ExperimentError",
    "Reproduced",
    "Row",
    "Table",
    "experiment",
    "reproduce",
    "tabulate",
]
