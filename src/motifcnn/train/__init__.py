"""Training: fit, runs, splits, checkpoints."""

import motifcnn.nn  # noqa: F401  before torch: it says how threads wait
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.motif_rules import choose_motifs
from motifcnn.methods.scores import Scores
from motifcnn.train.callbacks import ProgressBar, TensorBoard
from motifcnn.train.fit import fit
from motifcnn.train.motifs import MotifChoice, choose_motifs_auto
from motifcnn.train.run.run import Run
from motifcnn.train.run.store import load_run
from motifcnn.train.split import random_split
from motifcnn.train.tune import Tuned, tune

__all__ = [
    "Callback",
    "Epoch",
    "MotifChoice",
    "ProgressBar",
    "Run",
    "Scores",
    "TensorBoard",
    "Tuned",
    "choose_motifs",
    "choose_motifs_auto",
    "fit",
    "load_run",
    "random_split",
    "tune",
]
