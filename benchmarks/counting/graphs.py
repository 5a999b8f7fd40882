"""The graphs of the cases as `motifcnn` graphs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.counting.rmat import cached_rmat


def load(name: str) -> Any:
    """A `motifcnn.graph.Graph`: the R-MAT graph, or a dataset from `MOTIFCNN_DATA`."""
    return _rmat() if name == "rmat" else _dataset(data_folder() / name)


def data_folder() -> Path:
    """Where the datasets lie: `MOTIFCNN_DATA`, or `../shared/data` next to the project."""
    return Path(os.environ.get("MOTIFCNN_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))


def _rmat() -> Any:
    from motifcnn.graph.graph import Graph
    from motifcnn.graph.schema import Relation, Schema

    edges = cached_rmat()
    n = 1 << 20
    matrix = sparse.csr_array((np.ones(len(edges), bool), (edges[:, 0], edges[:, 1])), shape=(n, n))
    relation = Relation("node", "links", "node", directed=False)
    return Graph(Schema(("node",), (relation,)), {relation.key: matrix}, {"node": n}, name="rmat")


def _dataset(folder: Path) -> Any:
    import pandas as pd

    from motifcnn.graph.graph import Graph
    from motifcnn.graph.schema import Relation, Schema

    nodes = pd.read_csv(folder / "nodes.tsv.gz", sep="\t", usecols=["id", "type"], quoting=3)
    edges = pd.read_csv(folder / "edges.tsv.gz", sep="\t", quoting=3)
    types = list(json.loads((folder / "meta.json").read_text())["node_types"])
    counts = nodes["type"].value_counts().to_dict()
    row = nodes.groupby("type").cumcount().to_numpy()
    type_of = nodes["type"].to_numpy()
    adjacency, relations = {}, []
    for name, rows in edges.groupby("relation", sort=False):
        source, target = rows["src"].to_numpy(), rows["dst"].to_numpy()
        key = (type_of[source[0]], name, type_of[target[0]])
        undirected = len(types) == 1 and bool((source < target).all())
        relations.append(Relation(*key, directed=not undirected))
        adjacency[key] = sparse.csr_array(
            (np.ones(len(rows), bool), (row[source], row[target])), shape=(counts[key[0]], counts[key[2]])
        )
    return Graph(Schema(tuple(types), tuple(relations)), adjacency, counts, name=folder.name)
