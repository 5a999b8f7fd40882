"""Motifs of a run: number, drawing, words, and how much each counts, class by class."""

from __future__ import annotations

from typing import Any

import numpy as np
from markupsafe import Markup

from motifcnn.explain.attention import attention_by_class, mean_attention
from motifcnn.explain.contributions import grouped_shares, shares_by_class
from motifcnn.explain.importance import Importance
from motifcnn.explain.ranking import mean_importance
from motifcnn.explain.words import shares_text
from motifcnn.graph.graph import Graph
from motifcnn.motif.words import in_words
from motifcnn.report.heat import heat_cell
from motifcnn.train.run.run import Run

FIRST = 12
"""Motifs to show at once; the others are folded away."""


def numbered_sources(run: Run, importance: Importance) -> dict[str, int]:
    """Numbers of motifs and other sources from 1, those that count most first.

    A motif with another target type has no weight and comes last.
    """
    names = [*mean_importance(importance), *map(str, run.motifs)]
    return {name: number for number, name in enumerate(dict.fromkeys(names), start=1)}


def motif_list(run: Run, importance: Importance) -> list[dict[str, Any]]:
    """Motifs with number, text, words, drawing and mean weight (None without one), by number."""
    weights = mean_importance(importance)
    numbers = numbered_sources(run, importance)
    rows = [
        {
            "number": numbers[str(motif)],
            "text": str(motif),
            "words": in_words(motif, run.schema),
            "svg": Markup(motif.to_svg()),
            "weight": weights.get(str(motif)),
        }
        for motif in run.motifs
    ]
    return sorted(rows, key=lambda row: row["number"])


def source_weights(run: Run, graph: Graph, importance: Importance) -> dict[str, Any] | None:
    """How much each motif or other source counts: over all nodes, and by class.

    Returns
    -------
    dict or None
        Keys kind ("attention" or "contributions"), layers, sources (shares in words, of a wide
        network), rows (number, name, words, and one weight per layer) and by_class: tables of at
        most `FIRST` columns, with the numbers of the columns and a row of cells per class. None
        for a method that has neither.
    """
    if importance.attention is not None:
        mean = mean_attention(importance.attention)
        layers = {
            str(name): [float(w) for w in rows.sort_values("layer")["weight"]]
            for name, rows in mean.groupby("motif", sort=False)
        }
        by_class = attention_by_class(run, graph, importance.attention)
        kind, sources = "attention", ""
    elif importance.contributions is not None:
        layers = {name: [share] for name, share in mean_importance(importance).items()}
        by_class = shares_by_class(run, graph, importance.contributions)
        kind, sources = "contributions", shares_text(grouped_shares(importance.contributions))
    else:
        return None
    words = {str(motif): in_words(motif, run.schema) for motif in run.motifs}
    numbers = numbered_sources(run, importance)
    names = sorted(layers, key=lambda name: numbers[name])
    shares = by_class.loc[names].to_numpy(dtype=np.float64)  # (sources, classes)
    return {
        "kind": kind,
        "layers": max(map(len, layers.values())),
        "sources": sources,
        "largest": max(w for each in layers.values() for w in each) or 1e-9,
        "rows": [
            {
                "number": numbers[name],
                "name": name,
                "words": words.get(name, ""),
                "motif": name in words,
                "weights": layers[name],
            }
            for name in names
        ],
        "by_class": [
            {
                "numbers": [numbers[name] for name in names[at : at + FIRST]],
                "rows": [
                    {
                        "name": run.classes[c],
                        "cells": [
                            heat_cell(float(w), f"{100 * w:.0f}")
                            for w in shares[at : at + FIRST, c]
                        ],
                    }
                    for c in range(len(run.classes))
                ],
            }
            for at in range(0, len(names), FIRST)
        ],
    }
