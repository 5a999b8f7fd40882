"""Doubt: the nodes that a run is least sure of."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.train.run import Run
from motifcnn.train.scores import decide
from motifcnn.train.split import labels_of


def margins(
    probabilities: npt.NDArray[np.float32], multi_label: bool, threshold: float
) -> npt.NDArray[np.float64]:
    """How far each node's decision was from going the other way: (n,).

    The gap between the two most probable classes; for multi-label, the smallest distance of a
    probability to the threshold.

    Examples
    --------
    >>> margins(np.array([[0.5, 0.4, 0.1], [0.9, 0.1, 0.0]], dtype=np.float32), False, 0.5).round(2).tolist()
    [0.1, 0.8]
    """
    chances = np.asarray(probabilities, dtype=np.float64)
    if multi_label:
        return np.asarray(np.abs(chances - threshold).min(axis=1))
    if chances.shape[1] < 2:
        return np.ones(len(chances))
    ranked = np.sort(chances, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2])


def least_sure(run: Run, graph: Graph | None = None, limit: int = 10) -> list[dict[str, Any]]:
    """The nodes with the smallest margins, least sure first, among those that were neither trained nor chosen by.

    Returns
    -------
    list of dict
        Keys node (id), name, true (class names; None unless the node is a test node of `graph`),
        predicted (class names), margin and probabilities (class name and probability, most probable
        first).
    """
    others = np.setdiff1d(np.arange(len(run.ids)), np.concatenate([run.split.train, run.split.val]))
    margin = margins(run.probabilities[others], run.multi_label, run.threshold)
    graph = graph or run.graph
    rows = others[np.argsort(margin, kind="stable")[:limit]]
    return [describe_node(run, graph, int(row)) for row in rows]


def describe_node(run: Run, graph: Graph | None, row: int) -> dict[str, Any]:
    """What the run says about one node of its training graph, as plain values."""
    chances = run.probabilities[row]
    return {
        "node": plain(run.ids[row]),
        "name": str(run.names[row]) if run.names is not None else "",
        "true": true_classes(run, graph, row) if row in run.split.test else None,
        "predicted": predicted_classes(run, chances),
        "margin": float(margins(chances[None], run.multi_label, run.threshold)[0]),
        "probabilities": ranked(run.classes, chances),
    }


def predicted_classes(run: Run, chances: npt.NDArray[np.float32]) -> list[str]:
    """Names of the classes that the run decides on from the probabilities of one node, (c,)."""
    decided = decide(chances[None], run.multi_label, run.threshold)[0]
    return [
        run.classes[c] for c in (np.flatnonzero(decided) if run.multi_label else [int(decided)])
    ]


def true_classes(run: Run, graph: Graph | None, row: int) -> list[str] | None:
    """Names of the classes of a node; None where it has no label or the graph is not at hand."""
    if graph is None or run.target not in graph.labels or row not in graph.labels[run.target].nodes:
        return None
    y = labels_of(graph.labels[run.target], np.array([row]))[0]
    return [run.classes[c] for c in (np.flatnonzero(y) if np.ndim(y) else [int(y)])]


def ranked(classes: tuple[str, ...], chances: npt.NDArray[np.float32]) -> list[tuple[str, float]]:
    """Classes with their probabilities, most probable first.

    Examples
    --------
    >>> ranked(("a", "b"), np.array([0.25, 0.75], dtype=np.float32))
    [('b', 0.75), ('a', 0.25)]
    """
    return [(classes[c], float(chances[c])) for c in np.argsort(-chances, kind="stable")]


def plain(value: Any) -> Any:
    """An id as JSON holds it."""
    return value.item() if hasattr(value, "item") else value
