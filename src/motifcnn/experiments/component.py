"""The largest connected component, which some publications train on alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels


def largest_component(graph: Graph) -> Graph:
    """The subgraph of the largest connected component, all types and directions together; ids stay those of the source.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> links = np.zeros((4, 4)); links[0, 1] = links[1, 3] = 1
    >>> largest_component(Graph(schema, {("user", "knows", "user"): links}, {"user": 4})).ids["user"].tolist()
    [0, 1, 3]
    """
    kept = _members(graph)
    place = {t: np.cumsum(mask) - 1 for t, mask in kept.items()}
    labels = {}
    for node_type, own in graph.labels.items():
        inside = kept[node_type][own.nodes]
        labels[node_type] = Labels(
            place[node_type][own.nodes[inside]], np.asarray(own.y)[inside], own.classes
        )
    return replace(
        graph,
        adjacency={
            key: sparse.csr_array(
                matrix[np.flatnonzero(kept[key[0]])][:, np.flatnonzero(kept[key[2]])]
            )
            for key, matrix in graph.adjacency.items()
        },
        counts={t: int(mask.sum()) for t, mask in kept.items()},
        ids={t: ids[kept[t]] for t, ids in graph.ids.items()},
        names={t: names[kept[t]] for t, names in graph.names.items()},
        features={t: x[np.flatnonzero(kept[t])] for t, x in graph.features.items()},
        labels=labels,
        splits={},
    )


def _members(graph: Graph) -> dict[str, np.ndarray]:
    first, total = {}, 0
    for node_type, count in graph.counts.items():
        first[node_type], total = total, total + count
    rows, columns = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for (source, _, target), matrix in graph.adjacency.items():
        links = matrix.tocoo()
        rows.append(links.row.astype(np.int64) + first[source])
        columns.append(links.col.astype(np.int64) + first[target])
    row, column = np.concatenate(rows), np.concatenate(columns)
    whole = sparse.coo_array(
        (np.ones(len(row), np.int8), (row, column)), shape=(total, total)
    ).tocsr()
    _, component = csgraph.connected_components(whole, directed=False)
    largest = component == np.bincount(component).argmax()
    return {t: largest[first[t] : first[t] + count] for t, count in graph.counts.items()}
