"""Class by class: scores, and which classes are taken for which."""

from __future__ import annotations

from typing import Any

import numpy as np

from motifcnn.evaluate.metrics import confusion, per_class
from motifcnn.explain.by_class import class_members
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import decide
from motifcnn.report.heat import heat_cell
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

MOST_CLASSES = 24
"""Classes of a confusion matrix that fits on paper; of more, the largest confusions are listed."""
MOST_PAIRS = 20


def class_rows(run: Run, graph: Graph) -> list[dict[str, Any]]:
    """Scores of each class, and how many nodes were found, wrongly given and missed."""
    test, classes = run.split.test, len(run.classes)
    predicted = decide(run.probabilities[test], run.multi_label, run.threshold)
    y = class_members(labels_of(graph.labels[run.target], test), classes)
    given = class_members(predicted, classes)
    counts = {
        "hits": (y & given).sum(axis=0),
        "wrong": (~y & given).sum(axis=0),
        "missed": (y & ~given).sum(axis=0),
    }
    rows = per_class(run, graph).to_dict("records")
    return [
        {str(name): value for name, value in row.items()}
        | {name: int(totals[c]) for name, totals in counts.items()}
        for c, row in enumerate(rows)
    ]


def confusion_table(run: Run, graph: Graph) -> dict[str, Any] | None:
    """Confusion matrix: rows of cells by true class, or pairs where there are too many classes.

    None where a node may have several classes.

    Returns
    -------
    dict or None
        Keys rows (name, and a cell with text and colour per predicted class; empty for more than
        `MOST_CLASSES` classes) and pairs (true, predicted, count; empty otherwise).
    """
    if run.multi_label:
        return None
    counts = confusion(run, graph).to_numpy()
    if len(run.classes) > MOST_CLASSES:
        return {"rows": [], "pairs": _largest_confusions(run, counts)}
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    rows = [
        {
            "name": name,
            "cells": [
                heat_cell(float(share), f"{count:d}")
                for count, share in zip(counts[c], shares[c], strict=True)
            ],
        }
        for c, name in enumerate(run.classes)
    ]
    return {"rows": rows, "pairs": []}


def _largest_confusions(run: Run, counts: np.ndarray) -> list[dict[str, Any]]:
    wrong = counts * ~np.eye(len(counts), dtype=bool)
    order = np.argsort(-wrong, axis=None, kind="stable")[:MOST_PAIRS]
    return [
        {"true": run.classes[t], "predicted": run.classes[p], "count": int(wrong[t, p])}
        for t, p in zip(*np.unravel_index(order, wrong.shape), strict=True)
        if wrong[t, p]
    ]
