"""Typed graphs; `io` reads and writes their files, `convert` other libraries' graphs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from motifcnn.graph.columns import LinkTable
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.left_out import LeftOut
from motifcnn.graph.schema import Relation, Schema
from motifcnn.graph.splits import random_split, split_from_files

if TYPE_CHECKING:
    from motifcnn.graph.convert.directions import DirectionGuessed
    from motifcnn.graph.convert.networkx import from_networkx, to_networkx
    from motifcnn.graph.convert.pandas import Frames, from_pandas, to_pandas
    from motifcnn.graph.convert.pyg import from_pyg, to_pyg
    from motifcnn.graph.convert.scipy import from_scipy, to_scipy
    from motifcnn.graph.extend import extended
    from motifcnn.graph.io.parquet import write_graph
    from motifcnn.graph.io.read import read_graph
    from motifcnn.graph.subgraph import only_nodes, with_neighbours, without_nodes
    from motifcnn.graph.tables.read import read_tables

# Loaded on first use, so that `import motifcnn` stays quick.
_LAZY = {
    "DirectionGuessed": "convert.directions",
    "Frames": "convert.pandas",
    "extended": "extend",
    "from_networkx": "convert.networkx",
    "from_pandas": "convert.pandas",
    "from_pyg": "convert.pyg",
    "from_scipy": "convert.scipy",
    "only_nodes": "subgraph",
    "read_graph": "io.read",
    "read_tables": "tables.read",
    "to_networkx": "convert.networkx",
    "to_pandas": "convert.pandas",
    "to_pyg": "convert.pyg",
    "to_scipy": "convert.scipy",
    "with_neighbours": "subgraph",
    "without_nodes": "subgraph",
    "write_graph": "io.parquet",
}

__all__ = [
    "DirectionGuessed",
    "Frames",
    "Graph",
    "Labels",
    "LeftOut",
    "LinkTable",
    "Relation",
    "Schema",
    "Split",
    "extended",
    "from_networkx",
    "from_pandas",
    "from_pyg",
    "from_scipy",
    "only_nodes",
    "random_split",
    "read_graph",
    "read_tables",
    "split_from_files",
    "to_networkx",
    "to_pandas",
    "to_pyg",
    "to_scipy",
    "with_neighbours",
    "without_nodes",
    "write_graph",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"motifcnn.graph.{_LAZY[name]}"), name)
    raise AttributeError(f"module 'motifcnn.graph' has no attribute {name!r}")
