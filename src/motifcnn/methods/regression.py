"""Logistic regression by scikit-learn on nodes' own features, one class per node or several."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.methods.probabilities import Floats, class_shares
from motifcnn.methods.task import Task
from motifcnn.nn.inputs import InputSettings, node_inputs
from motifcnn.nn.settings import Settings

_STEPS = 500


@dataclass(frozen=True, eq=False)
class Regression:
    """Fitted models.

    Parameters
    ----------
    models : tuple
        Multi-class: one, of all classes; multi-label: one per class. None where the training rows
        have no columns, or one class alone.
    shares : (c,) float64
        Share of each class among the training rows: the answer where there is no model.
    multi_label : bool
    """

    models: tuple[Any, ...]
    shares: Floats
    multi_label: bool

    def probabilities(self, x: Any) -> Floats:
        """Probability of each class, (n, c); rows sum to 1 unless multi-label.

        A class that is absent from training has 0.
        """
        probabilities: Floats = np.repeat(self.shares[None, :], x.shape[0], axis=0)
        for c, model in enumerate(self.models):
            if model is not None and len(probabilities):
                found = model.predict_proba(x)
                if self.multi_label:
                    probabilities[:, c] = found[:, 1]
                else:
                    probabilities[:, model.classes_] = found
        return probabilities


def fit_regression(x: Any, task: Task, inverse_l2: float) -> Regression:
    """Logistic regression of the training nodes' classes on columns.

    Parameters
    ----------
    x : (n_train, d) csr_array or array
    task : Task
        Multi-class is one softmax over the classes, multi-label one sigmoid per class.
    inverse_l2 : float
        C: weight of the loss, summed over rows, against half the squared length of the weights.

    Examples
    --------
    >>> x, y = np.array([[0.0], [1.0], [0.1], [0.9]]), np.array([0, 2, 0, 2])
    >>> rows = np.arange(4)
    >>> task = Task(rows, rows[:0], y, y[:0], 3)
    >>> fit_regression(x, task, 100.0).probabilities(np.array([[1.0]])).round(1)
    array([[0., 0., 1.]])
    """
    shares = class_shares(task.train_y, task.classes)
    models = tuple(
        _fit(x, y, inverse_l2, weights) if x.shape[1] and len(np.unique(y)) > 1 else None
        for y, weights in separate_targets(task)
    )
    return Regression(models, shares, task.multi_label)


def separate_targets(task: Task) -> list[tuple[npt.NDArray[Any], dict[Any, float] | None]]:
    """What each model of scikit-learn learns, and its class weights.

    Multi-class: all classes at once; multi-label: each class against the rest.
    """
    y, weights = task.train_y, None if task.weights is None else task.weights.tolist()
    if not task.multi_label:
        return [(y, None if weights is None else dict(enumerate(weights)))]
    return [(y[:, c], None if weights is None else {True: weights[c]}) for c in range(task.classes)]


def own_features(graph: Graph, target: str, settings: Settings) -> sparse.csr_array:
    """What nodes of the target type feed in, as one matrix: (n_target, d) float32; d may be 0.

    Kept with the graph.
    """
    inputs = settings.of(InputSettings)

    def make() -> sparse.csr_array:
        blocks = map(sparse.csr_array, node_inputs(graph, inputs).columns[target])
        empty = sparse.csr_array((graph.counts[target], 0), dtype=np.float32)
        return sparse.csr_array(sparse.hstack([empty, *blocks], format="csr"))

    return graph.cache.get(("own features", target, inputs), make)


def _fit(
    x: Any, y: npt.NDArray[Any], inverse_l2: float, class_weight: dict[Any, float] | None
) -> Any:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=inverse_l2, max_iter=_STEPS, class_weight=class_weight)
    with warnings.catch_warnings():
        # After so many steps the weights still move, the predictions do not.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(x, y)
