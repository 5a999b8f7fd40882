"""Tables: where the links of a graph are, as Parquet that Spark reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motifcnn.errors import GraphError
from motifcnn.graph.io.parquet import KIND, VERSION
from motifcnn.graph.schema import Schema
from motifcnn.graph.schema_json import schema_from_json
from motifcnn.sealed import MANIFEST, open_sealed

LINKS = "links.json"


@dataclass(frozen=True)
class LinkTable:
    """Parquet with a row per link: a file, a folder or any address that Spark reads."""

    path: str
    source: str = "source"
    target: str = "target"


@dataclass(frozen=True)
class LinkTables:
    """The links of a graph on disk.

    Parameters
    ----------
    schema : Schema
    tables : tuple of LinkTable
        One per relation of the schema, in its order.
    counts : mapping of node type to int, or None
        With counts the columns are row numbers, 0 to count - 1, and each link is there once. None:
        they are ids of any kind, also texts, and are mapped to row numbers first.
    """

    schema: Schema
    tables: tuple[LinkTable, ...]
    counts: Mapping[str, int] | None


def open_tables(folder: str | Path) -> LinkTables:
    """What a folder says of its links: a graph that `write_graph` wrote, or `links.json`.

    `links.json` has `schema` as in `graph.json`, and `links`: per relation a `path`, relative to
    the folder or an address such as ``s3a://...``, and the names of its two columns, `source` and
    `target` unless given. With `counts`, nodes of each type, the columns are row numbers already.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> relation = {"source": "user", "name": "friend", "target": "user", "directed": False}
    >>> about = {
    ...     "schema": {"node_types": ["user"], "relations": [relation]},
    ...     "links": [{"path": "s3a://bucket/friends", "source": "a", "target": "b"}],
    ... }
    >>> _ = (folder / "links.json").write_text(json.dumps(about))
    >>> open_tables(folder).tables[0].path
    's3a://bucket/friends'
    """
    place = Path(folder)
    if (place / MANIFEST).is_file():
        sealed = open_sealed(place, kind=KIND, version=VERSION)
        return _stored_graph(place, sealed.read_json("graph.json"))
    if (place / LINKS).is_file():
        return _described(place)
    there = ", ".join(sorted(p.name for p in place.iterdir())[:10]) if place.is_dir() else "nothing"
    raise GraphError(
        f"{place}: no links for Spark here, found {there or 'nothing'}; expected a graph that "
        f"write_graph wrote (graph.json with {MANIFEST}) or {LINKS}; see docs/cluster.md"
    )


def _stored_graph(folder: Path, about: Any) -> LinkTables:
    where = f"{folder / 'graph.json'}"
    schema = schema_from_json(about["schema"], where)
    tables = tuple(LinkTable(str(folder.resolve() / file)) for file in about["edges"])
    return LinkTables(schema, tables, {t: int(about["counts"][t]) for t in schema.node_types})


def _described(folder: Path) -> LinkTables:
    file = folder / LINKS
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
        schema = schema_from_json(about["schema"], str(file))
        tables = tuple(
            LinkTable(
                _address(folder, entry["path"]),
                entry.get("source", "source"),
                entry.get("target", "target"),
            )
            for entry in about["links"]
        )
        counts = about.get("counts")
        if counts is not None:
            counts = {t: int(counts[t]) for t in schema.node_types}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, GraphError):
            raise
        raise GraphError(
            f"{file}: does not describe links ({type(error).__name__}: {error}); expected schema, "
            "and links with a path per relation"
        ) from error
    if len(tables) != len(schema.relations):
        raise GraphError(
            f"{file}: {len(tables)} links for {len(schema.relations)} relations; expected one each"
        )
    return LinkTables(schema, tables, counts)


def _address(folder: Path, path: str) -> str:
    return path if "://" in path else str((folder / path).resolve())
