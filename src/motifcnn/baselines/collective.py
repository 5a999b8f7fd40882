"""Collective classification: what a node is depends on what its neighbours are taken to be, over and over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.baselines.known_nodes import Scores, as_logits
from motifcnn.baselines.paths import Paths
from motifcnn.baselines.regression import Regression, fit_regression
from motifcnn.nn.settings import Settings
from motifcnn.train.task import Task

# A sweep takes the nodes in random order and in so many parts; the nodes of a part are relabelled
# together.
_PARTS = 10


@dataclass(frozen=True)
class CollectiveConfig(Settings):
    """Settings of collective classification.

    Parameters
    ----------
    aggregate : {"proportion", "count"}
        What a node is told of its neighbours: the share of them that has a class, or how many have
        it.
    sweeps : int
        How often every unlabelled node is labelled anew.
    bootstrap : {"features", "known"}
        What the first labels of unlabelled nodes come from: the local model, which sees features;
        or the relational one, with the known labels alone. Without features it is the second.
    refit : bool
        The relational model is fitted again after every sweep, on the labels as they are then.
    inverse_l2 : float
        C of both logistic regressions: the loss counts so much against the length of the weights.
    """

    aggregate: Literal["proportion", "count"] = "proportion"
    sweeps: int = 10
    bootstrap: Literal["features", "known"] = "features"
    refit: bool = True
    inverse_l2: float = 10.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive("sweeps", "inverse_l2")


def classify_together(
    x: sparse.csr_array,
    neighbours: Sequence[Paths],
    task: Task,
    config: CollectiveConfig,
    seed: int,
) -> Scores:
    r"""Logits of every node, by iterative classification.

    A local model on x labels the unlabelled nodes (the bootstrap); a relational model learns, on
    the training nodes,

    .. math:: p(y_i \mid x_i, a^1_i, ..., a^K_i), \quad a^k_i = \sum_j S^k_{ij} y_j \;[\, / \sum_j S^k_{ij}\,]

    from those labels, sums over nodes j that have a label, and relabels the unlabelled nodes in
    random order, `sweeps` times. Training nodes keep their labels.

    Parameters
    ----------
    x : (n, d) csr_array
        d may be 0.
    neighbours : sequence of K Paths
        One block of label aggregates each.
    task : Task
    config : CollectiveConfig
    seed : int
        Decides the order.

    Returns
    -------
    (n, c) float64

    Examples
    --------
    >>> from motifcnn.baselines.paths import paths
    >>> ring = sparse.csr_array(np.kron(np.eye(2), np.ones((6, 6)) - np.eye(6)))
    >>> rows = np.array([0, 1, 6, 7])
    >>> task = Task(rows, rows[:0], np.array([0, 0, 1, 1]), rows[:0], 2)
    >>> nothing = sparse.csr_array((12, 0))
    >>> classify_together(nothing, [paths([ring])], task, CollectiveConfig(), 0).argmax(axis=1)
    array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    """
    rng = np.random.default_rng(seed)
    state = _State(x, neighbours, task, config.aggregate == "proportion")
    if (config.bootstrap == "features" and x.shape[1]) or not neighbours:
        local = fit_regression(x[task.train], task.train_y, task, config.inverse_l2)
        if not neighbours:
            return as_logits(local.probabilities(x), task.multi_label)
        state.label(state.unlabelled, local.probabilities(x[state.unlabelled]))
    relational = state.fit(config.inverse_l2)
    for _ in range(config.sweeps):
        for part in np.array_split(rng.permutation(state.unlabelled), _PARTS):
            told = state.told(part)
            # Who has neither features nor a labelled neighbour waits: a guess would only tell
            # others what is frequent.
            heard = np.diff(told.indptr) > 0
            if heard.any():
                state.label(part[heard], relational.probabilities(told[heard]))
        if config.refit:
            relational = state.fit(config.inverse_l2)
    return as_logits(relational.probabilities(state.told(np.arange(x.shape[0]))), task.multi_label)


class _State:
    """The labels as they are taken to be, (n, c) of 0 and 1, and who has any."""

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

    def label(self, rows: npt.NDArray[np.int64], chances: Scores) -> None:
        decided = (
            chances >= 0.5
            if self.task.multi_label
            else np.eye(self.task.classes)[chances.argmax(axis=1)]
        )
        self.labels[rows], self.known[rows] = decided, 1

    def told(self, rows: npt.NDArray[np.int64]) -> Any:
        """Features and aggregates: (n, d + K c)."""
        blocks = []
        for way in self.neighbours:
            sums = way.times(np.hstack([self.labels, self.known]), rows)
            own = sums[:, :-1] / np.maximum(sums[:, -1:], 1) if self.proportion else sums[:, :-1]
            blocks.append(sparse.csr_array(own))
        return sparse.csr_array(sparse.hstack([self.x[rows], *blocks], format="csr"))

    def fit(self, inverse_l2: float) -> Regression:
        return fit_regression(self.told(self.task.train), self.task.train_y, self.task, inverse_l2)
