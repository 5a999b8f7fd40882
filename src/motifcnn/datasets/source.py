"""A graph by a text: the name of a dataset, or a folder."""

from __future__ import annotations

import os
from pathlib import Path

from motifcnn.datasets.pyg import PREFIX
from motifcnn.datasets.registry import DATASETS, load_dataset
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.read import read_graph
from motifcnn.graph.tables.files import holds_tables
from motifcnn.graph.tables.read import read_tables


def is_folder(text: str) -> bool:
    """Whether a text names a folder rather than a dataset.

    A text with a path separator is a folder: ``./debian`` is one even though there is a dataset
    ``debian``; but ``pyg:Planetoid/Cora`` is none.

    Examples
    --------
    >>> is_folder("debian"), is_folder("./debian")
    (False, True)
    """
    if text.startswith(PREFIX):
        return False
    return os.sep in text or (text not in DATASETS and Path(text).is_dir())


def full_name(text: str) -> str:
    """The text in a form that works from any directory: a folder by its absolute path.

    Examples
    --------
    >>> full_name("debian")
    'debian'
    """
    return str(Path(text).resolve()) if is_folder(text) else text


def open_source(text: str) -> Graph:
    """The dataset of that name, or else the graph, or the tables, in that folder.

    Examples
    --------
    >>> open_source("debian").counts["library"]
    534
    """
    if not is_folder(text):
        return load_dataset(text)
    return read_tables(text) if holds_tables(Path(text)) else read_graph(text)
