"""The argument GRAPH: a registered dataset or a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motifcnn.graph import Graph


def open_graph(text: str) -> Graph:
    """The dataset of that name, or else the graph in that folder.

    A text with a path separator is always a folder, so that ``./debian`` can be read next to the dataset ``debian``.
    """
    from motifcnn.graph import read_graph

    if os.sep in text:
        return read_graph(text)
    from motifcnn.datasets import DATASETS, load_dataset

    if text not in DATASETS and Path(text).is_dir():
        return read_graph(text)
    return load_dataset(text)
