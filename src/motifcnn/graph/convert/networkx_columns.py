"""Columns of nodes and links as attributes of networkx nodes and links, and back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.columns import Column, LinkTable
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.cells import column_of
from motifcnn.graph.schema import Relation

OF_NODES = frozenset({"type", "id", "name", "label", "x", "split"})
OF_LINKS = frozenset({"relation", "row", "source"})
About = Mapping[str, Mapping[str, str]]
"""Column to {"attribute", "dtype"}: under which name, and of which kind."""


def put_node_columns(result: Any, nodes: Sequence[Any], columns: Mapping[str, Column]) -> About:
    """Writes one attribute per column and node; returns their names and dtypes."""
    about = _described(columns, OF_NODES)
    for name, values in columns.items():
        for node, value in zip(nodes, values.tolist(), strict=True):
            result.nodes[node][about[name]["attribute"]] = value
    return about


def put_links(
    result: Any, graph: Graph, relation: Relation, nodes: Mapping[str, Sequence[Any]]
) -> About | None:
    """Writes the links of a relation, one per row of its link table and one per other link.

    Links of a table have its columns as attributes, and `row`. Where networkx keeps no direction,
    `source` says which end the table calls so.
    """
    both = result.is_directed()
    matrix = graph.adjacency[relation.key].tocoo()
    links = zip(*(ends.tolist() for ends in matrix.coords), strict=True)
    pairs = {(s, t): None for s, t in links if both or s <= t}  # in order
    table = graph.link_columns.get(relation.key)
    about = None if table is None else _described(table.columns, OF_LINKS)
    if table is not None and about is not None:
        cells = {about[name]["attribute"]: v.tolist() for name, v in table.columns.items()}
        ends = zip(table.source.tolist(), table.target.tolist(), strict=True)
        for row, (s, t) in enumerate(ends):
            pairs.pop((s, t) if both else (min(s, t), max(s, t)), None)
            source, target = nodes[relation.source][s], nodes[relation.target][t]
            # Not as arguments of add_edge: a column may be called `key`, as one of these.
            link = result.edges[source, target, result.add_edge(source, target)]
            link |= {"relation": relation.name, "row": row} | ({} if both else {"source": source})
            link |= {attribute: values[row] for attribute, values in cells.items()}
    for s, t in pairs:
        source, target = nodes[relation.source][s], nodes[relation.target][t]
        result.add_edge(source, target, relation=relation.name)
    return about


def node_columns(
    cells: Sequence[Mapping[Any, Any]],
    rows: npt.NDArray[np.int64],
    used: Collection[str],
    about: About | None,
) -> tuple[dict[str, Column] | None, list[str]]:
    """The columns of one type, None without any, and the attributes that a graph cannot keep.

    Parameters
    ----------
    cells : sequence of attributes, one mapping per node
    rows : (n,) int64
        Row of each node in the graph.
    used : collection of str
        Attributes that are not wanted.
    about : mapping, optional
        What `put_node_columns` returned; None for a graph from elsewhere.
    """
    columns, lost = _columns(cells, used, about or {})
    order = np.argsort(rows)
    found = {name: values[order] for name, values in columns.items()}
    return (found if found or about is not None else None), lost


def link_table(
    source: npt.NDArray[np.int64],
    target: npt.NDArray[np.int64],
    cells: Sequence[Mapping[Any, Any]],
    relation: str,
    about: About | None,
) -> tuple[LinkTable | None, list[str]]:
    """The link table of one relation, and the attributes that a graph cannot keep.

    Without `about` all links are rows as soon as one has an attribute. With it, links without `row`
    and without an attribute of their own are not.
    """
    used = OF_LINKS | {relation} if about is not None else {relation}
    if about is None and not _attributes(cells, used):
        return None, []
    own = {entry["attribute"] for entry in about.values()} if about is not None else set()
    rows = [
        at
        for at, entry in enumerate(cells)
        if about is None or "row" in entry or own & entry.keys() or _attributes([entry], used)
    ]
    if about is not None:
        last = len(cells)
        rows.sort(key=lambda at: r if isinstance(r := cells[at].get("row"), int) else last)
    columns, lost = _columns([cells[at] for at in rows], used, about or {})
    chosen = np.array(rows, np.int64)
    table = LinkTable(source[chosen], target[chosen], columns)
    return (table if columns or about is not None else None), lost


def _columns(
    cells: Sequence[Mapping[Any, Any]], used: Collection[str], about: About
) -> tuple[dict[str, Column], list[str]]:
    known = {entry["attribute"]: (name, entry["dtype"]) for name, entry in about.items()}
    kept: dict[str, Column] = {}
    lost = []
    for attribute in dict.fromkeys([*known, *_attributes(cells, used)]):
        name, dtype = known.get(attribute, (str(attribute), "O"))
        column = _column([entry.get(attribute) for entry in cells], dtype)
        if column is None or name in kept:
            lost.append(name)
        else:
            kept[name] = column
    return kept, lost


def _described(columns: Mapping[str, Column], taken: Collection[str]) -> dict[str, dict[str, str]]:
    about: dict[str, dict[str, str]] = {}
    names = set(taken)
    for name, values in columns.items():
        attribute = name
        while attribute in names or (attribute != name and attribute in columns):
            attribute = f"_{attribute}"
        names.add(attribute)
        about[name] = {"attribute": attribute, "dtype": values.dtype.str}
    return about


def _attributes(cells: Iterable[Mapping[Any, Any]], used: Collection[str]) -> list[Any]:
    return [a for a in dict.fromkeys(a for entry in cells for a in entry) if a not in used]


def _column(values: list[Any], dtype: str) -> Column | None:
    """The column of that dtype where it holds these very values, else of the dtype they have."""
    if np.dtype(dtype).kind in "biufM":
        try:
            made = np.array(values, dtype)
        except (TypeError, ValueError, OverflowError):
            made = np.empty(0)
        if made.shape == (len(values),) and all(map(_same, made.tolist(), values)):
            return made
    cells = np.empty(len(values), object)
    cells[:] = values
    return column_of(cells)


def _same(one: Any, other: Any) -> bool:
    return one is other or bool(one == other) or (one != one and other != other)
