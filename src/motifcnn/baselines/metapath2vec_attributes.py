"""metapath2vec + attributes: the logistic regression also sees the target's own features, next to the vectors of the walks."""

from __future__ import annotations

from functools import partial

from motifcnn.baselines.known_nodes import KnownNodesClassifier
from motifcnn.baselines.metapath2vec import CONFIG, SPACE, default_metapaths, learn_vectors
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem


def build(problem: Problem) -> KnownNodesClassifier:
    """The classifier of a problem; where the target type has no features it is metapath2vec."""
    return KnownNodesClassifier(problem, partial(learn_vectors, attributes=True))


METHOD = Method(build, CONFIG, SPACE, motifs=default_metapaths, transductive=True)
