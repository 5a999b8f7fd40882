"""Motifs: small typed patterns with a target, a context and roles."""

from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif, MotifEdge, MotifNode
from motifcnn.motif.roles import Role

__all__ = ["Motif", "MotifEdge", "MotifNode", "Role", "catalogue", "check"]
