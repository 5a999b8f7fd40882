"""Logistic regression on the target's own features, by gradient steps with early stopping.

softmax(X W + b), or a sigmoid per class where a node may have several; links are ignored.
"""

from __future__ import annotations

from typing import ClassVar, cast

from motifcnn.methods.method import Classifier, Method, Problem
from motifcnn.methods.mlp import DenseLayers, TargetInputs
from motifcnn.methods.registry import register_method
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import Share, TrainSettings


class LogisticSettings(InputSettings, TrainSettings):
    """Settings of a logistic regression.

    Parameters
    ----------
    input_dropout : float
        Share left out of the entries of X.
    """

    input_dropout: Share = 0.0


@register_method
class Logistic(Method):
    """Logistic regression on the target's features."""

    name = "logistic"
    # The loss is convex, so the smallest one on validation is a steadier choice than F1.
    settings = LogisticSettings(
        text="tf-idf", learning_rate=0.05, weight_decay=1e-4, epochs=300, select="loss"
    )
    search_space: ClassVar = {
        "learning_rate": (0.01, 0.05, 0.2),
        "weight_decay": (1e-6, 1e-5, 1e-4, 1e-3),
        "input_dropout": (0.0, 0.5),
    }

    def build(self, problem: Problem) -> Classifier:
        """The untrained regression on the target's features."""
        settings, classifier = cast(LogisticSettings, problem.settings), TargetInputs(problem)
        width = classifier.x.shape[1]
        classifier.module = DenseLayers(width, (), problem.classes, settings.input_dropout)
        return classifier
