"""Logistic regression by scikit-learn, also for several classes per node, absent classes and no columns."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.baselines.known_nodes import Scores
from motifcnn.graph.graph import Graph
from motifcnn.nn.inputs import feed, fit_inputs
from motifcnn.nn.settings import Settings
from motifcnn.train.task import Task

_STEPS = 500


@dataclass(frozen=True, eq=False)
class Regression:
    """Fitted models.

    Parameters
    ----------
    models : tuple
        Multi-class: one, of all classes; multi-label: one per class. Where there was nothing to
        tell apart, None.
    shares : (c,) float64
        Share of each class among the training rows: the answer where there is no model.
    multi_label : bool
    """

    models: tuple[Any, ...]
    shares: Scores
    multi_label: bool

    def probabilities(self, x: Any) -> Scores:
        """Of each class: (n, c); rows sum to 1 unless multi-label. A class that was absent from training has 0."""
        chances: Scores = np.repeat(self.shares[None, :], x.shape[0], axis=0)
        for c, model in enumerate(self.models):
            if model is not None and len(chances):
                found = model.predict_proba(x)
                if self.multi_label:
                    chances[:, c] = found[:, 1]
                else:
                    chances[:, model.classes_] = found
        return chances


def fit_regression(x: Any, y: npt.NDArray[Any], task: Task, inverse_l2: float) -> Regression:
    """Logistic regression of classes on columns.

    Parameters
    ----------
    x : (n, d) csr_array or array
    y : (n,) int64 or (n, c) bool
        Multi-class is one softmax over the classes, multi-label one sigmoid per class (one against
        the rest).
    task : Task
        For the number of classes and their weights.
    inverse_l2 : float
        C: the loss summed over rows counts so much against half the squared length of the weights.

    Examples
    --------
    >>> x, y = np.array([[0.0], [1.0], [0.1], [0.9]]), np.array([0, 2, 0, 2])
    >>> rows = np.arange(4)
    >>> task = Task(rows, rows[:0], y, y[:0], 3)
    >>> fit_regression(x, y, task, 100.0).probabilities(np.array([[1.0]])).round(1)
    array([[0., 0., 1.]])
    """
    shares = y.mean(axis=0) if y.ndim == 2 else np.bincount(y, minlength=task.classes) / len(y)
    targets = list(y.T) if y.ndim == 2 else [y]
    models = []
    for c, wanted in enumerate(targets):
        enough = x.shape[1] and len(np.unique(wanted)) > 1
        models.append(
            _fit(x, wanted, inverse_l2, _class_weight(task, c if y.ndim == 2 else None))
            if enough
            else None
        )
    return Regression(tuple(models), np.asarray(shares, dtype=np.float64), y.ndim == 2)


def own_features(graph: Graph, target: str, config: Settings, seed: int) -> sparse.csr_array:
    """What nodes of the target type feed in, by the settings, as one matrix: (n_target, d) float32; d may be 0."""
    blocks = feed(graph, fit_inputs(graph, config, seed), config)[target]
    empty = sparse.csr_array((graph.counts[target], 0), dtype=np.float32)
    return sparse.csr_array(sparse.hstack([empty, *map(sparse.csr_array, blocks)], format="csr"))


def _fit(
    x: Any, y: npt.NDArray[Any], inverse_l2: float, class_weight: dict[Any, float] | None
) -> Any:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    with warnings.catch_warnings():
        # After so many steps the weights still move, the predictions do not.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return LogisticRegression(C=inverse_l2, max_iter=_STEPS, class_weight=class_weight).fit(
            x, y
        )


def _class_weight(task: Task, column: int | None) -> dict[Any, float] | None:
    if task.weights is None:
        return None
    return (
        {True: float(task.weights[column])}
        if column is not None
        else dict(enumerate(task.weights.tolist()))
    )
