"""Ways to classify nodes: Motif-CNN, its wide relative, and the methods they are compared with."""

from motifcnn.methods import (  # noqa: F401  importing registers them
    boosting,
    cln,
    collective,
    dcnn,
    gat,
    gcn,
    graph_cnn,
    logistic,
    lp_metagraph,
    lp_metapath,
    majority,
    metapath2vec,
    mlp,
    motif_boosting,
    motif_cnn,
    planetoid,
    wide_motif,
)
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
