"""Content of the report as plain values; the template only lays it out."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

import motifcnn
from motifcnn.evaluate.metrics import confusion, per_class
from motifcnn.explain.attention import attention_by_class, last_layer, mean_attention
from motifcnn.explain.by_class import class_members
from motifcnn.explain.contributions import grouped_shares, mean_contributions, shares_by_class
from motifcnn.explain.importance import Importance, motif_importance
from motifcnn.explain.uncertain import least_sure
from motifcnn.explain.words import shares_text
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import Scores, decide
from motifcnn.report.curves import Series, draw_curves
from motifcnn.report.motif_choice import motif_choice
from motifcnn.report.schema_drawing import draw_schema
from motifcnn.report.split_name import split_name
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

if TYPE_CHECKING:
    import pandas as pd

FIRST = 12  # motifs to show at once; the others are folded away
PACKAGES = ("torch", "numpy", "scipy", "numba", "scikit-learn")
CHARTS = {
    "Loss": {"training": "loss", "validation": "val_loss"},
    "Validation score": {"Micro-F1": "val_micro_f1", "Macro-F1": "val_macro_f1"},
}


def page_content(
    run: Run, graph: Graph, baselines: Mapping[str, Scores], importance: Importance | None = None
) -> dict[str, Any]:
    """Everything on the page, section by section.

    Parameters
    ----------
    run : Run
    graph : Graph
        The training graph.
    baselines : mapping of name to Scores
    importance : Importance, optional
        What `motif_importance(run, graph)` returned.
    """
    importance = motif_importance(run, graph) if importance is None else importance
    scored = len(run.split.test) > 0
    return {
        "title": f"{run.model} on {graph.name or 'a graph'}",
        "run": run,
        "graph": _graph(run, graph),
        "scores": _scores(run, baselines),
        "motifs": _motifs(run, importance),
        "motif_choice": motif_choice(run.motif_choice),
        "first": FIRST,
        "curves": _curves(run),
        "per_class": _per_class(run, graph) if scored else [],
        "confusion": _confusion(run, graph) if scored and not run.multi_label else None,
        "attention": _attention(run, graph, importance.attention),
        "contributions": _contributions(run, graph, importance.contributions),
        "least_sure": least_sure(run, graph),
        "split": split_name(run, graph),
        "settings": run.settings.to_json(),
        "versions": {"motifcnn": motifcnn.__version__, "python": platform.python_version()}
        | {name: version(name) for name in PACKAGES},
    }


def _graph(run: Run, graph: Graph) -> dict[str, Any]:
    parts = {"training": run.split.train, "validation": run.split.val, "test": run.split.test}
    return {
        "name": graph.name,
        "drawing": draw_schema(graph.schema, run.target, graph.counts),
        "types": [
            {
                "name": t,
                "nodes": n,
                "features": graph.features[t].shape[1] if t in graph.features else None,
                "target": t == run.target,
            }
            for t, n in graph.counts.items()
        ],
        "relations": [
            {"text": str(r), "edges": graph.num_edges(r)} for r in graph.schema.relations
        ],
        "labelled": len(graph.labels[run.target].nodes),
        "parts": {name: len(rows) for name, rows in parts.items()},
    }


def _scores(run: Run, baselines: Mapping[str, Scores]) -> list[dict[str, Any]]:
    rows = [{"name": name, "scores": scores, "own": False} for name, scores in baselines.items()]
    return [*rows, {"name": run.model, "scores": run.test, "own": True}]


def _motifs(run: Run, importance: Importance) -> list[dict[str, Any]]:
    """Drawings of the motifs, those that count most first.

    Motifs with another target type have no weight and come last.
    """
    weights: dict[Any, float] = {}
    if importance.attention is not None:
        last = last_layer(importance.attention)
        weights = last.groupby("motif")["weight"].mean().to_dict()
    elif importance.contributions is not None:
        weights = importance.contributions.groupby("source")["share"].mean().to_dict()
    drawn = [
        {"text": str(m), "svg": Markup(m.to_svg()), "weight": weights.get(str(m))}
        for m in run.motifs
    ]
    return sorted(drawn, key=lambda motif: -(motif["weight"] or 0.0))


def _curves(run: Run) -> list[dict[str, Any]]:
    charts = []
    for title, columns in CHARTS.items():
        lines = [
            Series(name, [getattr(epoch, column) for epoch in run.history])
            for name, column in columns.items()
        ]
        svg = draw_curves(lines, title=f"{title} by epoch", kept=run.best, percent=title != "Loss")
        charts.append({"title": title, "svg": svg, "names": list(columns)})
    return charts


def _per_class(run: Run, graph: Graph) -> list[dict[str, Any]]:
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


def _confusion(run: Run, graph: Graph) -> list[dict[str, Any]]:
    counts = confusion(run, graph).to_numpy()
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return [
        {
            "name": name,
            "cells": [
                {"count": int(n), "share": float(s)}
                for n, s in zip(counts[c], shares[c], strict=True)
            ],
        }
        for c, name in enumerate(run.classes)
    ]


def _attention(run: Run, graph: Graph, attention: pd.DataFrame | None) -> dict[str, Any] | None:
    """Mean attention of each motif: in each layer, and by class in the last."""
    if attention is None:
        return None
    mean = mean_attention(attention)
    layers = int(mean["layer"].max())
    weights = {
        motif: [float(w) for w in mean[mean["motif"] == motif].sort_values("layer")["weight"]]
        for motif in mean[mean["layer"] == layers]["motif"]
    }
    return {"layers": layers} | _heat(weights, attention_by_class(run, graph, attention))


def _contributions(
    run: Run, graph: Graph, contributions: pd.DataFrame | None
) -> dict[str, Any] | None:
    """Mean share of each source in the predictions of a wide network: of all, and by class."""
    if contributions is None:
        return None
    mean = mean_contributions(contributions)
    shares = {source: [float(s)] for source, s in zip(mean["source"], mean["share"], strict=True)}
    sources = {"sources": shares_text(grouped_shares(contributions))}
    return sources | _heat(shares, shares_by_class(run, graph, contributions))


def _heat(weights: Mapping[str, list[float]], by_class: pd.DataFrame) -> dict[str, Any]:
    """Rows of a table: the weights of a motif or source as bars, those by class as coloured cells.

    A cell's `share` of the largest one decides its colour.
    """
    largest = max((w for w in by_class.to_numpy().ravel() if w > 0), default=1.0)
    return {
        "classes": list(by_class.columns),
        "largest": max((w for each in weights.values() for w in each), default=0.0) or 1e-9,
        "rows": [
            {
                "name": name,
                "weights": each,
                # NaN, of a class without test nodes, is not equal to itself.
                "cells": [
                    {"weight": float(w), "share": max(float(w) / largest, 0.0) if w == w else w}
                    for w in by_class.loc[name].to_numpy(dtype=np.float64)
                ],
            }
            for name, each in weights.items()
        ],
    }
