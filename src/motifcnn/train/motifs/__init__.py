"""Automatic motifs: of all that a schema allows, a small set that validation prefers."""

from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.motifs.choose import choose_motifs_auto

__all__ = ["MotifChoice", "choose_motifs_auto"]
