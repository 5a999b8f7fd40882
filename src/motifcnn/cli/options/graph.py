"""The argument GRAPH: a registered dataset or a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.show.progress import progress_bar

if TYPE_CHECKING:
    from motifcnn.graph import Graph


def open_graph(text: str) -> Graph:
    """The dataset of that name, or else the graph in that folder.

    A text with a path separator is always a folder, so that ``./debian`` can be read next to the
    dataset ``debian``.
    """
    from motifcnn.datasets import DATASETS
    from motifcnn.graph import read_graph

    if text not in DATASETS and Path(text).is_file():
        raise OptionError(
            f"{text} is a file, such as a table; a graph is a folder or the name of a dataset. docs/formats.md says how tables "
            "become a graph"
        )
    return read_graph(text) if is_folder(text) else open_dataset(text)


def is_folder(text: str) -> bool:
    """Whether the text means a folder and not a dataset."""
    from motifcnn.datasets import DATASETS

    return os.sep in text or (text not in DATASETS and Path(text).is_dir())


def full_name(text: str) -> str:
    """The argument as any shell understands it: a folder by its full path, a dataset by its name."""
    return str(Path(text).resolve()) if is_folder(text) else text


def open_dataset(name: str) -> Graph:
    """The dataset of that name; a long download shows how far it is."""
    from motifcnn.datasets import load_dataset

    with progress_bar(f"loading {name}") as progress:
        return load_dataset(
            name, progress=lambda done, total: progress(done / total if total else 0.0)
        )
