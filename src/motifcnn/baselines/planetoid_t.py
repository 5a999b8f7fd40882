"""Planetoid-T: a vector of its own for every node; see `motifcnn.baselines.planetoid`."""

from __future__ import annotations

from motifcnn.baselines.planetoid import CONFIG, SPACE, PlanetoidClassifier
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem


def build(problem: Problem) -> PlanetoidClassifier:
    """The classifier of a problem."""
    return PlanetoidClassifier(problem, inductive=False)


METHOD = Method(build, CONFIG, SPACE, transductive=True)
