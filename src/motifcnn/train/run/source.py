"""Which graph a stored run was trained on: a name or a folder, in a note that the run holds."""

from __future__ import annotations

import os
from pathlib import Path

from motifcnn.datasets.source import full_name, open_source
from motifcnn.errors import StoreError
from motifcnn.graph.graph import Graph
from motifcnn.readable import clipped
from motifcnn.sealed import read_regular
from motifcnn.sealed.document import parse_document
from motifcnn.sealed.limits import MAX_SETTINGS
from motifcnn.train.run.documents import SourceDocument

SOURCE = "source.json"
GRAPH = "graph"  # a copy of the training graph, of a run on tables, which may change


def source_note(graph: str | Path) -> dict[str, str]:
    """The note: the name of a dataset, or a folder by its absolute path.

    Examples
    --------
    >>> source_note("debian")
    {'graph': 'debian'}
    """
    return {"graph": full_name(str(graph))}


def read_source(folder: str | Path) -> str | None:
    """The noted name or folder; None without a note, and a `StoreError` where it is damaged.

    A copy of the graph in the run's folder comes first.
    """
    if Path(folder, GRAPH).is_dir():
        return str(Path(folder, GRAPH))
    file = Path(folder, SOURCE)
    if not os.path.lexists(file):
        return None
    try:
        content = read_regular(file, limit=MAX_SETTINGS, within=Path(folder))
        return parse_document(content, SourceDocument, str(file)).graph
    except StoreError as error:
        raise StoreError(
            f"{file} is damaged ({clipped(str(error))}), so it does not name the graph of the "
            "run; give the graph"
        ) from None


def noted_graph(folder: str | Path) -> Graph | None:
    """The graph that the note names, opened; None without a note."""
    source = read_source(folder)
    return None if source is None else open_source(source)
