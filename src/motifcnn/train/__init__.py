"""Training: fit, runs, splits, checkpoints."""

from motifcnn.train.fit import fit
from motifcnn.train.loop import Callback
from motifcnn.train.models import MODELS
from motifcnn.train.motif_choice import choose_motifs
from motifcnn.train.run import Run
from motifcnn.train.run_store import load_run
from motifcnn.train.scores import Scores
from motifcnn.train.split import random_split
from motifcnn.train.stopping import Epoch

__all__ = ["MODELS", "Callback", "Epoch", "Run", "Scores", "choose_motifs", "fit", "load_run", "random_split"]
