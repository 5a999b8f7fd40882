"""Graphs from a folder of TSV tables, features and splits, with an optional `meta.json`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.columns import Column, LinkTable
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.ids import first_repeat
from motifcnn.graph.io.arrow import numbers, texts
from motifcnn.graph.io.columns import Columns
from motifcnn.graph.io.delimited import TextTable, read_delimited, require_file
from motifcnn.graph.io.further_columns import further_columns
from motifcnn.graph.io.node_index import NodeIndex, index_nodes
from motifcnn.graph.io.npz import read_features
from motifcnn.graph.io.tsv_labels import read_labels, read_splits
from motifcnn.graph.io.tsv_meta import Declared, read_meta
from motifcnn.graph.schema import Relation, Schema, suggestion
from motifcnn.readable import shown
from motifcnn.sealed import is_there


def read_tsv(folder: str | Path) -> Graph:
    r"""Reads a folder with `nodes.tsv` and `edges.tsv`, plain or gzipped.

    `labels.tsv`, `features*.npz`, `splits/*.txt` and `meta.json` are optional. `meta.json` declares
    relations that link several pairs of types or have no direction, class names, the labelled types
    and which feature file belongs to which type; without it names and pairs come from the tables,
    and every relation is directed. Further columns of the two tables become columns of the graph.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "nodes.tsv").write_text("id\ttype\tname\n0\tpaper\tOne\n1\tauthor\tAda\n")
    >>> _ = (folder / "edges.tsv").write_text("src\tdst\trelation\n0\t1\twritten-by\n")
    >>> dict(read_tsv(folder).counts)
    {'paper': 1, 'author': 1}
    """
    folder = Path(folder)
    meta = read_meta(folder)
    nodes = read_delimited(
        require_file(folder, "nodes.tsv"),
        {"id": "integer", "type": "category"},
        optional={"name": "text"},
        others=True,
        within=folder,
    )
    node_types, index = _nodes(nodes, meta)
    counts = {t: int((index.types == code).sum()) for code, t in enumerate(node_types)}
    adjacency, relations, link_columns = _edges(folder, meta, node_types, counts, index)
    labels = read_labels(folder, meta, node_types, index)
    ids, names, columns = {}, {}, {}
    given = texts(nodes.columns["name"])[index.order] if "name" in nodes.columns else None
    for code, node_type in enumerate(node_types):
        members = index.of_type(code)
        ids[node_type] = index.ids[members]
        if given is not None and any(of_type := given[members]):
            names[node_type] = of_type
        if further := _further(nodes, index.order[members], ("id", "type", "name")):
            columns[node_type] = further
    return Graph(
        Schema(node_types, relations),
        adjacency,
        counts,
        ids=ids,
        names=names,
        features=_features(folder, meta, counts),
        labels=labels,
        splits=read_splits(folder, node_types, index, labels),
        columns=columns,
        link_columns=link_columns,
        name=meta.get("name", folder.name),
    )


def _nodes(table: TextTable, meta: Declared) -> tuple[tuple[str, ...], NodeIndex]:
    if not len(table):
        raise GraphError(
            f"{table.path}: the graph is empty, the file has no nodes after the header"
        )
    ids = numbers(table.columns["id"])
    found: list[str] = table.columns["type"].dictionary.to_pylist()
    codes = numbers(table.columns["type"].indices)
    node_types = tuple(meta["node_types"]) if "node_types" in meta else tuple(found)
    for code, node_type in enumerate(found):
        if node_type not in node_types or not node_type:
            row = int(np.flatnonzero(codes == code)[0])
            raise GraphError(
                f"{table.place(row)}: unknown node type "
                f"{shown(node_type)}{suggestion(node_type, node_types)}"
            )
    if repeat := first_repeat(ids):
        raise GraphError(
            f"{table.place(repeat[1])}: node id {ids[repeat[1]]} is used before, "
            f"at {table.place(repeat[0])}; ids are unique"
        )
    return node_types, index_nodes(ids, np.array([node_types.index(t) for t in found])[codes])


def _edges(
    folder: Path,
    meta: Declared,
    node_types: tuple[str, ...],
    counts: Mapping[str, int],
    index: NodeIndex,
) -> tuple[dict[RelationKey, sparse.csr_array], tuple[Relation, ...], dict[RelationKey, LinkTable]]:
    table = read_delimited(
        require_file(folder, "edges.tsv"),
        {"src": "integer", "dst": "integer", "relation": "category"},
        others=True,
        within=folder,
    )
    ends = []
    for column in ("src", "dst"):
        ids = numbers(table.columns[column])
        at = index.locate(ids)
        if len(at) and at.min() < 0:
            row = int(np.flatnonzero(at < 0)[0])
            raise GraphError(
                f"{table.place(row)}: {column} {ids[row]} is not the id of a node in "
                f"{folder / 'nodes.tsv'}"
            )
        ends.append(at)
    names: list[str] = table.columns["relation"].dictionary.to_pylist()
    codes = numbers(table.columns["relation"].indices)
    if "" in names:
        row = int(np.flatnonzero(codes == names.index(""))[0])
        raise GraphError(f"{table.place(row)}: the relation is empty; expected its name")
    declared = {r["name"]: r for r in meta["relations"]} if "relations" in meta else None
    if declared is not None:
        for code, name in enumerate(names):
            if name not in declared:
                row = int(np.flatnonzero(codes == code)[0])
                raise GraphError(
                    f"{table.place(row)}: unknown relation {name!r}{suggestion(name, declared)}"
                )
    relations: list[Relation] = []
    adjacency: dict[RelationKey, sparse.csr_array] = {}
    link_columns: dict[RelationKey, LinkTable] = {}
    for name in declared if declared is not None else names:
        rows = (
            np.flatnonzero(codes == names.index(name)) if name in names else np.empty(0, np.int64)
        )
        source, target = ends[0][rows], ends[1][rows]
        pairs = index.types[source] * len(node_types) + index.types[target]
        known = _declared_pairs(name, declared, node_types, folder)
        _check_pairs(table, rows, pairs, name, known, node_types)
        for pair in (
            sorted(known) if known is not None and len(known) == 1 else np.unique(pairs).tolist()
        ):
            source_type, target_type = (
                node_types[pair // len(node_types)],
                node_types[pair % len(node_types)],
            )
            of_pair = pairs == pair
            s, t = index.rows[source[of_pair]], index.rows[target[of_pair]]
            stated = declared[name].get("directed") if declared is not None else None
            if stated is False and source_type != target_type:
                raise GraphError(
                    f"{folder / 'meta.json'}: relation {name!r} links {source_type} and "
                    f"{target_type}, so 'directed' cannot be "
                    "false: only a relation within one type has no direction. Leave 'directed' out"
                )
            relation = Relation(source_type, name, target_type, directed=stated is not False)
            relations.append(relation)
            shape = counts[source_type], counts[target_type]
            adjacency[relation.key] = sparse.csr_array((np.ones(len(s), bool), (s, t)), shape=shape)
            if further := _further(table, rows[of_pair], ("src", "dst", "relation")):
                link_columns[relation.key] = LinkTable(s, t, further)
    return adjacency, tuple(relations), link_columns


def _further(
    table: TextTable, rows: npt.NDArray[np.int64], used: tuple[str, ...]
) -> dict[str, Column]:
    def column(name: str) -> npt.NDArray[Any]:
        return texts(table.columns[name])

    columns = Columns(str(table.path), tuple(table.columns), column, table)
    return further_columns(columns, rows, used)[0]


def _declared_pairs(
    name: str, declared: Declared | None, node_types: tuple[str, ...], folder: Path
) -> set[int] | None:
    """Codes of the type pairs that `meta.json` declares for a relation; None without it."""
    if declared is None:
        return None
    ends = []
    for end in ("src", "dst"):
        types = declared[name][end]
        for node_type in types:
            if node_type not in node_types:
                raise GraphError(
                    f"{folder / 'meta.json'}: relation {name!r}: "
                    f"unknown type {node_type!r}{suggestion(node_type, node_types)}"
                )
        ends.append([node_types.index(t) for t in types])
    return {s * len(node_types) + t for s in ends[0] for t in ends[1]}


def _check_pairs(
    table: TextTable,
    rows: npt.NDArray[np.int64],
    pairs: npt.NDArray[np.int64],
    name: str,
    known: set[int] | None,
    node_types: tuple[str, ...],
) -> None:
    allowed = known if known is not None else set(pairs[:1].tolist())
    wrong = np.flatnonzero(~np.isin(pairs, sorted(allowed)))
    if len(wrong):
        n = len(node_types)
        found = f"{node_types[pairs[wrong[0]] // n]} -> {node_types[pairs[wrong[0]] % n]}"
        expected = " or ".join(
            f"{node_types[p // n]} -> {node_types[p % n]}" for p in sorted(allowed)
        )
        raise GraphError(
            f"{table.place(int(rows[wrong[0]]))}: "
            f"relation {name!r} links {found}, expected {expected}; "
            "rename the relation, or list its types under 'relations' in meta.json"
        )


def _features(folder: Path, meta: Declared, counts: Mapping[str, int]) -> dict[str, Any]:
    if "features" in meta:
        files = {}
        for node_type, names in meta["features"].items():
            if node_type not in counts:
                raise GraphError(
                    f"{folder / 'meta.json'}: features of unknown node type "
                    f"{node_type!r}{suggestion(node_type, counts)}"
                )
            files[node_type] = [_named_file(folder, name) for name in names]
    else:
        files = {
            t: [folder / f"features_{t}.npz"]
            for t in counts
            if is_there(folder / f"features_{t}.npz")
        }
        if not files and len(counts) == 1 and (folder / "features.npz").is_file():
            files = {next(iter(counts)): [folder / "features.npz"]}
        claimed = {path for paths in files.values() for path in paths}
        for path in sorted(folder.glob("features*.npz")):
            if path not in claimed:
                raise GraphError(
                    f"{path}: of which type? Name it features_TYPE.npz with TYPE one of "
                    f"{', '.join(counts)}, or add meta.json"
                )
    result = {}
    for node_type, paths in files.items():
        parts = [read_features(path, counts[node_type]) for path in paths]
        if len(parts) == 1:
            result[node_type] = parts[0]
        elif parts:
            result[node_type] = (
                sparse.csr_array(sparse.hstack(parts))
                if any(map(sparse.issparse, parts))
                else np.hstack(parts)
            )
    return result


def _named_file(folder: Path, name: str) -> Path:
    path = folder / name
    if not is_there(path):
        raise GraphError(f"{folder}: no such file: {shown(name)}, but meta.json names it")
    return path
