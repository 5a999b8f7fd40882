"""Logistic regression on the target's own features, links ignored."""

from __future__ import annotations

from dataclasses import replace

from motifcnn.baselines import mlp
from motifcnn.baselines.mlp import FeatureClassifier
from motifcnn.train.problem import Problem

CONFIG = replace(mlp.CONFIG, input_dropout=0.0, weight_decay=1e-4, learning_rate=0.05)


def build(problem: Problem) -> FeatureClassifier:
    """The classifier of a problem: softmax(X W + b), or a sigmoid per class, by gradient steps with early stopping."""
    return FeatureClassifier(problem, ())
