"""Instances of given targets, drawn uniformly without counting the tensor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.csr import Rows
from motifcnn.tensor.pattern.problem import make_problem
from motifcnn.tensor.sampling.sample import maps_among
from motifcnn.tensor.sampling.walks import TreeWalks, count_walks

ROUNDS = 12  # of draws for targets that still lack instances
MOST_DRAWS = 4_000_000  # walks at a time


@dataclass(frozen=True, eq=False)
class DrawnInstances:
    """Instances drawn with replacement, each as likely as any other of the same target.

    Parameters
    ----------
    owner : (n,) int64
        Which of the targets each instance belongs to, by its place among them.
    nodes : mapping of motif node to (n,) int64
        Rows of the nodes; the target is node 0, as in `MatchingProblem`.
    complete : (targets,) bool
        Targets with as many instances as asked for; those of other targets are left out.
    """

    owner: Rows
    nodes: dict[int, Rows]
    complete: np.ndarray[tuple[int], np.dtype[np.bool_]]


def walks_of(graph: Graph, motif: Motif) -> TreeWalks:
    """What drawing needs, prepared once; more walks than int64 can number are a `BudgetError`."""
    return count_walks(make_problem(graph, motif, induced=False))


def draw_instances(
    walks: TreeWalks, targets: Rows, number: int, generator: np.random.Generator
) -> DrawnInstances:
    """Draws `number` instances of each target.

    A walk along a spanning tree of the motif is drawn uniformly among those of its target, and kept
    if it is a map of the motif. Every instance has as many maps as any other, so those kept are
    uniform over instances. A target is given up if too few of its walks are maps; that does not
    depend on which of its instances were drawn, so the rest stays unbiased.

    Examples
    --------
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "friend", "user", directed=False),))
    >>> friends = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    >>> graph = Graph(schema, {("user", "friend", "user"): friends}, {"user": 3})
    >>> walks = walks_of(graph, Motif.parse("(t:user)--(a:user)--(c:user)"))
    >>> drawn = draw_instances(walks, np.array([0, 1]), 2, np.random.default_rng(0))
    >>> drawn.complete.tolist(), drawn.nodes[1].tolist(), drawn.nodes[2].tolist()
    ([False, True], [0, 0], [2, 2])
    """
    some = walks.starts[targets + 1] > walks.starts[targets]
    lacking = np.where(some, number, 0)
    nodes = range(len(walks.problem.types))
    kept: list[dict[int, Rows]] = []
    rate = 1.0
    for _ in range(ROUNDS):
        if not lacking.any():
            break
        # More than are lacking, by the share that was kept so far; the surplus is dropped below.
        tries = np.minimum(np.ceil(lacking / max(rate, 0.01)).astype(np.int64), 100 * number)
        if tries.sum() > MOST_DRAWS:
            tries = np.minimum(
                tries, np.maximum(tries * MOST_DRAWS // tries.sum(), (tries > 0).astype(np.int64))
            )
        owner = np.repeat(np.arange(len(targets)), tries)
        found = maps_among(walks, {-1: owner} | walks.draw_from(targets[owner], generator))
        rate = max(0.5 * len(found[-1]) / max(len(owner), 1), 0.01)
        first = np.searchsorted(found[-1], found[-1])
        enough = np.arange(len(found[-1])) - first < lacking[found[-1]]
        found = {node: rows[enough] for node, rows in found.items()}
        lacking = lacking - np.bincount(found[-1], minlength=len(targets))
        kept.append(found)
    complete = some & (lacking == 0)
    table = {
        node: np.concatenate([np.empty(0, np.int64), *(part[node] for part in kept)])
        for node in (-1, *nodes)
    }
    use = complete[table[-1]]
    return DrawnInstances(table[-1][use], {node: table[node][use] for node in nodes}, complete)
