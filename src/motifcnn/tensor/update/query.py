"""Query: a motif as a product of conditions on pairs, and how the product changes.

An injective map belongs to an instance if every pair of its nodes meets its condition: the
indicator is a product over pairs. So

    new - old = sum over pairs i of
        (factors before i, new graph) * (change of factor i) * (factors after i, old graph)

and every summand is found around the few pairs of graph nodes on which factor i changed. Instances
without such a pair are never visited, and none is counted twice, however many edges change at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.motif.roles import role_symmetries
from motifcnn.tensor.pattern.link_matrices import LinkCondition, find_links
from motifcnn.tensor.pattern.problem import order_conditions
from motifcnn.tensor.update.compiled.delta import DIFFERENT, GREATER, LINKED, SMALLER, UNLINKED

Pair = tuple[int, int]
OLD, NEW = 0, 1


@dataclass(frozen=True, eq=False)
class Query:
    """Nodes are numbered with the target as 0.

    Parameters
    ----------
    types : tuple of str
    pairs : tuple of (a, b), a < b
        The factors: pairs of motif nodes with a condition.
    present, absent : mapping of (a, b) to LinkCondition
        What must link a pair, or (induced) must not; in both orders.
    roles : tuple of tuple of int
    smaller : tuple of (a, b)
        Of the maps of one instance, exactly one sends every such a to a smaller row than b.
    """

    types: tuple[str, ...]
    pairs: tuple[Pair, ...]
    present: dict[Pair, LinkCondition]
    absent: dict[Pair, LinkCondition]
    roles: tuple[tuple[int, ...], ...]
    smaller: tuple[Pair, ...]

    @property
    def links(self) -> tuple[LinkCondition, ...]:
        """The different conditions, each once."""
        return tuple(dict.fromkeys([*self.present.values(), *self.absent.values()]))


@dataclass(frozen=True, eq=False)
class Step:
    """How to find the maps through a changed pair.

    Rows of `tests` are as `add_pinned` reads them; tables are numbered 2 * link + age.
    """

    order: tuple[int, ...]
    first: npt.NDArray[np.int64]
    tests: npt.NDArray[np.int64]


def make_query(graph: Graph, motif: Motif, *, induced: bool) -> Query:
    """The motif's conditions under the graph's schema."""
    check(motif, graph.schema)
    order = [motif.target, *(i for i in range(len(motif.nodes)) if i != motif.target)]
    place = {node: position for position, node in enumerate(order)}
    present, absent = (
        {(place[a], place[b]): link for (a, b), link in found.items()}
        for found in find_links(graph, motif, induced=induced)
    )
    return Query(
        types=tuple(motif.types[node] for node in order),
        pairs=tuple(sorted((a, b) for a, b in [*present, *absent] if a < b)),
        present=present,
        absent=absent,
        roles=tuple(tuple(place[member] for member in role.members) for role in motif.roles),
        smaller=order_conditions(
            [tuple(place[g[node]] for node in order) for g in role_symmetries(motif)]
        ),
    )


def make_step(query: Query, number: int) -> Step:
    """The summand of one factor: its pair, then the nodes with most links to those placed."""
    order = list(query.pairs[number])
    while len(order) < len(query.types):
        rest = [n for n in range(len(query.types)) if n not in order]
        order.append(max(rest, key=lambda n: sum((p, n) in query.present for p in order)))
    links = {link: k for k, link in enumerate(query.links)}

    def table(link: LinkCondition, a: int, b: int) -> int:
        before = query.pairs.index((min(a, b), max(a, b))) < number
        return 2 * links[link] + (NEW if before else OLD)

    tests: list[tuple[int, int, int]] = []
    first = [0, 0, 0]
    for position in range(2, len(order)):
        node, placed = order[position], list(enumerate(order[:position]))
        tests += [
            (LINKED, d, table(query.present[p, node], p, node))
            for d, p in placed
            if (p, node) in query.present
        ]
        tests += [
            (UNLINKED, d, table(query.absent[p, node], p, node))
            for d, p in placed
            if (p, node) in query.absent
        ]
        tests += [(SMALLER, d, -1) for d, p in placed if (p, node) in query.smaller]
        tests += [(GREATER, d, -1) for d, p in placed if (node, p) in query.smaller]
        alike = [
            (d, p)
            for d, p in placed
            if query.types[p] == query.types[node] and (p, node) not in query.present
        ]
        tests += [(DIFFERENT, d, -1) for d, _ in alike]
        first.append(len(tests))
    return Step(
        tuple(order),
        np.array(first, dtype=np.int64),
        np.array(tests, dtype=np.int64).reshape(-1, 3),
    )
