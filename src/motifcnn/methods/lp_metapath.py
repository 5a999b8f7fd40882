r"""LP-Metapath: label propagation over metapaths whose weights are learned (Grempt; Wan, Ouyang, Kaplan and Han 2015).

.. math:: \min_{F, w} \sum_k w_k \, tr(F^T L_k F) + \alpha \, ||F_{train} - Y_{train}||^2 + \beta ||F||^2,
          \quad L_k = I_k - D_k^{-1/2} S_k D_k^{-1/2}

S_k counts the paths of metapath k between nodes of the target type (its commuting matrix,
symmetric, without the diagonal), D_k its row sums, and I_k has ones for the nodes with such paths:
a metapath asks nothing of a node that it does not touch. The two unknowns take turns: for fixed w
the minimum is a linear system, solved by conjugate gradients; for fixed F, w_k = -log(R_k / sum R)
with R_k = tr(F^T L_k F), scaled to sum 1 (r). In place of the original's pseudo-label term,
`shrink` is beta (r): scores fade with distance from the labels, as in the propagation that it
extends.

Each node gets one class. A node's probabilities are its row of F, scaled to sum 1; a node that no
label reaches has the shares of the training nodes. Metapaths, unless given as motifs, are the
symmetric ones of at most five nodes (`symmetric_metapaths`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motifcnn.baselines.known_nodes import KnownNodesClassifier, Scores, as_logits
from motifcnn.baselines.metapaths import paths_along, symmetric_metapaths
from motifcnn.baselines.paths import Paths
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import Settings
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.stopping import Epoch
from motifcnn.train.task import Task

_TOLERANCE = 1e-5
_STEPS = 500


@dataclass(frozen=True)
class LPMetapathConfig(Settings):
    """Settings of LP-Metapath.

    Parameters
    ----------
    alpha : float
        Weight of the training labels against smoothness.
    shrink : float
        Weight that draws scores to 0, so that they fade with distance from the labels.
    rounds : int
        How often F and w take turns.
    max_entries : int
        A metapath whose two halves could hold more is left out, with a warning in the log.
    """

    alpha: float = 1.0
    shrink: float = 0.1
    rounds: int = 5
    max_entries: int = 20_000_000

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive("alpha", "shrink", "rounds", "max_entries")


CONFIG = LPMetapathConfig()
SPACE = {"alpha": (0.1, 1.0, 10.0), "shrink": (0.01, 0.1, 0.5)}


class Laplacian:
    """L = I - D^-1/2 S D^-1/2 of one metapath, S made symmetric; rows of nodes without paths are 0."""

    def __init__(self, ways: Paths) -> None:
        self._ways, self._back = ways, ways.reversed
        degree = self._both(np.ones((len(ways.loops), 1)))[:, 0]
        self.touched = degree > 0
        self._scale = np.divide(
            1.0, np.sqrt(degree), out=np.zeros_like(degree), where=self.touched
        )[:, None]

    def times(self, f: Scores) -> Scores:
        """L f: (n, c)."""
        found: Scores = self.touched[:, None] * f - self._scale * self._both(self._scale * f)
        return found

    def _both(self, y: Scores) -> Scores:
        found: Scores = (self._ways.times(y) + self._back.times(y)) / 2
        return found


def propagate(
    ways: Sequence[Paths],
    rows: npt.NDArray[np.int64],
    y: Scores,
    *,
    alpha: float,
    shrink: float,
    rounds: int,
) -> tuple[Scores, npt.NDArray[np.float64]]:
    """The scores F, (n, c), and the weight w of each metapath, (K,).

    Parameters
    ----------
    ways : sequence of K Paths
    rows : (m,) int64
        The labelled nodes.
    y : (m, c) zeros and ones
    alpha, shrink : float
    rounds : int

    Examples
    --------
    >>> from motifcnn.baselines.paths import paths
    >>> line = np.eye(4, k=1) + np.eye(4, k=-1)
    >>> f, w = propagate([paths([line])], np.array([0, 3]), np.eye(2), alpha=1.0, shrink=0.1, rounds=1)
    >>> f.argmax(axis=1), w
    (array([0, 0, 1, 1]), array([1.]))
    """
    laplacians = [Laplacian(way) for way in ways]
    n, count = len(ways[0].loops), len(laplacians)
    known = np.zeros((n, 1))
    known[rows] = 1
    given = np.zeros((n, y.shape[1]))
    given[rows] = y
    weights = np.full(count, 1 / count)
    f = given.copy()
    for _ in range(rounds):
        f = _solve(laplacians, weights, alpha * known + shrink, alpha * given, f)
        rough = np.array(
            [max(float((f * laplacian.times(f)).sum()), 1e-12) for laplacian in laplacians]
        )
        # With one metapath there is nothing to weigh.
        wanted = -np.log(rough / rough.sum()) if count > 1 else np.ones(1)
        weights = wanted / wanted.sum()
    return f, weights


def _solve(
    laplacians: list[Laplacian],
    weights: npt.NDArray[np.float64],
    pull: Scores,
    given: Scores,
    guess: Scores,
) -> Scores:
    from scipy.sparse.linalg import LinearOperator, cg

    n = len(given)

    def times(f: Scores) -> Scores:
        f = f.reshape(n, 1)
        total = pull * f
        for weight, laplacian in zip(weights, laplacians, strict=True):
            total = total + weight * laplacian.times(f)
        return np.asarray(total.ravel())

    # The diagonal of the system, near enough: a node with few metapaths, or none, would slow the
    # others down.
    diagonal = pull[:, 0] + sum(
        w * laplacian.touched for w, laplacian in zip(weights, laplacians, strict=True)
    )
    system = LinearOperator((n, n), matvec=times, dtype=np.float64)
    before = LinearOperator((n, n), matvec=lambda f: f / diagonal, dtype=np.float64)
    columns = [
        cg(system, given[:, c], x0=guess[:, c], rtol=_TOLERANCE, maxiter=_STEPS, M=before)[0]
        for c in range(given.shape[1])
    ]
    return np.stack(columns, axis=1)


def as_chances(f: Scores, shares: Scores) -> Scores:
    """Rows scaled to sum 1, (n, c); `shares`, (c,), where a row has nothing above 0."""
    f = np.maximum(f, 0)
    total = f.sum(axis=1, keepdims=True)
    return np.where(total > 1e-9, f / np.maximum(total, 1e-9), shares)


def _default_metapaths(graph: Graph, target: str, config: Settings) -> tuple[Motif, ...]:
    return symmetric_metapaths(graph.schema, target)


def _learn(
    problem: Problem, task: Task, callbacks: Sequence[Callback]
) -> tuple[Scores, list[Epoch]]:
    config = problem.config
    assert isinstance(config, LPMetapathConfig)
    ways = paths_along(problem.graph, problem.motifs, problem.target, config.max_entries)
    y = np.eye(task.classes)[task.train_y]
    shares = y.mean(axis=0)
    if not ways:
        return as_logits(
            np.repeat(shares[None, :], problem.graph.counts[problem.target], axis=0), False
        ), []
    f, _ = propagate(
        ways, task.train, y, alpha=config.alpha, shrink=config.shrink, rounds=config.rounds
    )
    return as_logits(as_chances(f, shares), False), []


def build(problem: Problem) -> KnownNodesClassifier:
    """The classifier of a problem."""
    return KnownNodesClassifier(problem, _learn)


METHOD = Method(
    build, CONFIG, SPACE, multi_label=False, motifs=_default_metapaths, transductive=True
)
