"""The package's own folder of a graph: `graph.json`, Parquet tables, arrays, splits, a manifest.

A graph that is written and read back is equal to what it was.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.arrow import numbers, texts
from motifcnn.graph.io.npz import read_features, write_features
from motifcnn.graph.io.parquet_columns import read_columns, read_links, write_columns, write_links
from motifcnn.graph.io.parquet_labels import read_labels, write_labels
from motifcnn.graph.io.parquet_table import read_table, write_table
from motifcnn.graph.io.stored_encoders import read_encoder, write_encoder
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import Relation
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.readable import clipped
from motifcnn.sealed import (
    SealedFolder,
    make_folder,
    new_folder,
    open_sealed,
    plain_name,
    read_whole,
    write_text,
)
from motifcnn.sealed.limits import unpacked_limit

KIND, VERSION = "motifcnn graph", 1


def write_graph(graph: Graph, path: str | Path, *, overwrite: bool = False) -> None:
    """Writes a graph as a folder that appears whole or not at all.

    Parameters
    ----------
    graph : Graph
        What to store.
    path : path of the folder to make
        Its parent folders are made as well.
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
            make_folder(folder / part)
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
        description |= _write_columns(graph, folder)
        if graph.labels:
            description["labels"] = write_labels(graph, folder / "labels.parquet")
        for number, (name, split) in enumerate(graph.splits.items()):
            description["splits"][name] = f"splits/{plain_name(number, name)}.json"
            parts = {part: getattr(split, part).tolist() for part in ("train", "val", "test")}
            content = json.dumps({"node_type": split.node_type, **parts})
            write_text(folder / description["splits"][name], content)
        content = json.dumps(description, indent=1, ensure_ascii=False)
        write_text(folder / "graph.json", content + "\n")


def read_parquet(path: str | Path) -> Graph:
    """Reads a folder that `write_graph` wrote; a missing or altered file is an error.

    While another process replaces the folder, it is the old or the new graph.
    """
    return read_whole(Path(path), lambda: _read(Path(path)))


def _read(path: Path) -> Graph:
    from motifcnn.graph.io.graph_document import GraphDocument, SplitDocument

    folder = open_sealed(path, kind=KIND, version=VERSION)
    where = str(folder.path / "graph.json")
    about = folder.read_json("graph.json", GraphDocument)
    try:
        schema = about.schema_.to_schema()
        ids, names = {}, {}
        for node_type in schema.node_types:
            ids[node_type], given = _read_nodes(
                folder, about.nodes[node_type], about.ids[node_type], about.counts[node_type]
            )
            if given is not None:
                names[node_type] = given
        counts = {t: len(ids[t]) for t in schema.node_types}
        adjacency = {
            r.key: _read_edges(folder, file, (counts[r.source], counts[r.target]))
            for r, file in zip(schema.relations, about.edges, strict=True)
        }
        features = {
            t: read_features(folder.read(file), counts[t], where=str(folder.path / file))
            for t, file in about.features.items()
        }
        labels = {} if about.labels is None else read_labels(folder, about.labels)
        columns = {t: read_columns(folder, file) for t, file in about.columns.items()}
        tables = about.link_columns or [None] * len(schema.relations)
        link_columns = {
            r.key: read_links(folder, table.file, {"source": table.source, "target": table.target})
            for r, table in zip(schema.relations, tables, strict=True)
            if table is not None
        }
        encoders = {t: read_encoder(folder, file) for t, file in about.encoders.items()}
        splits = {}
        for name, file in about.splits.items():
            part = folder.read_json(file, SplitDocument)
            splits[name] = Split(
                part.node_type,
                *(np.array(rows, np.int64) for rows in (part.train, part.val, part.test)),
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
            columns=columns,
            link_columns=link_columns,
            encoders=encoders,
            name=about.name,
        )
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"{where}: does not describe a graph ({type(error).__name__}: {clipped(str(error))}); "
            "write the folder again"
        ) from error


def _write_nodes(graph: Graph, node_type: str, path: Path) -> None:
    import pyarrow as pa

    ids = graph.ids[node_type]
    columns = {
        "id": pa.array(ids.tolist(), pa.string()) if ids.dtype.kind in "UO" else pa.array(ids)
    }
    if node_type in graph.names:
        columns["name"] = pa.array(graph.names[node_type].tolist(), pa.string())
    write_table(columns, path)


def _write_columns(graph: Graph, folder: Path) -> dict[str, Any]:
    """Writes the columns of nodes and links and the encoders; returns which file holds what."""
    about: dict[str, Any] = {}
    if graph.columns:
        make_folder(folder / "columns")
        about["columns"] = {
            t: f"columns/{plain_name(at, t)}.parquet" for at, t in enumerate(graph.columns)
        }
    for node_type, file in about.get("columns", {}).items():
        write_columns(graph.columns[node_type], folder / file)
    if graph.link_columns:
        make_folder(folder / "link_columns")
        about["link_columns"] = [None] * len(graph.schema.relations)
    for number, relation in enumerate(graph.schema.relations):
        if relation.key in graph.link_columns:
            file = f"link_columns/{plain_name(number, '-'.join(relation.key))}.parquet"
            ends = write_links(graph.link_columns[relation.key], folder / file)
            about["link_columns"][number] = {"file": file, **ends}
    if graph.encoders:
        make_folder(folder / "encoders")
        about["encoders"] = {
            t: f"encoders/{plain_name(at, t)}" for at, t in enumerate(graph.encoders)
        }
    for node_type, file in about.get("encoders", {}).items():
        write_encoder(graph.encoders[node_type], folder, file)
    return about


def _read_nodes(
    folder: SealedFolder, file: str, dtype: str, count: int
) -> tuple[npt.NDArray[Any], npt.NDArray[Any] | None]:
    from motifcnn.graph.io.graph_document import ids_dtype

    table = read_table(folder, file, ("id",))
    if table.num_rows != count:
        raise GraphError(
            f"{folder.path / file}: {table.num_rows:,} nodes, but graph.json has {count:,}"
        )
    is_text = np.dtype(dtype).kind in "UO"
    ids = (texts if is_text else numbers)(table.column("id"))
    if not is_text and ids.dtype != np.dtype(dtype):
        raise GraphError(f"{folder.path / file}: ids of {ids.dtype}, but graph.json has {dtype!r}")
    if is_text and not all(isinstance(value, str) for value in ids):
        raise GraphError(f"{folder.path / file}: a node without an id; expected a text in each row")
    longest = max(map(len, ids), default=0) if is_text else 0
    room = unpacked_limit(folder.sizes.get(file, 0))
    names = texts(table.column("name")) if "name" in table.column_names else None
    return ids.astype(ids_dtype(dtype, longest, count, room)), names


def _write_edges(graph: Graph, relation: Relation, path: Path) -> None:
    matrix = graph.adjacency[relation.key]
    if not relation.directed:
        matrix = sparse.csr_array(sparse.triu(matrix))
    links = matrix.tocoo()
    write_table(
        {"source": links.coords[0].astype(np.int64), "target": links.coords[1].astype(np.int64)},
        path,
    )


def _read_edges(folder: SealedFolder, file: str, shape: tuple[int, int]) -> sparse.csr_array:
    table = read_table(folder, file, ("source", "target"))
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
