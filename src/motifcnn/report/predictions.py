"""Predictions of test nodes, a row for each of at most some hundreds."""

from __future__ import annotations

from typing import Any

import numpy as np

from motifcnn.explain.node import describe_node
from motifcnn.explain.uncertain import margins
from motifcnn.graph.graph import Graph
from motifcnn.train.run.run import Run

MOST = 500


def prediction_rows(run: Run, graph: Graph, most: int = MOST) -> list[dict[str, Any]]:
    """Test nodes with their classes, probability and margin, smallest margin first.

    Of more than `most` nodes every k-th is taken, so that all margins are represented.

    Returns
    -------
    list of dict
        Keys as `describe_node` returns them, margin, probability (of the most probable class) and
        right (whether the predicted classes are the true ones).
    """
    test = run.split.test
    margin = margins(run.probabilities[test], run.multi_label, run.threshold)
    order = np.argsort(margin, kind="stable")
    if len(order) > most:
        order = order[np.linspace(0, len(order) - 1, most).round().astype(np.int64)]
    rows = []
    for place in order:
        node = describe_node(run, graph, int(test[place]))
        right = sorted(node["true"] or []) == sorted(node["predicted"])
        found = {"margin": float(margin[place]), "probability": node["probabilities"][0][1]}
        rows.append(node | found | {"right": right})
    return rows
