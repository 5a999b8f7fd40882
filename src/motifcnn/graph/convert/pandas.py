"""Graphs from and to pandas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.ids import rows_of_ids
from motifcnn.graph.io.table_labels import Classes
from motifcnn.graph.io.tables import graph_from_tables
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import Relation

if TYPE_CHECKING:
    import pandas as pd


class Frames(NamedTuple):
    """A graph as pandas frames; `from_pandas(*frames)` makes the graph again."""

    nodes: Mapping[str, pd.DataFrame]
    edges: Mapping[Relation | RelationKey | str, pd.DataFrame]
    features: Mapping[str, pd.DataFrame] | None = None
    classes: Classes | None = None
    splits: Mapping[str, Mapping[str, Any]] | None = None
    name: str = ""


def from_pandas(
    nodes: Any,
    edges: Any,
    features: Mapping[str, pd.DataFrame] | None = None,
    classes: Classes | None = None,
    splits: Mapping[str, Mapping[str, Any]] | None = None,
    name: str = "",
    **options: Any,
) -> Graph:
    """Makes a graph from frames.

    Parameters
    ----------
    nodes : DataFrame with columns `id`, `type`, or mapping of node type to DataFrame
    edges : DataFrame with columns `source`, `target`, `relation`, or mapping of relation to one
    features : mapping of node type to DataFrame, optional
        Rows in the order of the nodes frame; sparse columns make a sparse matrix.
    classes : sequence of str, or mapping of node type to sequence of str, optional
        All classes in their order; default: those found, sorted.
    splits : mapping of name to mapping with "type", "train", "val", "test" (ids), optional
    options
        Further arguments of `Graph.from_tables`, such as `undirected` or `label_separator`.

    Examples
    --------
    >>> import pandas as pd
    >>> from_pandas(pd.DataFrame({"id": [1, 2]}), pd.DataFrame({"source": [1], "target": [2]}))
    Graph(node 2; edge 1)
    """
    matrices = {t: _matrix(frame) for t, frame in (features or {}).items()} or None
    graph = graph_from_tables(
        nodes, edges, features=matrices, classes=classes, name=name, **options
    )
    if not splits:
        return graph
    made = {}
    for split_name, parts in splits.items():
        graph.schema.require_type(parts["type"], f"split {split_name!r}")
        rows = [
            _rows(graph, parts["type"], parts[part], f"split {split_name!r}, {part}")
            for part in ("train", "val", "test")
        ]
        made[split_name] = Split(parts["type"], *rows)
    return replace(graph, splits={**graph.splits, **made})


def to_pandas(graph: Graph) -> Frames:
    """The graph as frames.

    Per node type there is a frame of ids, names and labels and one of features, per relation a
    frame of source and target ids.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": ["a", "b"]}, {"source": ["a"], "target": ["b"]})
    >>> to_pandas(graph).nodes["node"]["id"].tolist()
    ['a', 'b']
    """
    import pandas as pd

    frame_of: Any = pd.DataFrame  # the stubs do not know its sparse constructor
    nodes, features = {}, {}
    for node_type in graph.schema.node_types:
        frame = pd.DataFrame({"id": graph.ids[node_type]})
        if node_type in graph.names:
            frame["name"] = graph.names[node_type]
        if node_type in graph.labels:
            frame["label"] = _label_column(graph.labels[node_type], graph.counts[node_type])
        nodes[node_type] = frame
        if node_type in graph.features:
            matrix = graph.features[node_type]
            features[node_type] = (
                frame_of.sparse.from_spmatrix(matrix)
                if sparse.issparse(matrix)
                else pd.DataFrame(matrix)
            )
    edges: dict[Relation | RelationKey | str, Any] = {}
    for relation in graph.schema.relations:
        matrix, ids = graph.adjacency[relation.key], graph.ids
        source, target = (matrix if relation.directed else sparse.triu(matrix)).tocoo().coords
        edges[relation] = pd.DataFrame(
            {"source": ids[relation.source][source], "target": ids[relation.target][target]}
        )
    splits = {
        name: {"type": s.node_type}
        | {part: graph.ids[s.node_type][getattr(s, part)] for part in ("train", "val", "test")}
        for name, s in graph.splits.items()
    }
    classes = {t: labels.classes for t, labels in graph.labels.items()}
    return Frames(nodes, edges, features or None, classes or None, splits or None, graph.name)


def _rows(graph: Graph, node_type: str, ids: Any, where: str) -> npt.NDArray[np.int64]:
    values = np.asarray(ids)
    found = rows_of_ids(graph.ids[node_type], values, node_type, lambda at: f"{where}, row {at}:")
    return np.unique(found)


def _label_column(labels: Labels, size: int) -> Any:
    column = np.full(size, None, object)
    for row, y in zip(labels.nodes.tolist(), labels.y, strict=True):
        column[row] = labels.named(y)
    return column


def _matrix(frame: Any) -> Any:
    import pandas as pd

    if len(frame.columns) and all(isinstance(dtype, pd.SparseDtype) for dtype in frame.dtypes):
        return sparse.csr_array(frame.sparse.to_coo())
    return frame.to_numpy()
