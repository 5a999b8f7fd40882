"""Graphs from tables with named columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.columns import Column, LinkTable
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.ids import first_repeat, rows_of_ids, shown
from motifcnn.graph.io.columns import Columns, is_table, load_columns
from motifcnn.graph.io.further_columns import KEPT_KINDS, further_columns
from motifcnn.graph.io.table_features import are_columns, feature_matrices, features_by_type
from motifcnn.graph.io.table_labels import Classes, labels_of_columns, splits_of_columns
from motifcnn.graph.io.table_nodes import NodeTable, node_tables, same_kind
from motifcnn.graph.labels import Labels
from motifcnn.graph.left_out import warn_left_out
from motifcnn.graph.schema import Relation, Schema, suggestion

Rows = npt.NDArray[np.int64]


def graph_from_tables(
    nodes: Any,
    edges: Any,
    *,
    id: str = "id",
    type: str = "type",
    node_name: str = "name",
    source: str = "source",
    target: str = "target",
    relation: str = "relation",
    label: str = "label",
    label_separator: str | None = None,
    classes: Classes | None = None,
    split: str = "split",
    features: Sequence[str] | Mapping[str, Any] | None = None,
    undirected: Iterable[str] = (),
    name: str = "",
) -> Graph:
    """Makes a graph from tables with named columns.

    A table is a path, a pandas DataFrame, a pyarrow table or a dict of columns. Columns of the
    nodes that have no use here become `columns` of the graph, those of the edges `link_columns`.

    Parameters
    ----------
    nodes : table, or mapping of node type to table
        One table has a `type` column (without it all nodes are of type "node").
    edges : table, or mapping of relation to table
        A relation is a name, (source type, name, target type) or a `Relation`. One table has a
        `relation` column (without it there is one relation, "edge"), and may have `source_type` and
        `target_type`.
    id, type, node_name, source, target, relation, label, split : str
        Names of the columns. Ids are integers or texts, unique within their type; where the type of
        an end is not given, unique in the graph. `node_name`, `label` and `split` ("train", "val"
        or "test") are optional columns.
    label_separator : str, optional
        Splits a label text into several classes (multi-label); columns of lists are multi-label
        without it.
    classes : sequence of str, or mapping of node type to sequence of str, optional
        All classes in their order; default: those found, sorted.
    features : sequence of column names, or mapping of node type to column names or (n, d) matrix
        The rows of a matrix are in the order of the table.
    undirected : iterable of str
        Names of the relations within one type that have no direction.

    Raises
    ------
    GraphError
        With the table and row of an id that repeats, or of an end that is no node.

    Examples
    --------
    >>> graph_from_tables(
    ...     {"paper": {"id": ["p1", "p2"], "label": ["db", "ml"]}, "author": {"id": ["ada"]}},
    ...     {("paper", "written-by", "author"): {"source": ["p1", "p2"], "target": ["ada", "ada"]}},
    ... )
    Graph(paper 2, author 1; written-by 2)
    """
    tables = node_tables(nodes, id=id, type=type)
    node_types = tuple(tables)
    inputs = features_by_type(tables, features)
    used = {id, node_name, label, split} | ({type} if is_table(nodes) else set())
    columns, lost = _node_columns(tables, used, inputs)
    relations: list[Relation] = []
    adjacency: dict[RelationKey, sparse.csr_array] = {}
    link_columns: dict[RelationKey, LinkTable] = {}
    of_ends = {source, target}
    if is_table(edges):
        of_ends |= {relation, "source_type", "target_type"}
    without_direction = set(undirected)
    for known, table, rows in _relation_tables(edges, relation, tables):
        ends = _ends(known, table, rows, source, target, tables)
        given = (
            known
            if isinstance(known, Relation)
            else Relation(ends[0][0], known[1], ends[1][0], known[1] not in without_direction)
        )
        if given.key in adjacency:
            raise GraphError(
                f"{table.where}: relation {given} is given twice; put its links in one table"
            )
        relations.append(given)
        shape = len(tables[given.source].ids), len(tables[given.target].ids)
        adjacency[given.key] = sparse.csr_array(
            (np.ones(len(ends[0][1]), bool), (ends[0][1], ends[1][1])), shape=shape
        )
        kept, not_kept = further_columns(table, rows, of_ends)
        lost += [f"column {column!r} of {given.name}" for column in not_kept]
        if kept:
            link_columns[given.key] = LinkTable(ends[0][1], ends[1][1], kept)
    if unused := without_direction - {r.name for r in relations}:
        raise GraphError(
            f"undirected: unknown relation {min(unused)!r}"
            f"{suggestion(min(unused), {r.name for r in relations})}"
        )
    warn_left_out("from_tables", lost, KEPT_KINDS)
    labels: dict[str, Labels] = labels_of_columns(tables, label, label_separator, classes)
    return Graph(
        Schema(node_types, tuple(relations)),
        adjacency,
        {t: len(table.ids) for t, table in tables.items()},
        ids={t: table.ids for t, table in tables.items()},
        names={
            t: _texts(table.column(node_name))
            for t, table in tables.items()
            if node_name in table.columns
        },
        features=feature_matrices(tables, inputs),
        labels=labels,
        splits=splits_of_columns(tables, split, labels),
        columns=columns,
        link_columns=link_columns,
        name=name,
    )


def _node_columns(
    tables: Mapping[str, NodeTable], used: set[str], inputs: Mapping[str, Any]
) -> tuple[dict[str, dict[str, Column]], list[str]]:
    """The columns of each type that have no other use, and what a graph cannot keep."""
    columns, lost = {}, []
    for node_type, table in tables.items():
        given = inputs.get(node_type, ())
        taken = used | set(given) if are_columns(given) else used
        kept, not_kept = further_columns(table.columns, table.rows, taken)
        lost += [f"column {column!r} of {node_type}" for column in not_kept]
        if kept:
            columns[node_type] = kept
    return columns, lost


def _texts(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.array(["" if v is None or v != v else str(v) for v in values.tolist()], object)


Known = Relation | tuple[str | None, str, str | None]


def _relation_tables(
    edges: Any, relation: str, tables: Mapping[str, NodeTable]
) -> list[tuple[Known, Columns, Rows]]:
    if not is_table(edges):
        result: list[tuple[Known, Columns, Rows]] = []
        for key, table in edges.items():
            known: Known = (
                key
                if isinstance(key, Relation)
                else (None, key, None)
                if isinstance(key, str)
                else tuple(key)
            )
            if not isinstance(known, Relation) and len(known) != 3:
                raise GraphError(
                    f"edges: relation {key!r}: expected a name or (source type, name, target type)"
                )
            columns = load_columns(
                table, f"edges of {key if isinstance(key, str | Relation) else '-'.join(key)}"
            )
            result.append((known, columns, np.arange(len(columns))))
        return result
    columns = load_columns(edges, "edges")
    parts: list[list[Any]] = []
    defaults = {relation: "edge", "source_type": None, "target_type": None}
    for column, default in defaults.items():
        parts.append(
            _texts(columns[column]).tolist() if column in columns else [default] * len(columns)
        )
    groups: dict[tuple[str | None, str, str | None], list[int]] = {}
    for row, key in enumerate(zip(parts[1], parts[0], parts[2], strict=True)):
        if key not in groups:
            for node_type in (key[0], key[2]):
                if node_type is not None and node_type not in tables:
                    raise GraphError(
                        f"{columns.place(row)}: unknown node type {node_type!r}"
                        f"{suggestion(node_type, tables)}"
                    )
            if not key[1]:
                raise GraphError(f"{columns.place(row)}: the relation is empty; expected its name")
        groups.setdefault(key, []).append(row)
    return [(key, columns, np.array(rows, np.int64)) for key, rows in groups.items()]


def _ends(
    known: Known,
    table: Columns,
    rows: Rows,
    source: str,
    target: str,
    tables: Mapping[str, NodeTable],
) -> list[tuple[str, Rows]]:
    """(node type, rows of the nodes) of both ends of a relation's links."""

    def where(column: str, at: int) -> str:
        return f"{table.place(int(rows[at]))}: {column}"

    types = (known.source, known.target) if isinstance(known, Relation) else (known[0], known[2])
    ends = []
    for column, node_type in zip((source, target), types, strict=True):
        values = table[column][rows]
        if node_type is None:
            ends.append(_infer(values, table, rows, column, tables, known))
        elif node_type not in tables:
            raise GraphError(
                f"{table.where}: unknown node type {node_type!r}{suggestion(node_type, tables)}"
            )
        else:
            at = rows_of_ids(tables[node_type].ids, values, node_type, partial(where, column))
            ends.append((node_type, at))
    return ends


def _infer(
    values: npt.NDArray[Any],
    table: Columns,
    rows: Rows,
    column: str,
    tables: Mapping[str, NodeTable],
    known: Known,
) -> tuple[str, Rows]:
    if len(tables) > 1:
        every = same_kind([t.ids for t in tables.values()])
        if repeat := first_repeat(every):
            raise GraphError(
                f"{table.where}: id {every[repeat[1]].item()!r} is used by two node types, "
                "so the ends of a link are unclear; give edges as "
                "{(source type, name, target type): table}, "
                "or columns source_type and target_type"
            )
    found: dict[str, Rows] = {t: nodes.locate(values) for t, nodes in tables.items()}
    placed = np.stack([at >= 0 for at in found.values()])
    if not len(values):
        raise GraphError(
            f"{table.where}: relation {known} has no links to tell its types by; "
            "give (source type, name, target type)"
        )
    if (missing := np.flatnonzero(~placed.any(axis=0))).size:
        raise GraphError(
            f"{table.place(int(rows[missing[0]]))}: {column} {shown(values, missing[0])} "
            "is not the id of a node"
        )
    codes = placed.argmax(axis=0)
    types = list(tables)
    if (other := np.flatnonzero(codes != codes[0])).size:
        row = int(other[0])
        raise GraphError(
            f"{table.place(int(rows[row]))}: {column} {shown(values, row)} is of type "
            f"{types[codes[row]]}, but links before have {types[codes[0]]}; "
            "a relation links one pair of types, name the others differently"
        )
    return types[codes[0]], found[types[codes[0]]]
