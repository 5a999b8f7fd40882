"""Planetoid-T: a vector of its own for every node; see `motifcnn.baselines.planetoid`."""

from __future__ import annotations

from motifcnn.baselines.planetoid import PlanetoidClassifier, PlanetoidConfig
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem

CONFIG = PlanetoidConfig(
    text="given",
    featureless="none",
    input_dropout=0.5,
    dropout=0.5,
    optimiser="sgd",
    learning_rate=0.1,
    epochs=1000,
    window=100,
    stop="patience",
    select="f1",
)
SPACE = {
    "walks": (5, 20),
    "reach": (3, 15),
    "label_pairs": (20, 300),
    "text": ("given", "rows", "tf-idf"),
    "learning_rate": (0.03, 0.1, 0.3),
    "weight_decay": (0.0, 5e-4),
}


def build(problem: Problem) -> PlanetoidClassifier:
    """The classifier of a problem."""
    return PlanetoidClassifier(problem, inductive=False)


METHOD = Method(build, CONFIG, SPACE, transductive=True)
