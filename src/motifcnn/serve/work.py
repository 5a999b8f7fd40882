"""The slow work: classes of new nodes and explanations, from a run and its training graph."""

from __future__ import annotations

import warnings
from dataclasses import asdict
from typing import Any

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.explain import explain
from motifcnn.explain.node import predicted_classes
from motifcnn.graph.graph import Graph
from motifcnn.serve.known_nodes import DIGITS
from motifcnn.serve.new_nodes import graph_of_new, ids_like
from motifcnn.serve.requests import ExplainRequest, NewNodes
from motifcnn.train.run.new_nodes import known_graph
from motifcnn.train.run.run import Run


def predict_new(run: Run, graph: Graph, request: NewNodes) -> dict[str, Any]:
    """Predictions of the new nodes of the target type, in the order of the request.

    Returns
    -------
    dict
        Keys predictions (as of known nodes) and notes (warnings, such as words never seen).

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, ["(t:package)--(c:library)"], preset="inductive", epochs=1)
    >>> node = {"id": 99999, "features": {"12": 1}}
    >>> links = {"package-depends-library": [(99999, 3111)]}
    >>> found = predict_new(run, graph, NewNodes(nodes={"package": [node]}, links=links))
    >>> found["predictions"][0]["node"], len(found["predictions"][0]["probabilities"])
    (99999, 8)
    """
    graph = known_graph(run, graph)
    asked = request.nodes.get(run.target, [])
    if not asked:
        raise GraphError(
            f"no new node of type {run.target}, of which the run predicts classes; "
            f"give nodes.{run.target}"
        )
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always", UserWarning)
        frame = run.predict_new(graph_of_new(request, graph), graph)
    new = frame[frame["new"]]
    row_of = {value: row for row, value in enumerate(new["node"].tolist())}
    chances = new[[f"p({name})" for name in run.classes]].to_numpy(np.float32)
    ids = ids_like(graph.ids[run.target], [node.id for node in asked], "new nodes").tolist()
    return {
        "predictions": [
            {
                "node": value,
                "name": node.name,
                "predicted": predicted_classes(run, chances[row_of[value]]),
                "probabilities": {
                    name: round(chance, DIGITS)
                    for name, chance in zip(
                        run.classes, chances[row_of[value]].tolist(), strict=True
                    )
                },
            }
            for value, node in zip(ids, asked, strict=True)
        ],
        "notes": [str(warning.message) for warning in noted],
    }


def explained(run: Run, graph: Graph, request: ExplainRequest) -> dict[str, Any]:
    """The explanation of one node as plain values; see `motifcnn.explain.Explanation`.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, ["(t:package)--(c:library)"], epochs=1)
    >>> explained(run, graph, ExplainRequest(id="gimp"))["true"]
    ['graphics']
    """
    found = explain(run, request.id, graph, limit=request.limit)
    return asdict(found) | {"probabilities": dict(found.probabilities)}
