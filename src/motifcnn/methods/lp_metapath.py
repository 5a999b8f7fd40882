r"""LP-Metapath: label propagation over weighted metapaths (Grempt; Wan et al., SDM 2015).

.. math:: \min_{F, w} \sum_k w_k \, tr(F^T L_k F) + \alpha \, ||F_{train} - Y_{train}||^2
          + \beta ||F||^2, \quad L_k = I_k - D_k^{-1/2} S_k D_k^{-1/2}

S_k counts the paths of metapath k between nodes of the target type (`path_counts`, made symmetric),
D_k is its row sums, and I_k has ones for the nodes with such paths: a metapath asks nothing of a
node that it does not touch. The two unknowns take turns. For fixed w the minimum is a linear
system, solved by conjugate gradients; for fixed F, w_k = -log(R_k / sum R) with
R_k = tr(F^T L_k F), scaled to sum 1 (r). In place of the original's pseudo-label term, `shrink` is
beta (r): scores fade with distance from the labels, as in the propagation that the method extends.

Each node gets one class. A node's probabilities are its row of F, scaled to sum 1; a node that no
label reaches gets the shares of the training nodes. Metapaths, unless given as motifs, are the
symmetric ones of at most five nodes (`symmetric_metapaths`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, aslinearoperator, cg

from motifcnn.methods.metapaths import paths_along
from motifcnn.methods.method import Problem, Rows
from motifcnn.methods.probabilities import Floats, as_logits, class_shares, scaled_to_one
from motifcnn.methods.registry import register_method
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import MetapathMethod
from motifcnn.methods.validation import Progress
from motifcnn.nn.settings import Positive, PositiveInt, Settings


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
class LPMetapath(MetapathMethod):
    """Label propagation over metapaths whose weights are learned."""

    name = "lp-metapath"
    settings = LPMetapathSettings()
    search_space: ClassVar = {"alpha": (0.1, 1.0, 10.0), "shrink": (0.01, 0.1, 0.5)}
    multi_label = False

    def learn(self, problem: Problem, task: Task, progress: Progress) -> Floats:
        """Logits after the last round."""
        s = cast(LPMetapathSettings, problem.settings)
        paths = paths_along(problem.graph, problem.motifs, problem.target, s.max_entries)
        f = np.zeros((problem.rows, task.classes))
        if paths:
            f, _ = propagate([laplacian(each) for each in paths], task.train, task.train_has, s)
        shares = class_shares(task.train_y, task.classes)
        return as_logits(scaled_to_one(f, shares), multi_label=False)


@dataclass(frozen=True, eq=False)
class Laplacian:
    """L = I - D^-1/2 S D^-1/2: (n, n), and its diagonal, (n,), which is 0 without paths."""

    times: LinearOperator
    diagonal: Floats


def laplacian(paths: LinearOperator) -> Laplacian:
    """The Laplacian of path counts without a diagonal, (n, n), made symmetric."""
    both = 0.5 * (paths + paths.T)
    degree = both @ np.ones(paths.shape[0])
    touched = (degree > 0).astype(np.float64)
    scale = _diagonal(touched / np.sqrt(np.where(degree > 0, degree, 1)))
    return Laplacian(_diagonal(touched) - scale @ both @ scale, touched)


def propagate(
    laplacians: Sequence[Laplacian], rows: Rows, y: NDArray[Any], settings: LPMetapathSettings
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
    >>> line = laplacian(aslinearoperator(np.eye(4, k=1) + np.eye(4, k=-1)))
    >>> f, w = propagate([line], np.array([0, 3]), np.eye(2), LPMetapathSettings())
    >>> f.argmax(axis=1), w
    (array([0, 0, 1, 1]), array([1.]))
    """
    n, count = len(laplacians[0].diagonal), len(laplacians)
    pull, given = np.full(n, settings.shrink), np.zeros((n, y.shape[1]))
    pull[rows] += settings.alpha
    given[rows] = settings.alpha * y
    weights, f = np.full(count, 1 / count), given / settings.alpha
    for _ in range(settings.rounds):
        system, diagonal = _diagonal(pull), pull
        for w, each in zip(weights.tolist(), laplacians, strict=True):
            system, diagonal = system + w * each.times, diagonal + w * each.diagonal
        # Without a preconditioner, nodes with few metapaths or none would slow the others down.
        near = {"rtol": 1e-5, "maxiter": 500, "M": _diagonal(1 / diagonal)}
        f = np.stack(
            [cg(system, b, x0=x, **near)[0] for b, x in zip(given.T, f.T, strict=True)], axis=1
        )
        rough = np.array([max((f * (each.times @ f)).sum(), 1e-12) for each in laplacians])
        # With one metapath there is nothing to weigh.
        wanted = -np.log(rough / rough.sum()) if count > 1 else np.ones(1)
        weights = wanted / wanted.sum()
    return f, weights


def _diagonal(values: Floats) -> LinearOperator:
    return aslinearoperator(sparse.diags_array(values))
