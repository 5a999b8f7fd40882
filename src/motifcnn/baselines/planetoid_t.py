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
    learning_rate=0.01,
    weight_decay=5e-3,
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
    "learning_rate": (0.003, 0.01, 0.03),
    "weight_decay": (5e-4, 5e-3),
}


def build(problem: Problem) -> PlanetoidClassifier:
    """The classifier of a problem."""
    return PlanetoidClassifier(problem, inductive=False)


METHOD = Method(build, CONFIG, SPACE, transductive=True)
