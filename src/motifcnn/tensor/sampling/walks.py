"""TreeWalks: maps of a spanning tree of the motif, counted exactly and drawn uniformly."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice

import numpy as np
import numpy.typing as npt

from motifcnn.errors import BudgetError
from motifcnn.tensor.csr import Rows, row_starts
from motifcnn.tensor.pattern.problem import MatchingProblem, Pair

TREES = 8  # spanning trees to compare: the fewer walks, the more of them are instances


@dataclass(frozen=True, eq=False)
class TreeWalks:
    """The type-preserving maps of a tree of motif nodes, coinciding nodes allowed.

    Parameters
    ----------
    problem : MatchingProblem
    tree : tuple of (parent, child)
        Parents first; node 0, the target, is the root.
    starts : (n_target + 1,) int64
        starts[i] is the number of walks with a target before row i.
    ends : tuple of (nnz + 1,) int64
        Per branch, the number of walks below the entries of its link matrix before each entry.
    """

    problem: MatchingProblem
    tree: tuple[Pair, ...]
    starts: Rows
    ends: tuple[Rows, ...]

    @property
    def total(self) -> int:
        """All walks."""
        return int(self.starts[-1])

    def draw(self, n: int, generator: np.random.Generator) -> dict[int, Rows]:
        """Draws n walks uniformly: the image of each motif node, (n,) int64."""
        return self.draw_from(
            _position(self.starts, generator.integers(0, self.total, n)), generator
        )

    def draw_from(self, targets: Rows, generator: np.random.Generator) -> dict[int, Rows]:
        """Draws one walk from each of the targets, (n,), uniformly; each target must have one."""
        at = {0: targets}
        for (parent, child), ends in zip(self.tree, self.ends, strict=True):
            link = self.problem.linked[parent, child]
            rows = at[parent]
            drawn = generator.integers(ends[link.indptr[rows]], ends[link.indptr[rows + 1]])
            at[child] = link.indices[_position(ends, drawn)].astype(np.int64)
        return at


def count_walks(problem: MatchingProblem) -> TreeWalks:
    """The walks of the spanning tree that has the fewest; past 2**62 of them is a `BudgetError`.

    Examples
    --------
    >>> from motifcnn.graph import Graph, Relation, Schema
    >>> from motifcnn.motif import Motif
    >>> from motifcnn.tensor.pattern.problem import make_problem
    >>> schema = Schema(("user",), (Relation("user", "friend", "user", directed=False),))
    >>> friends = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    >>> graph = Graph(schema, {("user", "friend", "user"): friends}, {"user": 3})
    >>> wedge = Motif.parse("(t:user)--(a:user)--(c:user)")
    >>> count_walks(make_problem(graph, wedge, induced=False)).total
    12
    """
    sizes = {tree: _sizes(problem, tree) for tree in spanning_trees(problem)}
    tree = min(sizes, key=sizes.__getitem__)
    most = sizes[tree][1]
    if most >= 2.0**62:
        raise BudgetError(
            f"the motif's tree has up to {most:.2g} walks here, past what int64 can number "
            "(9.2e18), so none can be drawn uniformly. Use a smaller motif, or name relations so "
            "that fewer links match."
        )
    weight = [np.ones(size, dtype=np.int64) for size in problem.sizes]
    ends: list[Rows] = []
    for parent, child in reversed(tree):
        link = problem.linked[parent, child]
        below = row_starts(weight[child][link.indices])
        weight[parent] = weight[parent] * (below[link.indptr[1:]] - below[link.indptr[:-1]])
        ends.insert(0, below)
    return TreeWalks(problem, tree, row_starts(weight[0]), tuple(ends))


def with_walks(problem: MatchingProblem) -> npt.NDArray[np.bool_]:
    """The targets with a walk along a spanning tree of the motif, (n_target,).

    All targets that have an instance are among them.

    Examples
    --------
    >>> from motifcnn.graph import Graph, Relation, Schema
    >>> from motifcnn.motif import Motif
    >>> from motifcnn.tensor.pattern.problem import make_problem
    >>> schema = Schema(("author", "paper"), (Relation("author", "wrote", "paper"),))
    >>> wrote = {("author", "wrote", "paper"): np.array([[1], [0]])}
    >>> graph = Graph(schema, wrote, {"author": 2, "paper": 1})
    >>> with_walks(make_problem(graph, Motif.parse("(t:author)--(c:paper)"), induced=False))
    array([ True, False])
    """
    some = [np.ones(size, dtype=bool) for size in problem.sizes]
    for parent, child in reversed(spanning_trees(problem)[0]):
        # Floats, as scipy adds booleans up to a boolean.
        some[parent] = some[parent] & (
            problem.linked[parent, child] @ some[child].astype(np.float32) > 0
        )
    return some[0]


def spanning_trees(problem: MatchingProblem) -> list[tuple[Pair, ...]]:
    """Up to TREES spanning trees of the motif's links as (parent, child), parents first."""
    links = sorted((a, b) for a, b in problem.linked if a < b)
    chosen = combinations(links, len(problem.types) - 1)
    trees = (tree for edges in chosen if (tree := _from_root(edges, len(problem.types))))
    # Trees of one shape have as many walks.
    different = {_shape(problem, tree, 0): tree for tree in trees}
    return list(islice(different.values(), TREES))


def _shape(problem: MatchingProblem, tree: tuple[Pair, ...], node: int) -> tuple[object, ...]:
    """A key that is equal for trees that differ only in the names of their nodes."""
    branches = (child for parent, child in tree if parent == node)
    return tuple(
        sorted(
            (id(problem.linked[node, child]), _shape(problem, tree, child)) for child in branches
        )
    )


def _from_root(edges: tuple[Pair, ...], nodes: int) -> tuple[Pair, ...]:
    """The edges as (parent, child) from node 0 on; empty if they do not reach every node."""
    tree: list[Pair] = []
    reached = [0]
    for node in reached:
        for a, b in edges:
            other = b if a == node else a if b == node else node
            if other not in reached:
                reached.append(other)
                tree.append((node, other))
    return tuple(tree) if len(reached) == nodes else ()


def _sizes(problem: MatchingProblem, tree: tuple[Pair, ...]) -> tuple[float, float]:
    """The walks of a tree, and about the largest number that occurs while counting them."""
    weight = [np.ones(size) for size in problem.sizes]
    most = 0.0
    for parent, child in reversed(tree):
        message = problem.linked[parent, child] @ weight[child]
        weight[parent] = weight[parent] * message
        most = max(most, float(message.sum()), float(weight[parent].sum()))
    return float(weight[0].sum()), most


def _position(ends: Rows, drawn: Rows) -> Rows:
    return np.searchsorted(ends, drawn, side="right") - 1
