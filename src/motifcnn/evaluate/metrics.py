"""Metrics of a run: Micro- and Macro-F1, per class, confusion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import Scores, decide, score
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Scores", "confusion", "per_class", "score"]


def per_class(run: Run, graph: Graph | None = None) -> pd.DataFrame:
    """Scores of each class on the test nodes: columns class, precision, recall, f1, nodes."""
    import pandas as pd
    from sklearn.metrics import precision_recall_fscore_support

    y, predicted = on_test(run, graph)
    labels = None if run.multi_label else np.arange(len(run.classes))
    precision, recall, f1, nodes = precision_recall_fscore_support(
        y, predicted, labels=labels, zero_division=0
    )
    return pd.DataFrame(
        {"class": run.classes, "precision": precision, "recall": recall, "f1": f1, "nodes": nodes}
    )


def confusion(run: Run, graph: Graph | None = None) -> pd.DataFrame:
    """Test nodes by true class (rows) and predicted class (columns).

    A multi-label run counts, for every class of a node, each class predicted for it.
    """
    import pandas as pd

    y, predicted = on_test(run, graph)
    classes = len(run.classes)
    true, found = (
        v.astype(np.int64) if v.ndim == 2 else np.eye(classes, dtype=np.int64)[v]
        for v in (y, predicted)
    )
    return pd.DataFrame(
        true.T @ found,
        index=pd.Index(run.classes, name="class"),
        columns=pd.Index(run.classes, name="predicted"),
    )


def on_test(run: Run, graph: Graph | None) -> tuple[np.ndarray, np.ndarray]:
    """True and predicted classes of the test nodes: (n,) numbers, or (n, c) marks."""
    graph = graph or run.training_graph
    if graph is None:
        raise GraphError(
            "a loaded run does not hold its graph, and so no labels: give the graph as well"
        )
    labels = graph.labels.get(run.target)
    same_nodes = labels is not None and np.array_equal(graph.ids[run.target], run.ids)
    if labels is None or labels.classes != run.classes or not same_nodes:
        raise GraphError(
            f"this graph has other nodes or classes of type {run.target} than the run; give the "
            "graph it was trained on"
        )
    y = labels_of(labels, run.split.test)
    return y, decide(run.probabilities[run.split.test], run.multi_label, run.threshold)
