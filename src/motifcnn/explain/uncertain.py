"""Uncertain nodes: those whose prediction has the smallest margin."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.explain.node import describe_node
from motifcnn.graph.graph import Graph
from motifcnn.train.run.run import Run


def margins(
    probabilities: npt.NDArray[np.float32], multi_label: bool, threshold: float
) -> npt.NDArray[np.float64]:
    """Distance of each node's prediction from another one: (n,).

    The gap between the two most probable classes; for multi-label, the smallest distance of a
    probability from the threshold.

    Examples
    --------
    >>> probabilities = np.array([[0.5, 0.4, 0.1], [0.9, 0.1, 0.0]], dtype=np.float32)
    >>> margins(probabilities, False, 0.5).round(2).tolist()
    [0.1, 0.8]
    """
    p = np.asarray(probabilities, dtype=np.float64)
    if multi_label:
        return np.asarray(np.abs(p - threshold).min(axis=1))
    if p.shape[1] < 2:
        return np.ones(len(p))
    ranked = np.sort(p, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2])


def least_sure(run: Run, graph: Graph | None = None, limit: int = 10) -> list[dict[str, Any]]:
    """The nodes with the smallest margins, smallest first; no training or validation nodes.

    Returns
    -------
    list of dict
        As `describe_node` returns them, and margin; true is None for a node that is no test node.
    """
    seen = np.concatenate([run.split.train, run.split.val])
    others = np.setdiff1d(np.arange(len(run.ids)), seen)
    margin = margins(run.probabilities[others], run.multi_label, run.threshold)
    graph = graph or run.graph
    found = []
    for place in np.argsort(margin, kind="stable")[:limit]:
        row = int(others[place])
        known = graph if row in run.split.test else None
        found.append(describe_node(run, known, row) | {"margin": float(margin[place])})
    return found
