"""Collective classification: a node's class depends on those of its neighbours, in turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.methods.paths import Paths
from motifcnn.methods.probabilities import Floats, as_logits
from motifcnn.methods.regression import Regression, fit_regression
from motifcnn.methods.task import Task
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import Positive, PositiveInt

# A sweep takes the nodes in random order, in this many parts; those of a part are relabelled
# together.
_PARTS = 10


class CollectiveSettings(InputSettings):
    """Settings of collective classification.

    Parameters
    ----------
    aggregate : {"proportion", "count"}
        What the regression sees of a node's neighbours: the share that has a class, or the number.
    sweeps : int
        How often every unlabelled node is labelled anew.
    bootstrap : {"features", "known"}
        Where the first labels of unlabelled nodes come from: the local model, which sees features,
        or the relational one with the known labels alone. Without features it is the second.
    refit : bool
        Whether the relational model is fitted again after every sweep, on the labels of that time.
    inverse_l2 : float
        C of both logistic regressions: weight of the loss against the length of the weights.
    """

    aggregate: Literal["proportion", "count"] = "proportion"
    sweeps: PositiveInt = 10
    bootstrap: Literal["features", "known"] = "features"
    refit: bool = True
    inverse_l2: Positive = 10.0


def classify_together(
    x: sparse.csr_array,
    neighbours: Sequence[Paths],
    task: Task,
    settings: CollectiveSettings,
    seed: int,
) -> Floats:
    r"""Logits of every node, by iterative classification.

    A local model on x labels the unlabelled nodes (the bootstrap). A relational model learns, on
    the training nodes,

    .. math:: p(y_i \mid x_i, a^1_i, ..., a^K_i), \quad
              a^k_i = \sum_j S^k_{ij} y_j \;[\, / \sum_j S^k_{ij}\,]

    from those labels, with sums over nodes j that have a label, and relabels the unlabelled nodes
    in random order, `sweeps` times. Training nodes keep their labels.

    Parameters
    ----------
    x : (n, d) csr_array
        d may be 0.
    neighbours : sequence of K Paths
        One block of label aggregates each.
    task : Task
    settings : CollectiveSettings
    seed : int
        Decides the order.

    Returns
    -------
    (n, c) float64

    Examples
    --------
    >>> from motifcnn.methods.paths import paths
    >>> two_cliques = sparse.csr_array(np.kron(np.eye(2), np.ones((6, 6)) - np.eye(6)))
    >>> rows = np.array([0, 1, 6, 7])
    >>> task = Task(rows, rows[:0], np.array([0, 0, 1, 1]), rows[:0], 2)
    >>> x, ways = sparse.csr_array((12, 0)), [paths([two_cliques])]
    >>> classify_together(x, ways, task, CollectiveSettings(), 0).argmax(axis=1)
    array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    """
    rng = np.random.default_rng(seed)
    state = _State(x, neighbours, task, settings.aggregate == "proportion")
    if (settings.bootstrap == "features" and x.shape[1]) or not neighbours:
        local = fit_regression(x[task.train], task, settings.inverse_l2)
        if not neighbours:
            return as_logits(local.probabilities(x), task.multi_label)
        state.label(state.unlabelled, local.probabilities(x[state.unlabelled]))
    relational = state.fit(settings.inverse_l2)
    for _ in range(settings.sweeps):
        for part in np.array_split(rng.permutation(state.unlabelled), _PARTS):
            columns = state.columns(part)
            # A node with neither features nor a labelled neighbour waits: a guess would only
            # spread the most frequent class.
            informed = np.diff(columns.indptr) > 0
            if informed.any():
                state.label(part[informed], relational.probabilities(columns[informed]))
        if settings.refit:
            relational = state.fit(settings.inverse_l2)
    everything = state.columns(np.arange(x.shape[0]))
    return as_logits(relational.probabilities(everything), task.multi_label)


class _State:
    """The current labels, (n, c) of 0 and 1, and which nodes have any."""

    def __init__(
        self, x: sparse.csr_array, neighbours: Sequence[Paths], task: Task, proportion: bool
    ) -> None:
        self.x, self.neighbours, self.task, self.proportion = x, neighbours, task, proportion
        n = x.shape[0]
        self.unlabelled = np.setdiff1d(np.arange(n), task.train)
        self.known = np.zeros((n, 1))
        self.labels = np.zeros((n, task.classes))
        self.known[task.train] = 1
        self.labels[task.train] = (
            task.train_y if task.multi_label else np.eye(task.classes)[task.train_y]
        )

    def label(self, rows: npt.NDArray[np.int64], probabilities: Floats) -> None:
        decided = (
            probabilities >= 0.5
            if self.task.multi_label
            else np.eye(self.task.classes)[probabilities.argmax(axis=1)]
        )
        self.labels[rows], self.known[rows] = decided, 1

    def columns(self, rows: npt.NDArray[np.int64]) -> sparse.csr_array:
        """Features and aggregates: (n, d + K c)."""
        blocks = []
        for way in self.neighbours:
            sums = way.times(np.hstack([self.labels, self.known]), rows)
            own = sums[:, :-1] / np.maximum(sums[:, -1:], 1) if self.proportion else sums[:, :-1]
            blocks.append(sparse.csr_array(own))
        return sparse.csr_array(sparse.hstack([self.x[rows], *blocks], format="csr"))

    def fit(self, inverse_l2: float) -> Regression:
        return fit_regression(self.columns(self.task.train), self.task, inverse_l2)
