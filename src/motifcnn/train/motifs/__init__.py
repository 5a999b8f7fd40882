"""Motif selection for people who have no expert: from all that the schema allows, a small set that validation prefers."""

from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.motifs.select import choose_motifs_auto

__all__ = ["MotifChoice", "choose_motifs_auto"]
