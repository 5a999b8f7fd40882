"""Ways to classify nodes: Motif-CNN, its wide relative, and the methods they are compared with."""

from motifcnn.methods import motif_cnn, wide_motif  # noqa: F401  importing registers them
from motifcnn.methods.method import (
    Classifier,
    Method,
    MethodError,
    NotApplicable,
    Problem,
)
from motifcnn.methods.registry import get_method, methods, register_method

__all__ = [
    "Classifier",
    "Method",
    "MethodError",
    "NotApplicable",
    "Problem",
    "get_method",
    "methods",
    "register_method",
]
