"""Subgraphs: some nodes with all that is known about them, and the links between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.columns import LinkTable
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split

Rows = npt.NDArray[np.int64]


def only_nodes(graph: Graph, kept: Mapping[str, Any]) -> Graph:
    """The graph of some nodes: their ids, features, columns, labels, and the links between them.

    Parameters
    ----------
    graph : Graph
    kept : mapping of node type to (k,) rows
        In any order; of a type that is missing here all nodes stay.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [3, 5, 8]}, {"source": [3, 5], "target": [5, 8]})
    >>> some = only_nodes(graph, {"node": [1, 2]})
    >>> some.ids["node"].tolist(), some.num_edges()
    ([5, 8], 1)
    """
    rows = {t: np.arange(n) for t, n in graph.counts.items()}
    for node_type, given in kept.items():
        rows[node_type] = _checked(graph, node_type, given)
    place = {t: _places(own, graph.counts[t]) for t, own in rows.items()}
    return replace(
        graph,
        adjacency={
            (s, name, t): matrix[rows[s]][:, rows[t]]
            for (s, name, t), matrix in graph.adjacency.items()
        },
        counts={t: len(own) for t, own in rows.items()},
        ids={t: ids[rows[t]] for t, ids in graph.ids.items()},
        names={t: names[rows[t]] for t, names in graph.names.items()},
        features={t: x[rows[t]] for t, x in graph.features.items()},
        labels={t: _labels(labels, place[t]) for t, labels in graph.labels.items()},
        splits={name: _split(s, place[s.node_type]) for name, s in graph.splits.items()},
        columns={
            t: {name: values[rows[t]] for name, values in table.items()}
            for t, table in graph.columns.items()
        },
        link_columns={
            key: _links(table, place[key[0]], place[key[2]])
            for key, table in graph.link_columns.items()
        },
    )


def without_nodes(graph: Graph, node_type: str, rows: Any) -> Graph:
    """The graph as if some nodes had never been in it: without them and without their links.

    Parameters
    ----------
    graph : Graph
    node_type : str
    rows : (k,) rows of that type

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [3, 5, 8]}, {"source": [3, 5], "target": [5, 8]})
    >>> rest = without_nodes(graph, "node", [2])
    >>> rest.ids["node"].tolist(), rest.num_edges()
    ([3, 5], 1)
    """
    gone = _checked(graph, node_type, rows)
    return only_nodes(graph, {node_type: np.delete(np.arange(graph.counts[node_type]), gone)})


def with_neighbours(graph: Graph, node_type: str, rows: Any) -> Graph:
    """The graph of some nodes and of all nodes of any type that they are linked with.

    Parameters
    ----------
    graph : Graph
    node_type : str
        Of the nodes that are given; their neighbours are of any type.
    rows : (k,) int

    Examples
    --------
    >>> chain = Graph.from_tables({"id": [1, 2, 3, 4]}, {"source": [1, 2, 3], "target": [2, 3, 4]})
    >>> with_neighbours(chain, "node", [1]).ids["node"].tolist()
    [1, 2, 3]
    """
    own = _checked(graph, node_type, rows)
    found: dict[str, list[Rows]] = {t: [] for t in graph.schema.node_types}
    found[node_type].append(own)
    for (source, _, target), matrix in graph.adjacency.items():
        if source == node_type:
            found[target].append(matrix[own].indices)
        if target == node_type:
            found[source].append(matrix[:, own].tocoo().row)
    return only_nodes(
        graph, {t: np.concatenate([np.empty(0, np.int64), *parts]) for t, parts in found.items()}
    )


def _checked(graph: Graph, node_type: str, given: Any) -> Rows:
    graph.schema.require_type(node_type, "nodes")
    rows = np.unique(np.asarray(given, dtype=np.int64))
    count = graph.counts[node_type]
    if len(outside := rows[(rows < 0) | (rows >= count)]):
        raise GraphError(
            f"there is no {node_type} in row {outside[0]}; expected rows 0 to {count - 1}"
        )
    return rows


def _places(rows: Rows, count: int) -> Rows:
    """The new row of every node, -1 for those that go."""
    place = np.full(count, -1, np.int64)
    place[rows] = np.arange(len(rows))
    return place


def _labels(labels: Labels, place: Rows) -> Labels:
    at = place[labels.nodes]
    return Labels(at[at >= 0], labels.y[at >= 0], labels.classes)


def _split(split: Split, place: Rows) -> Split:
    parts = (place[part] for part in (split.train, split.val, split.test))
    return Split(split.node_type, *(part[part >= 0] for part in parts))


def _links(table: LinkTable, sources: Rows, targets: Rows) -> LinkTable:
    left = table.only((sources[table.source] >= 0) & (targets[table.target] >= 0))
    return LinkTable(sources[left.source], targets[left.target], left.columns)
