"""Estimates of a motif tensor from random walks, if the exact tensor is too large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.csr import Rows, contains, from_cells
from motifcnn.tensor.lookup import role_named
from motifcnn.tensor.pattern.problem import MatchingProblem, make_problem
from motifcnn.tensor.sampling.walks import TreeWalks, count_walks

CHUNK = 1 << 18  # walks drawn at a time


@dataclass(frozen=True, eq=False)
class SampledRole:
    """The estimate of one slice A_k of a motif tensor.

    Parameters
    ----------
    label, node_type, members
        As in `RoleMatrix`.
    matrix : (n_target, n_node_type) float64 CSR
        Unbiased estimates. An entry that no draw hit is estimated as zero and not stored.
    standard_error : (n_target, n_node_type) float64 CSR
        Of each stored entry, in the same places.
    """

    label: str
    node_type: str
    members: int
    matrix: sparse.csr_array
    standard_error: sparse.csr_array


@dataclass(frozen=True, eq=False)
class SampledTensor:
    """An unbiased estimate of a motif tensor with its standard errors.

    Parameters
    ----------
    motif : Motif
        What was sampled.
    instances, instances_error : (n_target,) float64
        Estimate of the instances per target, and its standard error.
    roles : tuple of SampledRole
        One per role of the motif, in the order of `motif.roles`.
    total, total_error : float
        Estimate of the instances of all targets, and its standard error.
    draws, hits : int
        TreeWalks drawn, and how many of them were maps of the motif.
    scale : float
        All walks / maps per instance. Estimates are this times a share of `draws`.
    induced : bool
        Whether only instances without further links between their nodes count.
    """

    motif: Motif
    instances: npt.NDArray[np.float64]
    instances_error: npt.NDArray[np.float64]
    roles: tuple[SampledRole, ...]
    total: float
    total_error: float
    draws: int
    hits: int
    scale: float
    induced: bool = False

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the total: 1.96 standard errors to both sides.

        Without a single hit it ends at the total that would have been hit with probability 0.95.
        """
        if not self.hits:
            return 0.0, self.scale * (1 - 0.05 ** (1 / self.draws))
        return max(0.0, self.total - 1.96 * self.total_error), self.total + 1.96 * self.total_error

    def role(self, label: str) -> SampledRole:
        """The role with this label, or the one that the motif node of this name plays."""
        return role_named(self.motif, self.roles, label)

    def __repr__(self) -> str:
        found = f"{self.total:.4g} ± {self.total_error:.2g} instances"
        return f"SampledTensor({self.motif}; {found} from {self.draws:,} draws)"


def sample(
    graph: Graph,
    motif: Motif | str,
    draws: int,
    *,
    induced: bool = False,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> SampledTensor:
    """Estimates a motif tensor from `draws` uniform walks along a spanning tree of the motif.

    The number W of such walks is known exactly. With g maps per instance, W/g times the share of
    walks that are maps of the motif (its nodes differ, its other links exist) is an unbiased
    estimate of the instances, and likewise of those of one target, or with one node in one role.
    Each is a share of independent draws, so its standard error is that of a binomial.

    Examples
    --------
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "friend", "user", directed=False),))
    >>> graph = Graph(schema, {("user", "friend", "user"): np.ones((9, 9))}, {"user": 9})
    >>> triangles = sample(graph, Motif.parse("(t:user)--(a:user)--(c:user)--(t)"), 20_000)
    >>> low, high = triangles.interval
    >>> low < 9 * 8 * 7 / 2 < high
    True
    """
    if isinstance(draws, bool) or not isinstance(draws, int | np.integer) or draws < 2:
        raise MotifCNNError(
            f"sample: {draws!r} draws; expected a whole number of at least 2, such as 1_000_000"
        )
    motif = as_motif(motif)
    problem = make_problem(graph, motif, induced=induced)
    walks = count_walks(problem)
    return sample_walks(
        motif, walks, int(draws), np.random.default_rng(seed), induced=induced, progress=progress
    )


def sample_walks(
    motif: Motif,
    walks: TreeWalks,
    draws: int,
    generator: np.random.Generator,
    *,
    induced: bool = False,
    progress: Callable[[float], None] | None = None,
) -> SampledTensor:
    """The estimate from walks that are counted already: `sample` without its preparation."""
    problem = walks.problem
    tables: list[dict[int, Rows]] = []
    for first in range(0, draws if walks.total else 0, CHUNK):
        tables.append(maps_among(walks, walks.draw(min(CHUNK, draws - first), generator)))
        if progress is not None:
            progress(min(1.0, (first + CHUNK) / draws))
    nodes = range(len(problem.types))
    table = {
        node: np.concatenate([np.empty(0, np.int64), *(part[node] for part in tables)])
        for node in nodes
    }
    scale = walks.total / problem.symmetries
    hits = len(table[0])
    roles = []
    for role, members in zip(motif.roles, problem.roles, strict=True):
        width = problem.sizes[members[0]]
        met, times = np.unique(
            np.concatenate([table[0] * width + table[m] for m in members]), return_counts=True
        )
        matrices = (
            from_cells(met, values, (problem.n_targets, width))
            for values in _estimate(times, draws, scale)
        )
        roles.append(SampledRole(role.label, role.node_type, len(role.members), *matrices))
    instances, instances_error = _estimate(
        np.bincount(table[0], minlength=problem.n_targets), draws, scale
    )
    total, total_error = (float(value[0]) for value in _estimate(np.array([hits]), draws, scale))
    return SampledTensor(
        motif,
        instances,
        instances_error,
        tuple(roles),
        total,
        total_error,
        draws,
        hits,
        scale,
        induced,
    )


def maps_among(walks: TreeWalks, table: dict[int, Rows]) -> dict[int, Rows]:
    """The walks that are maps of the motif.

    Their nodes differ, and the pairs off the tree are linked, or not, as the motif asks.
    """
    problem: MatchingProblem = walks.problem
    in_tree = {frozenset(branch) for branch in walks.tree}
    pairs = [
        (a, b)
        for a in range(len(problem.types))
        for b in range(a + 1, len(problem.types))
        if {a, b} not in in_tree
    ]

    def keep(table: dict[int, Rows], which: npt.NDArray[np.bool_]) -> dict[int, Rows]:
        return {node: rows[which] for node, rows in table.items()}

    for a, b in pairs:  # the cheap test first
        if problem.types[a] == problem.types[b]:
            table = keep(table, table[a] != table[b])
    for a, b in pairs:
        if (a, b) in problem.linked:
            table = keep(table, contains(problem.linked[a, b], table[a], table[b]))
        elif (a, b) in problem.unlinked:
            table = keep(table, ~contains(problem.unlinked[a, b], table[a], table[b]))
    return table


def _estimate(
    times: npt.NDArray[np.int64], draws: int, scale: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Scale * share, and its standard error, from how often each was hit."""
    share = times / draws
    return scale * share, scale * np.sqrt(share * (1 - share) / (draws - 1))
