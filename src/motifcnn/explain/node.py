"""One node of a run: its id, probabilities, predicted and true classes as plain values."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.find_node import find_row
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import decide
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of


def find_node(run: Run, node: Any) -> int:
    """Row of the node with that id or, if there is none, with that name."""
    return find_row(node, run.target, run.ids, run.names)


def describe_node(run: Run, graph: Graph | None, row: int) -> dict[str, Any]:
    """A node of the training graph of a run.

    Returns
    -------
    dict
        Keys node (id), name, true (class names, or None), predicted (class names) and probabilities
        (pairs of class name and probability, most probable first).
    """
    probabilities = run.probabilities[row]
    order = np.argsort(-probabilities, kind="stable")
    return {
        "node": plain(run.ids[row]),
        "name": str(run.names[row]) if run.names is not None else "",
        "true": true_classes(run, graph, row),
        "predicted": predicted_classes(run, probabilities),
        "probabilities": [(run.classes[c], float(probabilities[c])) for c in order],
    }


def predicted_classes(run: Run, probabilities: npt.NDArray[np.float32]) -> list[str]:
    """Names of the predicted classes of one node, from its probabilities, (c,)."""
    decided = decide(probabilities[None], run.multi_label, run.threshold)[0]
    return [
        run.classes[c] for c in (np.flatnonzero(decided) if run.multi_label else [int(decided)])
    ]


def true_classes(run: Run, graph: Graph | None, row: int) -> list[str] | None:
    """Names of the classes of a node; None where it has no label or there is no graph."""
    if graph is None or run.target not in graph.labels or row not in graph.labels[run.target].nodes:
        return None
    y = labels_of(graph.labels[run.target], np.array([row]))[0]
    return [run.classes[c] for c in (np.flatnonzero(y) if np.ndim(y) else [int(y)])]


def plain(value: Any) -> Any:
    """An id as a Python value, which JSON can hold."""
    return value.item() if hasattr(value, "item") else value
