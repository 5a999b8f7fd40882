"""Measures: the numbers in the paper's figures: times, losses, and what motifs are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from motifcnn.experiments.table import Entry, Table


def epoch_seconds(entry: Entry) -> float:
    """Seconds of an epoch: the median of each split, of those the smallest.

    Other programs on the machine only make it slower. An epoch includes the scores on validation
    nodes that early stopping needs.
    """
    each = [result["epoch_seconds"] for result in entry.results.values()]
    return min(float(np.median(seconds)) for seconds in each if seconds)


def total_seconds(entry: Entry) -> tuple[float, float]:
    """Seconds of pre-computation, and of training until it stops: means over splits."""
    each = [result["seconds"] for result in entry.results.values()]
    prepare, train = np.mean([(one["prepare"], one["train"]) for one in each], axis=0)
    return float(prepare), float(train)


def loss_curves(entry: Entry) -> list[list[float]]:
    """Validation loss by epoch, one list per split."""
    return [result["val_loss"] for result in entry.results.values()]


def motif_worth(entry: Entry) -> list[dict[str, Any]]:
    """Mean attention of each motif, and the points of Macro-F1 lost without it: means over splits.

    Heaviest attention first; attention is None for a method without.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for result in entry.results.values():
        for motif in result.get("motifs", ()):
            found.setdefault(motif["motif"], []).append(motif)
    worth = []
    for motif, each in found.items():
        weights = [one["attention"] for one in each if one["attention"] is not None]
        worth.append(
            {
                "motif": motif,
                "attention": float(np.mean(weights)) if weights else None,
                "lost_macro_f1": 100 * float(np.mean([one["lost_macro_f1"] for one in each])),
            }
        )
    return sorted(worth, key=lambda one: -(one["attention"] or 0.0))


def measure(table: Table) -> list[dict[str, Any]]:
    """The numbers in the figure of an experiment; empty for a table of scores.

    One mapping per entry or, for attention, per motif.
    """
    if table.experiment.draws not in _MEASURES:
        return []
    rows = []
    for entry in table.entries:
        if entry.results:
            place = {"dataset": entry.column, "method": entry.row}
            rows += [place | numbers for numbers in _MEASURES[table.experiment.draws](entry)]
    return rows


def _epoch_time(entry: Entry) -> list[dict[str, Any]]:
    if not any(map(len, loss_curves(entry))):
        return []
    return [{"milliseconds_per_epoch": 1000 * epoch_seconds(entry)}]


def _total_time(entry: Entry) -> list[dict[str, Any]]:
    prepare, train = total_seconds(entry)
    return [
        {
            "prepare_seconds": prepare,
            "train_seconds": train,
            "total_seconds": prepare + train,
            "epochs": float(np.mean([result["epochs"] for result in entry.results.values()])),
        }
    ]


def _convergence(entry: Entry) -> list[dict[str, Any]]:
    curves = [curve for curve in loss_curves(entry) if curve]
    if not curves:
        return []
    return [
        {
            "lowest_validation_loss": float(np.mean([min(curve) for curve in curves])),
            "at_epoch": float(np.mean([int(np.argmin(curve)) + 1 for curve in curves])),
            "epochs": float(np.mean([len(curve) for curve in curves])),
            "val_loss": curves,
        }
    ]


_MEASURES: dict[str, Callable[[Entry], list[dict[str, Any]]]] = {
    "epoch-time": _epoch_time,
    "total-time": _total_time,
    "convergence": _convergence,
    "attention": motif_worth,
}
