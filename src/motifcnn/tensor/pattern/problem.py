"""MatchingProblem: a motif on a graph, reduced to what every engine needs."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.motif.roles import role_symmetries
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix
from motifcnn.tensor.pattern.pruning import prune

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class MatchingProblem:
    """Where in a graph can the nodes of a motif be? Nodes are numbered with the target as 0.

    Parameters
    ----------
    types : tuple of str
        Type of each motif node.
    sizes : tuple of int
        Number of graph nodes of that type.
    linked : mapping of (a, b) to (n_a, n_b) boolean CSR
        Pairs that must be linked, in both orders.
    unlinked : mapping of (a, b) to (n_a, n_b) boolean CSR
        Pairs that must not be linked (induced counting), in both orders.
    roles : tuple of tuple of int
        Members of each role.
    symmetries : int
        Maps per instance.
    smaller : tuple of (a, b)
        Of the maps of one instance, exactly one sends every such a to a smaller row than b.
    """

    types: tuple[str, ...]
    sizes: tuple[int, ...]
    linked: dict[Pair, sparse.csr_array]
    unlinked: dict[Pair, sparse.csr_array]
    roles: tuple[tuple[int, ...], ...]
    symmetries: int
    smaller: tuple[Pair, ...]

    @property
    def n_targets(self) -> int:
        """Rows of the tensor."""
        return self.sizes[0]

    def neighbours(self, node: int) -> list[int]:
        """Motif nodes that must be linked with `node`."""
        return [b for a, b in self.linked if a == node]


def make_problem(graph: Graph, motif: Motif, *, induced: bool) -> MatchingProblem:
    """Checks the motif against the schema and collects its matrices."""
    check(motif, graph.schema)
    order = [motif.target, *(i for i in range(len(motif.nodes)) if i != motif.target)]
    place = {node: position for position, node in enumerate(order)}
    present, absent = find_links(graph, motif, induced=induced)
    sizes = tuple(graph.counts[motif.types[node]] for node in order)
    group = role_symmetries(motif)
    moved = [tuple(place[g[node]] for node in order) for g in group]
    return MatchingProblem(
        types=tuple(motif.types[node] for node in order),
        sizes=sizes,
        linked=prune(
            {(place[a], place[b]): link_matrix(graph, link) for (a, b), link in present.items()},
            sizes,
        ),
        unlinked={
            (place[a], place[b]): link_matrix(graph, link) for (a, b), link in absent.items()
        },
        roles=tuple(tuple(place[member] for member in role.members) for role in motif.roles),
        symmetries=len(group),
        smaller=order_conditions(moved),
    )


def order_conditions(group: list[tuple[int, ...]]) -> tuple[Pair, ...]:
    """Conditions (a, b), a before b, that pick one of the maps that differ by `group`.

    The first moved node comes first in its orbit, and so on within the subgroup that keeps it.
    """
    conditions: list[Pair] = []
    while len(group) > 1:
        node = min(i for g in group for i, j in enumerate(g) if i != j)
        conditions.extend((node, other) for other in sorted({g[node] for g in group} - {node}))
        group = [g for g in group if g[node] == node]
    return tuple(conditions)
