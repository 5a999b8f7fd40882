"""The source of a run: where its training graph came from, in a file beside the run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.errors import StoreError

if TYPE_CHECKING:
    from motifcnn.graph.graph import Graph

SOURCE = "source.json"  # beside the files of the run, as it is not part of it


def write_source(folder: str | Path, source: str) -> None:
    """Notes the name of a dataset, or the absolute path of a folder, beside a run."""
    Path(folder, SOURCE).write_text(json.dumps({"graph": source}), encoding="utf-8")


def read_source(folder: str | Path) -> str | None:
    """What is noted beside a run; None where nothing is.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> write_source(folder, "debian")
    >>> read_source(folder)
    'debian'
    """
    path = Path(folder, SOURCE)
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["graph"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is damaged ({error}); name the graph yourself") from None


def open_source(source: str | Path) -> Graph:
    """The dataset of that name, or else the graph in that folder."""
    from motifcnn.datasets import DATASETS, load_dataset
    from motifcnn.graph import read_graph

    return load_dataset(str(source)) if str(source) in DATASETS else read_graph(source)
