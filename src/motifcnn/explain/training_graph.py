"""The graph that a run was trained on: what explanations and reports speak of, and nothing else."""

from __future__ import annotations

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.train.run import Run


def training_graph(run: Run, graph: Graph | None, call: str) -> Graph:
    """The given graph, else the one that the run holds; an error where it is missing or not the one that was trained on.

    Parameters
    ----------
    run : Run
    graph : Graph or None
    call : str
        How a graph is given, for the message.
    """
    graph = graph or run.graph
    if graph is None:
        raise GraphError(f"a loaded run does not hold its graph: give it, `{call}`")
    run.require_schema(
        graph
    )  # before any look at the nodes: another schema may not even have the target type
    if not np.array_equal(graph.ids[run.target], run.ids):
        raise GraphError(
            f"the run was trained on {len(run.ids):,} nodes of type {run.target}, this graph has others "
            f"({graph.counts[run.target]:,}); give the training graph, or use `run.predict(graph)` for another one"
        )
    return graph
