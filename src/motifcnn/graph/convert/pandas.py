"""Graphs from and to pandas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.changes import find_relation
from motifcnn.graph.columns import Column, LinkTable
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.ids import rows_of_ids
from motifcnn.graph.io.columns import load_columns
from motifcnn.graph.io.further_columns import KEPT_KINDS, further_columns
from motifcnn.graph.io.table_labels import Classes
from motifcnn.graph.io.tables import graph_from_tables
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.left_out import warn_left_out
from motifcnn.graph.schema import Relation

if TYPE_CHECKING:
    import pandas as pd

    from motifcnn.graph.encode import TableEncoder


class Frames(NamedTuple):
    """A graph as pandas frames; `from_pandas(*frames)` makes the graph again."""

    nodes: Mapping[str, pd.DataFrame]
    edges: Mapping[Relation | RelationKey | str, pd.DataFrame]
    features: Mapping[str, pd.DataFrame] | None = None
    classes: Classes | None = None
    splits: Mapping[str, Mapping[str, Any]] | None = None
    name: str = ""
    columns: Mapping[str, pd.DataFrame] | None = None
    link_columns: Mapping[Relation | RelationKey | str, pd.DataFrame] | None = None
    encoders: Mapping[str, TableEncoder] | None = None


def from_pandas(
    nodes: Any,
    edges: Any,
    features: Mapping[str, pd.DataFrame] | None = None,
    classes: Classes | None = None,
    splits: Mapping[str, Mapping[str, Any]] | None = None,
    name: str = "",
    columns: Mapping[str, pd.DataFrame] | None = None,
    link_columns: Mapping[Relation | RelationKey | str, pd.DataFrame] | None = None,
    encoders: Mapping[str, TableEncoder] | None = None,
    **options: Any,
) -> Graph:
    """Makes a graph from frames.

    Further columns of the nodes and edges frames become columns of the graph.

    Parameters
    ----------
    nodes : DataFrame with columns `id`, `type`, or mapping of node type to DataFrame
        Further columns are `name`, `label` and what is known about nodes.
    edges : DataFrame with columns `source`, `target`, `relation`, or mapping of relation to one
        Further columns are what is known about links.
    features : mapping of node type to DataFrame, optional
        Rows in the order of the nodes frame; sparse columns make a sparse matrix.
    classes : sequence of str, or mapping of node type to sequence of str, optional
        All classes in their order; default: those found, sorted.
    splits : mapping of name to mapping with "type", "train", "val", "test" (ids), optional
        Divisions of the nodes of one type.
    columns : mapping of node type to DataFrame with ids as index, optional
        In place of further columns of the nodes frame.
    link_columns : mapping of relation to DataFrame with (source id, target id) as index, optional
        In place of further columns of the edges frame.
    encoders : mapping of node type to TableEncoder, optional
        How columns become features, for rows that arrive later.
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
    made = {}
    for split_name, parts in (splits or {}).items():
        graph.schema.require_type(parts["type"], f"split {split_name!r}")
        rows = [
            np.unique(_rows(graph, parts["type"], parts[part], f"split {split_name!r}, {part}"))
            for part in ("train", "val", "test")
        ]
        made[split_name] = Split(parts["type"], *rows)
    lost: list[str] = []
    of_nodes = {t: _node_columns(graph, t, f, lost) for t, f in (columns or {}).items()}
    of_links = dict(_link_table(graph, r, f, lost) for r, f in (link_columns or {}).items())
    warn_left_out("from_pandas", lost, KEPT_KINDS)
    return replace(
        graph,
        splits={**graph.splits, **made},
        columns={**graph.columns, **of_nodes},
        link_columns={**graph.link_columns, **of_links},
        encoders=encoders or {},
    )


def to_pandas(graph: Graph) -> Frames:
    """The graph as frames.

    Per node type there is a frame of ids, names and labels, one of features and one of columns, per
    relation a frame of source and target ids and one of link columns.

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
    columns = {
        t: _frame(table, pd.Index(graph.ids[t], name="id")) for t, table in graph.columns.items()
    }
    link_columns: dict[Relation | RelationKey | str, Any] = {}
    for key, table in graph.link_columns.items():
        ends = graph.ids[key[0]][table.source], graph.ids[key[2]][table.target]
        index = pd.MultiIndex.from_arrays(ends, names=["source", "target"])
        link_columns[key] = _frame(table.columns, index)
    return Frames(
        nodes,
        edges,
        features or None,
        classes or None,
        splits or None,
        graph.name,
        columns or None,
        link_columns or None,
        dict(graph.encoders) or None,
    )


def _frame(columns: Mapping[str, Column], index: Any) -> Any:
    import pandas as pd

    # Each with its dtype: pandas would make texts with gaps of objects.
    parts = {n: pd.Series(v, index, dtype=v.dtype) for n, v in columns.items()}
    return pd.DataFrame(parts, index)


def _node_columns(graph: Graph, node_type: str, frame: Any, lost: list[str]) -> dict[str, Column]:
    where = f"columns of {node_type}"
    graph.schema.require_type(node_type, "columns")
    rows = _rows(graph, node_type, frame.index, where)
    if not np.array_equal(np.sort(rows), np.arange(graph.counts[node_type])):
        raise GraphError(
            f"{where}: {len(rows)} rows for {len(np.unique(rows))} of {graph.counts[node_type]} "
            "nodes; expected one row for each, with the ids as index"
        )
    order = np.argsort(rows)
    return {n: values[order] for n, values in _columns(frame, node_type, lost).items()}


def _link_table(
    graph: Graph, relation: Any, frame: Any, lost: list[str]
) -> tuple[RelationKey, LinkTable]:
    given = relation.key if isinstance(relation, Relation) else relation
    found = find_relation(graph.schema, given, "link_columns")
    where = f"link_columns of {found.name}"
    if frame.index.nlevels != 2:
        raise GraphError(f"{where}: expected an index of source ids and target ids")
    source, target = (
        _rows(graph, node_type, frame.index.get_level_values(level), where)
        for level, node_type in enumerate((found.source, found.target))
    )
    return found.key, LinkTable(source, target, _columns(frame, found.name, lost))


def _columns(frame: Any, of: str, lost: list[str]) -> dict[str, Column]:
    table = load_columns(frame, of)
    kept, not_kept = further_columns(table, np.arange(len(frame)), ())
    lost += [f"column {column!r} of {of}" for column in not_kept]
    return kept


def _rows(graph: Graph, node_type: str, ids: Any, where: str) -> npt.NDArray[np.int64]:
    values = np.asarray(ids)
    return rows_of_ids(graph.ids[node_type], values, node_type, lambda at: f"{where}, row {at}:")


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
