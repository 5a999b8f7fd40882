"""The graph and the split of a cell."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from motifcnn.datasets import DATASETS, load_dataset
from motifcnn.errors import GraphError
from motifcnn.experiments.changes import CHANGES
from motifcnn.experiments.experiment import Column
from motifcnn.graph import read_graph
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.train.split import random_split, resolve_split


@lru_cache(maxsize=3)  # a graph is large, with what is derived from it
def open_column(column: Column) -> Graph:
    """The graph of a column, changed as the column says.

    Examples
    --------
    >>> open_column(Column("debian", "debian")).counts["package"]
    3111
    """
    graph = (
        load_dataset(column.dataset)
        if column.dataset in DATASETS
        else read_graph(Path(column.dataset))
    )
    return CHANGES[column.change](graph) if column.change else graph


def split_of(column: Column, graph: Graph, seed: int) -> Split:
    """The split of a column: the official one of its graph, or a random one by seed."""
    target = graph.target_type
    if not column.official:
        return random_split(graph, target, column.fractions, seed=seed)
    own = [split for split in graph.splits.values() if split.node_type == target]
    if len(own) != 1:
        raise GraphError(
            f"{column.name}: expected one official split of type {target}, found {len(own)}"
        )
    return resolve_split(graph, target, own[0], seed)
