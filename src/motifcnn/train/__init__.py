"""Training: fit, runs, splits, checkpoints."""

import motifcnn.nn  # noqa: F401  before torch: it says how threads wait
from motifcnn.train.auto import MotifChoice, choose_motifs_auto
from motifcnn.train.callback import Callback
from motifcnn.train.fit import fit
from motifcnn.train.models import MODELS
from motifcnn.train.motif_choice import choose_motifs
from motifcnn.train.progress import ProgressBar
from motifcnn.train.run import Run
from motifcnn.train.run_store import load_run
from motifcnn.train.scores import Scores
from motifcnn.train.split import random_split
from motifcnn.train.stopping import Epoch
from motifcnn.train.tensorboard import TensorBoard
from motifcnn.train.tuning import Tuned, tune

__all__ = [
    "MODELS",
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
