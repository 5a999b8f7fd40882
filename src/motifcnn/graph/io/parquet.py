"""The package's own folder of a graph: `graph.json`, Parquet tables, features, splits, a manifest.

A graph that is written and read back is equal to what it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.arrow import numbers, texts
from motifcnn.graph.io.npz import read_features, write_features
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import Relation
from motifcnn.graph.schema_json import schema_from_json, schema_to_json
from motifcnn.sealed import SealedFolder, new_folder, open_sealed, plain_name

KIND, VERSION = "motifcnn graph", 1


def write_graph(graph: Graph, path: str | Path, *, overwrite: bool = False) -> None:
    """Writes a graph as a folder that appears whole or not at all.

    Parameters
    ----------
    graph : Graph
    path : path of the folder to make
    overwrite : bool
        Replace a graph that is there; any other folder is never replaced.

    Examples
    --------
    >>> import tempfile
    >>> graph = Graph.from_tables({"id": [0, 1]}, {"source": [0], "target": [1]})
    >>> path = Path(tempfile.mkdtemp(), "friends")
    >>> write_graph(graph, path)
    >>> read_parquet(path) == graph
    True
    """
    with new_folder(Path(path), kind=KIND, version=VERSION, overwrite=overwrite) as folder:
        for part in ("nodes", "edges", "features", "splits"):
            (folder / part).mkdir()
        description: dict[str, Any] = {
            "version": VERSION,
            "name": graph.name,
            "schema": schema_to_json(graph.schema),
            "counts": dict(graph.counts),
            "ids": {t: graph.ids[t].dtype.str for t in graph.counts},
            "edges": {},
            "features": {},
            "splits": {},
        }
        for number, node_type in enumerate(graph.counts):
            file = plain_name(number, node_type)
            _write_nodes(graph, node_type, folder / "nodes" / f"{file}.parquet")
            if node_type in graph.features:
                description["features"][node_type] = f"features/{file}.npz"
                write_features(folder / "features" / f"{file}.npz", graph.features[node_type])
        description["nodes"] = {
            t: f"nodes/{plain_name(i, t)}.parquet" for i, t in enumerate(graph.counts)
        }
        files = []
        for number, relation in enumerate(graph.schema.relations):
            files.append(f"edges/{plain_name(number, '-'.join(relation.key))}.parquet")
            _write_edges(graph, relation, folder / files[-1])
        description["edges"] = files
        if graph.labels:
            description["labels"] = _write_labels(graph, folder / "labels.parquet")
        for number, (name, split) in enumerate(graph.splits.items()):
            description["splits"][name] = f"splits/{plain_name(number, name)}.json"
            parts = {part: getattr(split, part).tolist() for part in ("train", "val", "test")}
            content = json.dumps({"node_type": split.node_type, **parts})
            (folder / description["splits"][name]).write_text(content, encoding="utf-8")
        (folder / "graph.json").write_text(
            json.dumps(description, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


def read_parquet(path: str | Path) -> Graph:
    """Reads a folder that `write_graph` wrote; a missing or altered file is an error."""
    folder = open_sealed(Path(path), kind=KIND, version=VERSION)
    where = str(folder.path / "graph.json")
    description = folder.read_json("graph.json")
    try:
        schema = schema_from_json(description["schema"], where)
        counts = {t: int(description["counts"][t]) for t in schema.node_types}
        ids, names = {}, {}
        for node_type in schema.node_types:
            ids[node_type], given = _read_nodes(
                folder, description["nodes"][node_type], description["ids"][node_type]
            )
            if given is not None:
                names[node_type] = given
        adjacency = {
            r.key: _read_edges(folder, file, (counts[r.source], counts[r.target]))
            for r, file in zip(schema.relations, description["edges"], strict=True)
        }
        features = {
            t: read_features(folder.read(file), counts[t], where=str(folder.path / file))
            for t, file in description["features"].items()
        }
        labels = _read_labels(folder, description["labels"]) if "labels" in description else {}
        splits = {}
        for name, file in description["splits"].items():
            part = folder.read_json(file)
            splits[name] = Split(
                part["node_type"],
                *(np.array(part[key], np.int64) for key in ("train", "val", "test")),
            )
        return Graph(
            schema,
            adjacency,
            counts,
            ids=ids,
            names=names,
            features=features,
            labels=labels,
            splits=splits,
            name=description["name"],
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"{where}: does not describe a graph ({type(error).__name__}: {error}); "
            "write the folder again"
        ) from error


def _write_table(columns: Mapping[str, Any], path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table(dict(columns)), path, compression="zstd")


def _read_table(folder: SealedFolder, file: str, columns: tuple[str, ...]) -> Any:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        # Not read_table, which imports pandas.
        table = parquet.ParquetFile(pa.BufferReader(folder.read(file))).read()
    except (pa.ArrowException, OSError) as error:
        raise GraphError(f"{folder.path / file}: not a Parquet table ({error})") from error
    for column in columns:
        if column not in table.column_names:
            raise GraphError(
                f"{folder.path / file}: column {column!r} is missing, "
                f"found {', '.join(table.column_names)}"
            )
    return table


def _write_nodes(graph: Graph, node_type: str, path: Path) -> None:
    import pyarrow as pa

    ids = graph.ids[node_type]
    columns = {
        "id": pa.array(ids.tolist(), pa.string()) if ids.dtype.kind in "UO" else pa.array(ids)
    }
    if node_type in graph.names:
        columns["name"] = pa.array(graph.names[node_type].tolist(), pa.string())
    _write_table(columns, path)


def _read_nodes(
    folder: SealedFolder, file: str, dtype: str
) -> tuple[npt.NDArray[Any], npt.NDArray[Any] | None]:
    table = _read_table(folder, file, ("id",))
    kind = np.dtype(dtype)
    if kind.kind not in "iuUO":
        raise GraphError(
            f"{folder.path / 'graph.json'}: ids of dtype {dtype!r}; expected integers or texts"
        )
    ids = (texts if kind.kind in "UO" else numbers)(table.column("id"))
    return ids.astype(kind), texts(table.column("name")) if "name" in table.column_names else None


def _write_edges(graph: Graph, relation: Relation, path: Path) -> None:
    matrix = graph.adjacency[relation.key]
    if not relation.directed:
        matrix = sparse.csr_array(sparse.triu(matrix))
    links = matrix.tocoo()
    _write_table(
        {"source": links.coords[0].astype(np.int64), "target": links.coords[1].astype(np.int64)},
        path,
    )


def _read_edges(folder: SealedFolder, file: str, shape: tuple[int, int]) -> sparse.csr_array:
    table = _read_table(folder, file, ("source", "target"))
    ends = []
    for column, size in zip(("source", "target"), shape, strict=True):
        rows = numbers(table.column(column))
        if rows.dtype.kind != "i":
            raise GraphError(
                f"{folder.path / file}: column {column!r} is {rows.dtype}, expected integers"
            )
        bad = np.flatnonzero((rows < 0) | (rows >= size))
        if len(bad):
            raise GraphError(
                f"{folder.path / file}, row {bad[0]}: {column} {rows[bad[0]]} is not a row of its "
                f"type, expected 0 to {size - 1}"
            )
        ends.append(rows)
    return sparse.csr_array((np.ones(len(ends[0]), bool), tuple(ends)), shape=shape)


def _write_labels(graph: Graph, path: Path) -> dict[str, Any]:
    """Writes one row per label; returns the classes of each type, for `graph.json`."""
    types: list[str] = []
    nodes: list[npt.NDArray[np.int64]] = []
    classes: list[npt.NDArray[np.int64]] = []
    about = {}
    for node_type, labels in graph.labels.items():
        rows, codes = (
            np.nonzero(labels.y) if labels.multi_label else (np.arange(len(labels.nodes)), labels.y)
        )
        # A labelled multi-label node may have no class: it is written as class -1.
        bare = (
            np.flatnonzero(~labels.y.any(axis=1)) if labels.multi_label else np.empty(0, np.int64)
        )
        types += [node_type] * (len(rows) + len(bare))
        nodes += [labels.nodes[rows], labels.nodes[bare]]
        classes += [np.asarray(codes, np.int64), np.full(len(bare), -1)]
        about[node_type] = {"classes": list(labels.classes), "multi_label": labels.multi_label}
    _write_table(
        {"type": types, "node": np.concatenate(nodes), "class": np.concatenate(classes)}, path
    )
    return about


def _read_labels(folder: SealedFolder, about: Mapping[str, Any]) -> dict[str, Labels]:
    table = _read_table(folder, "labels.parquet", ("type", "node", "class"))
    types, nodes, codes = (
        texts(table.column("type")),
        numbers(table.column("node")),
        numbers(table.column("class")),
    )
    result = {}
    for node_type, entry in about.items():
        of_type = types == node_type
        rows, inverse = np.unique(nodes[of_type], return_inverse=True)
        classes = tuple(entry["classes"])
        chosen = codes[of_type]
        if len(chosen) and not -1 <= chosen.min() <= chosen.max() < len(classes):
            raise GraphError(
                f"{folder.path / 'labels.parquet'}: class {chosen.max()} of type {node_type}, "
                f"expected 0 to {len(classes) - 1}"
            )
        y: npt.NDArray[Any]
        if entry["multi_label"]:
            y = np.zeros((len(rows), len(classes)), bool)
            y[inverse[chosen >= 0], chosen[chosen >= 0]] = True
        else:
            if len(rows) < len(chosen):
                raise GraphError(
                    f"{folder.path / 'labels.parquet'}: a node of type {node_type} has two "
                    "classes, but is not multi-label"
                )
            y = chosen[np.argsort(inverse)]
        result[node_type] = Labels(rows, y, classes)
    return result
