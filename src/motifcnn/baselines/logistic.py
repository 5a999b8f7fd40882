"""Logistic regression on the target's own features, links ignored."""

from __future__ import annotations

from motifcnn.baselines.mlp import FeatureClassifier
from motifcnn.nn.settings import Settings
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem

CONFIG = Settings(
    text="tf-idf",
    weight_decay=1e-4,
    learning_rate=0.05,
    epochs=300,
    window=40,
    stop="patience",
    select="f1",
    dropout=0.0,
)
SPACE = {
    "weight_decay": (1e-6, 1e-5, 1e-4, 1e-3),
    "learning_rate": (0.01, 0.05, 0.2),
    "input_dropout": (0.0, 0.5),
}


def build(problem: Problem) -> FeatureClassifier:
    """The classifier of a problem: softmax(X W + b), or a sigmoid per class, by gradient steps with early stopping."""
    return FeatureClassifier(problem, ())


METHOD = Method(build, CONFIG, SPACE)
