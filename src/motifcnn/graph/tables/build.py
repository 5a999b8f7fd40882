"""A graph from tables and a mapping."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from motifcnn.graph.columns import Column, LinkTable
from motifcnn.graph.encode import TableEncoder
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.cells import label as text_of
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import Schema
from motifcnn.graph.tables.features import features_of
from motifcnn.graph.tables.labels import labels_of, split_parts, unlabelled
from motifcnn.graph.tables.left_out import left_out
from motifcnn.graph.tables.links import (
    both_ends,
    end_rows,
    ends_of,
    rows_without_link,
    unknown_keys,
    unknown_problem,
)
from motifcnn.graph.tables.mapping import Mapping
from motifcnn.graph.tables.nodes import Nodes, key_problems, nodes_of
from motifcnn.graph.tables.problems import TableProblem, refuse
from motifcnn.graph.tables.profile import KeyColumn, key_column
from motifcnn.graph.tables.raw import RawTable
from motifcnn.graph.tables.typed import placed, typed_column

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass
class _Work:
    """What is known while a graph is built."""

    mapping: Mapping
    tables: MappingOf[str, RawTable]
    partial: bool
    problems: list[TableProblem] = field(default_factory=list)
    report: list[str] = field(default_factory=list)
    keys: dict[str, dict[str, KeyColumn]] = field(default_factory=dict)

    def key(self, table: str, column: str) -> KeyColumn:
        known = self.keys.setdefault(table, {})
        if column not in known:
            known[column] = key_column(self.tables[table].frame[column], table, column)
        return known[column]


def build_graph(
    mapping: Mapping,
    tables: MappingOf[str, RawTable],
    *,
    partial: bool = False,
    encoders: MappingOf[str, TableEncoder] | None = None,
) -> tuple[Graph, list[str]]:
    """The graph that a mapping makes of tables, and what is left out or added, in sentences.

    Parameters
    ----------
    mapping : Mapping
        That fits the tables, see `check.mapping_problems`.
    tables : mapping of name to RawTable
    partial : bool
        Tables of the mapping may be missing, and keys may name nodes that no table has: they become
        nodes without columns. Features are made where `encoders` are given.
    encoders : mapping of node type to TableEncoder, optional
        Fitted ones to apply; default: they are fitted to these tables.

    Raises
    ------
    TableError
        With all problems: keys that repeat or are missing, unknown keys, cells of another kind.
    """
    work = _Work(mapping, tables, partial)
    nodes = _nodes(work)
    columns: dict[str, dict[str, Column]] = {}
    names: dict[str, npt.NDArray[Any]] = {}
    labels: dict[str, Labels] = {}
    splits: dict[str, Split] = {}
    for name, part in mapping.tables.items():
        if part.type is None or name not in tables:
            continue
        table, of_type = tables[name], nodes[part.type]
        rows = np.arange(len(table)) if part.key is None else of_type.rows(work.key(name, part.key))
        columns[part.type] = _columns(work, name, rows, len(of_type.ids))
        if part.name is not None:
            names[part.type] = placed(_texts(table, part.name), rows, len(of_type.ids))
        if mapping.label is not None and mapping.label.table == name:
            _label(work, part.type, rows, len(of_type.ids), labels, splits)
    adjacency, link_columns = _links(work, nodes)
    if not any(len(of_type.ids) for of_type in nodes.values()):
        files = ", ".join(table.file for table in tables.values())
        remedy = "fill the tables"
        if not tables.keys() & mapping.tables.keys():
            remedy = f"name the files as in the mapping: {', '.join(mapping.tables)}"
        work.problems.append(TableProblem(files, "no table has a node", remedy))
    refuse(work.problems)
    schema = Schema(tuple(nodes), tuple(r.relation for r in mapping.relations))
    columns = {t: found for t, found in columns.items() if found}
    features, used = features_of(columns, mapping, encoders=encoders, fit=not partial)
    graph = Graph(
        schema,
        adjacency,
        {t: len(of_type.ids) for t, of_type in nodes.items()},
        ids={t: of_type.ids for t, of_type in nodes.items()},
        names={t: _named(values) for t, values in names.items()},
        features=features,
        labels=labels,
        splits=splits,
        columns=columns,
        link_columns=link_columns,
        encoders=used,
        name=mapping.name,
    )
    return graph, [*work.report, *left_out(mapping, tables)]


def _nodes(work: _Work) -> dict[str, Nodes]:
    """The nodes of every type, those that only links name included."""
    mapping = work.mapping
    keys: dict[str, dict[str, None]] = {t: {} for t in mapping.node_types()}
    with_table = set()
    for name, part in mapping.tables.items():
        if part.type is None or name not in work.tables:
            continue
        with_table.add(part.type)
        if part.key is None:
            keys[part.type] |= dict.fromkeys(str(row) for row in range(len(work.tables[name])))
            continue
        column = work.key(name, part.key)
        work.problems += key_problems(work.tables[name], column)
        keys[part.type] |= dict.fromkeys(column.values)
    known = {t: frozenset(found) for t, found in keys.items()}
    for end in ends_of(mapping, work.tables):
        if end.column is None or end.column == mapping.tables[end.table].key:
            continue
        column = work.key(end.table, end.column)
        unknown = unknown_keys(column, known[end.node_type])
        if end.node_type not in with_table or work.partial:
            keys[end.node_type] |= dict.fromkeys(unknown)
        elif unknown:
            of = work.tables[str(mapping.table_of(end.node_type))]
            problem = unknown_problem(
                work.tables[end.table], column, unknown, end.node_type, of.file
            )
            if mapping.unknown == "error":
                work.problems.append(problem)
            else:
                did = "left out" if mapping.unknown == "drop" else "added as nodes without inputs"
                place = str(problem).partition(": ")[0]
                work.report.append(f"{place}: {problem.message}; {did}")
            if mapping.unknown == "add":
                keys[end.node_type] |= dict.fromkeys(unknown)
    return {t: nodes_of(t, found) for t, found in keys.items()}


def _columns(work: _Work, name: str, rows: npt.NDArray[np.int64], size: int) -> dict[str, Column]:
    found = {}
    for column, kind in work.mapping.tables[name].columns.items():
        if kind.kind != "skip":
            values, problems = typed_column(work.tables[name], column, kind)
            work.problems += problems
            found[column] = placed(values, rows, size)
    return found


def _texts(table: RawTable, column: str) -> npt.NDArray[Any]:
    cells = cells_of(table.frame[column], column)
    texts = np.array([*(text_of(value) for value in cells.values), ""], object)
    return texts[cells.codes]


def _named(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.array(["" if value is None else value for value in values], object)


def _label(
    work: _Work,
    node_type: str,
    rows: npt.NDArray[np.int64],
    size: int,
    labels: dict[str, Labels],
    splits: dict[str, Split],
) -> None:
    about = work.mapping.label
    assert about is not None
    table = work.tables[about.table]
    if about.column not in table.columns:  # a partial table
        return
    found = labels_of(table.frame[about.column], about.column, rows, about.separator)
    if found is None:
        return
    labels[node_type] = found
    if said := unlabelled(table, about.column):
        work.report.append(said)
    if about.split is not None and about.split in table.columns:
        labelled = np.zeros(size, bool)
        labelled[found.nodes] = True
        parts, problems = split_parts(table, about.split, labelled, rows)
        work.problems += problems
        if not problems:
            splits["public"] = Split(
                node_type, *(np.array(part, np.int64) for part in parts.values())
            )


def _links(
    work: _Work, nodes: MappingOf[str, Nodes]
) -> tuple[dict[tuple[str, str, str], Any], dict[tuple[str, str, str], LinkTable]]:
    adjacency, link_columns = {}, {}
    for relation in work.mapping.relations:
        key = relation.relation.key
        shape = len(nodes[relation.source_type].ids), len(nodes[relation.target_type].ids)
        if relation.table not in work.tables:
            adjacency[key] = sparse.csr_array(shape, dtype=bool)
            continue
        table = work.tables[relation.table]
        for end in both_ends(relation):
            if end.column is not None:
                work.key(end.table, end.column)
        source, target = (
            end_rows(end, nodes[end.node_type], work.keys, len(table))
            for end in both_ends(relation)
        )
        kept = (source >= 0) & (target >= 0)
        pairs = (source[kept], target[kept])
        adjacency[key] = sparse.csr_array((np.ones(int(kept.sum()), bool), pairs), shape=shape)
        adjacency[key].sum_duplicates()
        ends = [work.keys[e.table][e.column] for e in both_ends(relation) if e.column is not None]
        if said := rows_without_link(table, relation.name, ends, kept, adjacency[key].nnz):
            work.report.append(said)
        found = {}
        for column in relation.columns:
            kind = work.mapping.tables[relation.table].columns.get(column)
            if kind is not None and kind.kind != "skip":
                values, problems = typed_column(table, column, kind)
                work.problems += problems
                found[column] = values[kept]
        if found:
            link_columns[key] = LinkTable(*pairs, found)
    return adjacency, link_columns
