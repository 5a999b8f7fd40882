"""The name of a run's split: a run has the nodes, the graph has the name."""

from __future__ import annotations

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.train.run.run import Run


def split_name(run: Run, graph: Graph | None = None) -> str | None:
    """Name of the graph's split that a run was trained on; None for another, such as a random one.

    Parameters
    ----------
    run : Run
    graph : Graph, optional
        The training graph; a loaded run needs it.
    """
    graph = graph or run.graph
    if graph is None:
        return None
    for name, split in graph.splits.items():
        if split.node_type != run.target or not np.array_equal(run.split.test, split.test):
            continue
        # `fit` holds out validation nodes from the training nodes of a split without any.
        seen = np.union1d(run.split.train, run.split.val)
        if run.split == split or (not len(split.val) and np.array_equal(seen, split.train)):
            return name
    return None
