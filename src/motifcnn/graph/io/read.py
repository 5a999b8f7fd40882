"""Reads a graph from a folder in either form."""

from __future__ import annotations

from pathlib import Path

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.delimited import find_file
from motifcnn.graph.io.parquet import read_parquet
from motifcnn.graph.io.tsv import read_tsv
from motifcnn.sealed import MANIFEST, read_whole


def read_graph(path: str | Path) -> Graph:
    r"""Reads a graph from a folder.

    Parameters
    ----------
    path : path of the folder
        What `write_graph` wrote (`graph.json`, `manifest.json`), or tables as `docs/formats.md`
        describes them (`nodes.tsv`, `edges.tsv`).

    Raises
    ------
    GraphError, StoreError
        If there is no graph, or a file is damaged or does not fit the others; the message names it.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "nodes.tsv").write_text("id\ttype\n0\tuser\n1\tuser\n")
    >>> _ = (folder / "edges.tsv").write_text("src\tdst\trelation\n0\t1\tfriend\n")
    >>> read_graph(folder)
    Graph(...: user 2; friend 1)
    """
    return read_whole(Path(path), lambda: _read(Path(path)))


def _read(folder: Path) -> Graph:
    if not folder.is_dir():
        raise GraphError(
            f"{folder}: {'not a folder' if folder.exists() else 'no such folder'}; "
            "expected a folder with a graph"
        )
    if _is_ours(folder):
        return read_parquet(folder)
    if _is_tsv(folder):
        return read_tsv(folder)
    there = ", ".join(sorted(p.name for p in folder.iterdir())[:10]) or "nothing"
    raise GraphError(
        f"{folder}: no graph here, found {there}; expected nodes.tsv and edges.tsv (or .gz), "
        f"or graph.json with {MANIFEST}. For tables of another form use `motifcnn import` or "
        "read_tables"
    )


def holds_graph(folder: Path) -> bool:
    """Whether a folder is one that `read_graph` reads.

    Examples
    --------
    >>> import tempfile
    >>> holds_graph(Path(tempfile.mkdtemp()))
    False
    """
    return _is_ours(folder) or _is_tsv(folder)


def _is_ours(folder: Path) -> bool:
    return (folder / MANIFEST).is_file() or (folder / "graph.json").is_file()


def _is_tsv(folder: Path) -> bool:
    return bool(find_file(folder, "nodes.tsv") or find_file(folder, "edges.tsv"))
