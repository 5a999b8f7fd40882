"""Typed graphs: values, readers, writers, converters, splits."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import Relation, Schema
from motifcnn.graph.splits import random_split, split_from_files

if TYPE_CHECKING:
    from motifcnn.graph.convert_networkx import from_networkx, to_networkx
    from motifcnn.graph.convert_pandas import Frames, from_pandas, to_pandas
    from motifcnn.graph.convert_pyg import from_pyg, to_pyg
    from motifcnn.graph.convert_scipy import from_scipy, to_scipy
    from motifcnn.graph.parquet import write_graph
    from motifcnn.graph.read import read_graph

# Loaded on first use, so that `import motifcnn` stays quick.
_LAZY = {
    "Frames": "convert_pandas",
    "from_networkx": "convert_networkx",
    "from_pandas": "convert_pandas",
    "from_pyg": "convert_pyg",
    "from_scipy": "convert_scipy",
    "read_graph": "read",
    "to_networkx": "convert_networkx",
    "to_pandas": "convert_pandas",
    "to_pyg": "convert_pyg",
    "to_scipy": "convert_scipy",
    "write_graph": "parquet",
}

__all__ = [
    "Frames",
    "Graph",
    "Labels",
    "Relation",
    "Schema",
    "Split",
    "from_networkx",
    "from_pandas",
    "from_pyg",
    "from_scipy",
    "random_split",
    "read_graph",
    "split_from_files",
    "to_networkx",
    "to_pandas",
    "to_pyg",
    "to_scipy",
    "write_graph",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"motifcnn.graph.{_LAZY[name]}"), name)
    raise AttributeError(f"module 'motifcnn.graph' has no attribute {name!r}")
