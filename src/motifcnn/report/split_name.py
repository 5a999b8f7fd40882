"""The name of a run's split: a run keeps its nodes, the graph knows what they are called."""

from __future__ import annotations

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.train.run import Run


def split_name(run: Run, graph: Graph | None = None) -> str | None:
    """Which of the graph's splits a run was trained on; None for another one, such as one dealt out at random.

    Parameters
    ----------
    run : Run
    graph : Graph, optional
        The training graph; a loaded run needs it, as without a graph there are no names.
    """
    graph = graph or run.graph
    if graph is None:
        return None
    for name, split in graph.splits.items():
        if split.node_type != run.target or not np.array_equal(run.split.test, split.test):
            continue
        # Validation nodes are held out of the training nodes where the graph's split has none.
        held_out = np.array_equal(
            np.union1d(run.split.train, run.split.val), split.train
        ) and not len(split.val)
        if run.split == split or held_out:
            return name
    return None
