"""How some nodes are linked to each other and to the nodes around them, as bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.tensor.pattern.link_matrices import LinkCondition, link_matrix

Example = tuple[str, int]
"""Node type and row."""


@dataclass(frozen=True, eq=False)
class Around:
    """Nodes of one type, those together that are linked to every example in the same way.

    Parameters
    ----------
    links : tuple of tuples of int
        For every kind of node its links to each example, as bits.
    nodes : (n_kinds,) int64
        How many nodes of each kind there are.
    """

    links: tuple[tuple[int, ...], ...]
    nodes: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The links of some nodes.

    Parameters
    ----------
    between : mapping of (example, example) to int
        The links from one example to another, as bits.
    around : mapping of node type to Around
        The neighbours, the examples themselves left out.
    """

    between: dict[tuple[int, int], int]
    around: dict[str, Around]


def bit(schema: Schema, relation: Relation, forward: bool) -> int:
    """The bit of a relation, read from its source or from its target.

    Examples
    --------
    >>> cites, knows = Relation("p", "cites", "p"), Relation("p", "knows", "p", directed=False)
    >>> schema = Schema(("p",), (cites, knows))
    >>> [bit(schema, cites, True), bit(schema, cites, False), bit(schema, knows, False)]
    [1, 2, 4]
    """
    return 1 << (2 * schema.relations.index(relation) + (relation.directed and not forward))


def find_neighbourhood(graph: Graph, examples: Sequence[Example]) -> Neighbourhood:
    """The links among some nodes, and to their neighbours.

    Examples
    --------
    >>> chain = Graph.from_tables({"id": [1, 2, 3, 4]}, {"source": [1, 2, 3], "target": [2, 3, 4]})
    >>> found = find_neighbourhood(chain, [("node", 1), ("node", 2)])
    >>> found.between[0, 1], found.between[1, 0]
    (1, 2)
    >>> found.around["node"].links, found.around["node"].nodes.tolist()
    (((0, 2), (1, 0)), [1, 1])
    """
    between = {
        (i, j): sum(
            bit(graph.schema, relation, forward)
            for relation, forward in graph.schema.between(one[0], other[0])
            if other[1] in _linked(graph, one, relation, forward)
        )
        for i, one in enumerate(examples)
        for j, other in enumerate(examples)
        if i != j
    }
    around = {t: _around(graph, t, examples) for t in graph.schema.node_types}
    return Neighbourhood(between, around)


def _around(graph: Graph, node_type: str, examples: Sequence[Example]) -> Around:
    found = [
        # Read from the neighbour: an example that cites it is cited by it.
        (number, bit(graph.schema, relation, not forward), _linked(graph, one, relation, forward))
        for number, one in enumerate(examples)
        for relation, forward in graph.schema.between(one[0], node_type)
    ]
    rows = np.unique(np.concatenate([np.empty(0, np.int64), *(rows for _, _, rows in found)]))
    rows = np.setdiff1d(rows, [row for t, row in examples if t == node_type])
    linked = np.zeros((len(rows), len(found)), dtype=bool)
    for column, (_, _, some) in enumerate(found):
        linked[:, column] = np.isin(rows, some, assume_unique=True)
    kinds, nodes = np.unique(np.packbits(linked, axis=1), axis=0, return_counts=True)
    links = []
    for kind in np.unpackbits(kinds, axis=1, count=len(found)) if found else ():
        own = [0] * len(examples)
        for column in np.flatnonzero(kind).tolist():
            number, mask, _ = found[column]
            own[number] |= mask
        links.append(tuple(own))
    return Around(tuple(links), nodes if links else np.empty(0, np.int64))


def _linked(
    graph: Graph, example: Example, relation: Relation, forward: bool
) -> npt.NDArray[np.int64]:
    """Rows of the nodes that a relation links to an example."""
    ends = (relation.source, relation.target) if forward else (relation.target, relation.source)
    atom = (relation.key, forward)
    matrix = link_matrix(graph, LinkCondition(*ends, frozenset([frozenset([atom])]), frozenset()))
    row = example[1]
    found: npt.NDArray[np.int64] = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]]
    return found
