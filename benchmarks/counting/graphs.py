"""The graphs of the cases as `motifcnn` graphs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.counting.rmat import cached_rmat


def load(name: str) -> Any:
    """A `motifcnn.graph.Graph`: the R-MAT graph, or a dataset from `MOTIFCNN_DATA`."""
    from motifcnn.graph import read_graph

    return _rmat() if name == "rmat" else read_graph(data_folder() / name)


def data_folder() -> Path:
    """Where the datasets lie: `MOTIFCNN_DATA`, or `../shared/data` next to the project."""
    return Path(
        os.environ.get("MOTIFCNN_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
    )


def _rmat() -> Any:
    from motifcnn.graph.graph import Graph
    from motifcnn.graph.schema import Relation, Schema

    edges = cached_rmat()
    n = 1 << 20
    matrix = sparse.csr_array((np.ones(len(edges), bool), (edges[:, 0], edges[:, 1])), shape=(n, n))
    relation = Relation("node", "links", "node", directed=False)
    return Graph(Schema(("node",), (relation,)), {relation.key: matrix}, {"node": n}, name="rmat")
