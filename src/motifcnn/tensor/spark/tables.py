"""Tables: where the links of a graph are, as Parquet that Spark reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from motifcnn.errors import GraphError, StoreError
from motifcnn.graph.io.parquet import KIND, VERSION
from motifcnn.graph.schema import Schema
from motifcnn.readable import shown
from motifcnn.sealed import MANIFEST, SealedFolder, open_sealed, read_regular
from motifcnn.sealed.limits import MAX_DOCUMENT

LINKS = "links.json"


@dataclass(frozen=True)
class ParquetLinks:
    """Parquet with a row per link: a file, a folder or any address that Spark reads.

    Parameters
    ----------
    path : str
    source, target : str
        The columns of ids.
    distinct : bool
        Whether each link is there once, undirected ones in one direction only.
    """

    path: str
    source: str = "source"
    target: str = "target"
    distinct: bool = False


@dataclass(frozen=True)
class LinkTables:
    """The links of a graph on disk.

    Parameters
    ----------
    schema : Schema
    tables : tuple of ParquetLinks
        One per relation of the schema, in its order.
    counts : mapping of node type to int, or None
        With counts the columns are row numbers, 0 to count - 1. None: they are ids of any kind,
        also texts, and are mapped to row numbers first.
    sealed : bool
        Whether `write_graph` wrote the tables, from a graph that was checked.
    """

    schema: Schema
    tables: tuple[ParquetLinks, ...]
    counts: Mapping[str, int] | None
    sealed: bool = False


def open_tables(folder: str | Path) -> LinkTables:
    """What a folder says of its links: a graph that `write_graph` wrote, or `links.json`.

    `links.json` has `schema` as in `graph.json`, and `links`: per relation a `path`, relative to
    the folder or an address such as ``s3a://...``, and the names of its two columns, `source` and
    `target` unless given. With `counts`, nodes of each type, the columns are row numbers already,
    and ``"distinct": true`` says of a table that no link is repeated, so that it needs no copy.

    Examples
    --------
    >>> import json, tempfile
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
        return _stored_graph(place, sealed)
    if (place / LINKS).is_file():
        return _described(place)
    there = ", ".join(sorted(p.name for p in place.iterdir())[:10]) if place.is_dir() else "nothing"
    raise GraphError(
        f"{place}: no links for Spark here, found {there or 'nothing'}; expected a graph that "
        f"write_graph wrote (graph.json with {MANIFEST}) or {LINKS}; see docs/cluster.md"
    )


def _stored_graph(folder: Path, sealed: SealedFolder) -> LinkTables:
    from motifcnn.graph.io.graph_document import GraphDocument

    about = sealed.read_json("graph.json", GraphDocument)
    schema = about.schema_.to_schema()
    if about.counts.keys() != set(schema.node_types) or len(about.edges) != len(schema.relations):
        raise GraphError(
            f"{folder / 'graph.json'}: counts or edges do not fit its schema; write it again"
        )
    for file in about.edges:
        if file not in sealed.files:
            raise GraphError(f"{folder / MANIFEST}: {shown(file)} is not listed; write it again")
    tables = tuple(ParquetLinks(str(folder.resolve() / file)) for file in about.edges)
    counts = {node_type: about.counts[node_type] for node_type in schema.node_types}
    return LinkTables(schema, tables, counts, sealed=True)


def _described(folder: Path) -> LinkTables:
    from motifcnn.sealed.document import parse_document
    from motifcnn.tensor.spark.documents import LinksDocument

    file = folder / LINKS
    try:
        content = read_regular(file, limit=MAX_DOCUMENT, within=folder)
        about = parse_document(content, LinksDocument, str(file))
    except StoreError as error:
        raise GraphError(f"{error}; expected schema, and links with a path per relation") from error
    schema = about.schema_.to_schema()
    tables = tuple(
        ParquetLinks(_address(folder, entry.path), entry.source, entry.target, entry.distinct)
        for entry in about.links
    )
    counts = about.counts
    if counts is not None and counts.keys() != set(schema.node_types):
        raise GraphError(f"{file}: counts do not name the node types of the schema")
    if len(tables) != len(schema.relations):
        raise GraphError(
            f"{file}: {len(tables)} links for {len(schema.relations)} relations; expected one each"
        )
    return LinkTables(schema, tables, counts)


def _address(folder: Path, path: str) -> str:
    return path if "://" in path else str((folder / path).resolve())
