"""Datasets that PyTorch Geometric downloads, by the name of its loader: ``pyg:Planetoid/Cora``."""

from __future__ import annotations

import inspect
import warnings
from importlib.util import find_spec
from typing import Any

from motifcnn.datasets.download import cache_folder
from motifcnn.errors import DatasetError
from motifcnn.graph.convert.pyg import from_pyg
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import suggestion

PREFIX = "pyg:"


class Unpickles(UserWarning):
    """PyG keeps what it downloads as pickles, and a pickle can run code."""


def has_pyg() -> bool:
    """Whether PyTorch Geometric is installed; it is not imported."""
    return find_spec("torch_geometric") is not None


def load_pyg(loader: str) -> Graph:
    """The graph of a loader of `torch_geometric.datasets`; a `DatasetError` says what is wrong.

    PyG downloads the dataset once, into the folder ``pyg`` of our cache, and unpickles what it
    keeps there: a warning says so. Load only what you trust.

    Parameters
    ----------
    loader : str
        A class, and its dataset where it has several: ``"Planetoid/Cora"``, ``"DBLP"``.

    Examples
    --------
    >>> load_pyg("FakeHeteroDataset").schema.node_types
    ('v0', 'v1', 'v2')
    """
    if not has_pyg():
        raise DatasetError(
            f"dataset {PREFIX}{loader}: torch_geometric is not installed; "
            "pip install 'motifcnn[pyg]'"
        )
    from torch_geometric import datasets

    kind, _, name = loader.partition("/")
    known = [each for each in datasets.__all__ if inspect.isclass(getattr(datasets, each))]
    if kind not in known:
        raise DatasetError(
            f"dataset {PREFIX}{loader}: torch_geometric.datasets has no {kind!r}"
            f"{suggestion(kind, known)}"
        )
    make = getattr(datasets, kind)
    found = _load(loader, make, _arguments(loader, make, name))
    if len(found) != 1:
        raise DatasetError(
            f"dataset {PREFIX}{loader}: holds {len(found):,} graphs, expected one whose nodes have "
            "classes"
        )
    return from_pyg(found[0], name=loader)


def _arguments(loader: str, make: Any, name: str) -> dict[str, str]:
    takes = inspect.signature(make).parameters
    given: dict[str, str] = {}
    if "root" in takes:
        given["root"] = str(cache_folder() / "pyg" / make.__name__)
    if "name" in takes and takes["name"].default is inspect.Parameter.empty and not name:
        raise DatasetError(
            f"dataset {PREFIX}{loader}: {make.__name__} holds several datasets; name one, such as "
            f"{PREFIX}{make.__name__}/NAME"
        )
    if name and "name" not in takes:
        raise DatasetError(
            f"dataset {PREFIX}{loader}: {make.__name__} is one dataset and takes no name; write "
            f"{PREFIX}{make.__name__}"
        )
    return given | ({"name": name} if name else {})


def _load(loader: str, make: Any, arguments: dict[str, str]) -> Any:
    if "root" in arguments:
        warnings.warn(
            f"{PREFIX}{loader}: PyTorch Geometric unpickles what it downloads, so whoever serves "
            "the dataset can run code here; load only what you trust",
            Unpickles,
            stacklevel=4,
        )
    try:
        return make(**arguments)
    except (OSError, ImportError, AssertionError, ValueError, KeyError, TypeError) as error:
        raise DatasetError(
            f"dataset {PREFIX}{loader}: PyTorch Geometric could not load it "
            f"({type(error).__name__}: {str(error)[:200]}); check the name and the connection"
        ) from error
