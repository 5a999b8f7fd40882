"""The training graph of a run, which explanations and reports are about."""

from __future__ import annotations

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.train.run.run import Run


def training_graph(run: Run, graph: Graph | None, call: str) -> Graph:
    """The given graph, or else the one that the run holds or that its folder names.

    Parameters
    ----------
    run : Run
    graph : Graph or None
    call : str
        How the caller takes a graph, for the error message.

    Raises
    ------
    GraphError
        If there is no graph, or it has another schema or other target nodes than the run.
    """
    graph = graph or run.training_graph
    if graph is None:
        raise GraphError(f"a loaded run does not hold its graph: give it, `{call}`")
    run.require_schema(graph)  # first: another schema may not even have the target type
    if not np.array_equal(graph.ids[run.target], run.ids):
        raise GraphError(
            f"the run was trained on {len(run.ids):,} nodes of type {run.target}, this graph has "
            f"others ({graph.counts[run.target]:,}); give the training graph, or use "
            "`run.predict(graph)` for another one"
        )
    return graph
