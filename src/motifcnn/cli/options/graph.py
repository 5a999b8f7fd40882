"""The argument GRAPH: the name of a dataset, or a folder."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.show.progress import progress_bar
from motifcnn.cli.show.screen import show_note
from motifcnn.graph.schema import suggestion

if TYPE_CHECKING:
    from motifcnn.graph import Graph


def open_graph(text: str) -> Graph:
    """The dataset of that name, or else the graph, or the tables, in that folder.

    A text with a path separator is always a folder: ``./debian`` is read even though there is a
    dataset ``debian``.
    """
    from motifcnn.datasets import DATASETS
    from motifcnn.datasets.source import is_folder
    from motifcnn.graph import read_graph

    if text not in DATASETS and Path(text).is_file():
        raise OptionError(
            f"{text} is a file, such as a table; a graph is a folder or the name of a dataset. "
            "`motifcnn import FOLDER` makes a graph of a folder of tables"
        )
    if is_tables(text):
        from motifcnn.cli.options.tables import import_tables

        return import_tables(Path(text)).graph
    return read_graph(text) if is_folder(text) else open_dataset(text)


def is_tables(text: str) -> bool:
    """Whether the argument names a folder of tables."""
    from motifcnn.datasets.source import is_folder
    from motifcnn.graph.tables.files import holds_tables

    return is_folder(text) and holds_tables(Path(text))


def open_dataset(name: str) -> Graph:
    """The dataset of that name; a long download shows a progress bar, a warning is a line."""
    from motifcnn.datasets import load_dataset

    with warnings.catch_warnings(), progress_bar(f"loading {name}") as progress:
        warnings.showwarning = lambda message, *_, **__: show_note(f"warning: {message}")
        return load_dataset(
            name, progress=lambda done, total: progress(done / total if total else 0.0)
        )


def require_labels(graph: Graph, text: str, target: str | None) -> None:
    """Refuses a graph without labels, and a target that is not one of its node types.

    Parameters
    ----------
    graph : Graph
    text : str
        The argument that names the graph, for the message.
    target : str or None
        The flag ``--target``.
    """
    if target is not None and target not in graph.schema.node_types:
        raise OptionError(
            f"--target {target!r}: unknown node type{suggestion(target, graph.schema.node_types)}"
        )
    if not graph.labels:
        raise OptionError(
            f"the graph {text!r} has no labels, and training needs some: of tables, name the "
            "column with --label TABLE.COLUMN; of a graph folder, give it labels.tsv (see "
            "docs/formats.md)"
        )
