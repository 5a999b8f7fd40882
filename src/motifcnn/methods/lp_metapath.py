r"""LP-Metapath: label propagation over weighted metapaths (Grempt; Wan et al., SDM 2015).

.. math:: \min_{F, w} \sum_k w_k \, tr(F^T L_k F) + \alpha \, ||F_{train} - Y_{train}||^2
          + \beta ||F||^2, \quad L_k = I_k - D_k^{-1/2} S_k D_k^{-1/2}

S_k counts the paths of metapath k between nodes of the target type (its commuting matrix, made
symmetric, without the diagonal), D_k is its row sums, and I_k has ones for the nodes with such
paths: a metapath asks nothing of a node that it does not touch. The two unknowns take turns. For
fixed w the minimum is a linear system, solved by conjugate gradients; for fixed F,
w_k = -log(R_k / sum R) with R_k = tr(F^T L_k F), scaled to sum 1 (r). In place of the original's
pseudo-label term, `shrink` is beta (r): scores fade with distance from the labels, as in the
propagation that the method extends.

Each node gets one class. A node's probabilities are its row of F, scaled to sum 1; a node that no
label reaches gets the shares of the training nodes. Metapaths, unless given as motifs, are the
symmetric ones of at most five nodes (`symmetric_metapaths`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.metapaths import paths_along, symmetric_metapaths
from motifcnn.methods.method import Problem
from motifcnn.methods.paths import Paths
from motifcnn.methods.probabilities import Floats, as_logits, class_shares, scaled_to_one
from motifcnn.methods.registry import register_method
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import TransductiveMethod
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import Positive, PositiveInt, Settings

_TOLERANCE = 1e-5
_STEPS = 500


class LPMetapathSettings(Settings):
    """Settings of LP-Metapath.

    Parameters
    ----------
    alpha : float
        Weight of the training labels against smoothness.
    shrink : float
        beta: weight that draws scores to 0, so that they fade with distance from the labels.
    rounds : int
        How often F and w take turns.
    max_entries : int
        A metapath whose two halves could hold more is left out, with a warning in the log.
    """

    alpha: Positive = 1.0
    shrink: Positive = 0.1
    rounds: PositiveInt = 5
    max_entries: PositiveInt = 20_000_000


@register_method
class LPMetapath(TransductiveMethod):
    """Label propagation over metapaths whose weights are learned."""

    name = "lp-metapath"
    settings = LPMetapathSettings()
    search_space: ClassVar = {"alpha": (0.1, 1.0, 10.0), "shrink": (0.01, 0.1, 0.5)}
    multi_label = False
    uses_motifs = True

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """The symmetric metapaths of at most five nodes."""
        return symmetric_metapaths(graph.schema, target)

    def learn(
        self, problem: Problem, task: Task, callbacks: Sequence[Callback]
    ) -> tuple[Floats, list[Epoch]]:
        """Logits after the last round."""
        settings, graph, target = problem.settings, problem.graph, problem.target
        assert isinstance(settings, LPMetapathSettings)
        most = settings.max_entries
        laplacians = graph.cache.get(
            ("laplacians", problem.motifs, target, most),
            lambda: [Laplacian(ways) for ways in paths_along(graph, problem.motifs, target, most)],
        )
        f = np.zeros((problem.rows, task.classes))
        if laplacians:
            f, _ = propagate(laplacians, task.train, np.eye(task.classes)[task.train_y], settings)
        shares = class_shares(task.train_y, task.classes)
        return as_logits(scaled_to_one(f, shares), multi_label=False), []


class Laplacian:
    """L = I - D^-1/2 S D^-1/2 of one metapath, S made symmetric.

    Rows of nodes without paths are 0.
    """

    def __init__(self, ways: Paths) -> None:
        self._ways, self._back = ways, ways.reversed
        degree = self._both(np.ones((len(ways.loops), 1)))[:, 0]
        self.touched = degree > 0
        self._scale = np.divide(
            1.0, np.sqrt(degree), out=np.zeros_like(degree), where=self.touched
        )[:, None]

    def times(self, f: Floats) -> Floats:
        """L f: (n, c)."""
        found: Floats = self.touched[:, None] * f - self._scale * self._both(self._scale * f)
        return found

    def _both(self, y: Floats) -> Floats:
        found: Floats = (self._ways.times(y) + self._back.times(y)) / 2
        return found


def propagate(
    laplacians: Sequence[Laplacian],
    rows: npt.NDArray[np.int64],
    y: Floats,
    settings: LPMetapathSettings,
) -> tuple[Floats, Floats]:
    """The scores F, (n, c), and the weight w of each metapath, (K,).

    Parameters
    ----------
    laplacians : sequence of K Laplacian
    rows : (m,) int64
        The labelled nodes.
    y : (m, c) zeros and ones
    settings : LPMetapathSettings

    Examples
    --------
    >>> from motifcnn.methods.paths import paths
    >>> line = Laplacian(paths([np.eye(4, k=1) + np.eye(4, k=-1)]))
    >>> f, w = propagate([line], np.array([0, 3]), np.eye(2), LPMetapathSettings())
    >>> f.argmax(axis=1), w
    (array([0, 0, 1, 1]), array([1.]))
    """
    alpha, shrink = settings.alpha, settings.shrink
    n, count = len(laplacians[0].touched), len(laplacians)
    known = np.zeros((n, 1))
    known[rows] = 1
    given = np.zeros((n, y.shape[1]))
    given[rows] = y
    weights = np.full(count, 1 / count)
    f = given.copy()
    for _ in range(settings.rounds):
        f = _solve(laplacians, weights, alpha * known + shrink, alpha * given, f)
        rough = np.array(
            [max(float((f * laplacian.times(f)).sum()), 1e-12) for laplacian in laplacians]
        )
        # With one metapath there is nothing to weigh.
        wanted = -np.log(rough / rough.sum()) if count > 1 else np.ones(1)
        weights = wanted / wanted.sum()
    return f, weights


def _solve(
    laplacians: Sequence[Laplacian],
    weights: Floats,
    pull: Floats,
    given: Floats,
    guess: Floats,
) -> Floats:
    from scipy.sparse.linalg import LinearOperator, cg

    n = len(given)

    def times(f: Floats) -> Floats:
        f = f.reshape(n, 1)
        total = pull * f
        for weight, laplacian in zip(weights, laplacians, strict=True):
            total = total + weight * laplacian.times(f)
        return np.asarray(total.ravel())

    # About the diagonal of the system, as a preconditioner: nodes with few metapaths or none
    # would slow the others down.
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
