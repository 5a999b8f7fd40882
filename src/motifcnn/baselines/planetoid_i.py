"""Planetoid-I: a node's vector comes from its features, so nodes of other graphs have one; see `motifcnn.baselines.planetoid`."""

from __future__ import annotations

from motifcnn.baselines.planetoid import CONFIG, SPACE, PlanetoidClassifier
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem


def build(problem: Problem) -> PlanetoidClassifier:
    """The classifier of a problem."""
    return PlanetoidClassifier(problem, inductive=True)


METHOD = Method(build, CONFIG, SPACE)
