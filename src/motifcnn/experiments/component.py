"""The largest connected component, on which some publications train."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels


def largest_component(graph: Graph) -> Graph:
    """The subgraph of the largest connected component, over all types and directions; ids stay.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> links = np.zeros((4, 4)); links[0, 1] = links[1, 3] = 1
    >>> graph = Graph(schema, {("user", "knows", "user"): links}, {"user": 4})
    >>> largest_component(graph).ids["user"].tolist()
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
    """Per node type, which nodes are in the largest component."""
    _, component = csgraph.connected_components(flat_adjacency(graph), directed=False)
    largest = component == np.bincount(component).argmax()
    return {t: largest[rows] for t, rows in offsets(graph).items()}
