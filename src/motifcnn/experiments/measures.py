"""Measures: the numbers in the paper's figures: times, losses, and what motifs are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from motifcnn.experiments.table import Entry, Table

_MILLISECONDS = "milliseconds_per_epoch"


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
    return [result.get("val_loss", []) for result in entry.results.values()]


def fitted_line(x: Sequence[float], y: Sequence[float]) -> tuple[float, float, float]:
    """Slope, intercept and R^2 of the line of least squares.

    Examples
    --------
    >>> [round(number, 6) for number in fitted_line([1, 2, 4], [3, 5, 9])]
    [2.0, 1.0, 1.0]
    """
    slope, intercept = np.polyfit(x, y, 1)
    left = np.asarray(y) - (slope * np.asarray(x) + intercept)
    around = np.asarray(y) - np.mean(y)
    spread = float(around @ around)
    return float(slope), float(intercept), 1.0 - float(left @ left) / spread if spread else 1.0


def motifs_used(entry: Entry) -> int:
    """How many motifs the network of an entry has, of all node types."""
    return max(len(result["patterns"]) for result in entry.results.values())


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
    return _with_lines(rows) if table.experiment.draws == "motif-time" else rows


def _epoch_time(entry: Entry) -> list[dict[str, Any]]:
    if not any(map(len, loss_curves(entry))):
        return []
    return [{_MILLISECONDS: 1000 * epoch_seconds(entry)}]


def _motif_time(entry: Entry) -> list[dict[str, Any]]:
    return [{"motifs": motifs_used(entry)} | one for one in _epoch_time(entry)]


def _with_lines(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Adds the time that a line through the points of the graph gives, and how well that fits."""
    found = []
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        points = [row for row in rows if row["dataset"] == dataset]
        motifs = [row["motifs"] for row in points]
        if len(set(motifs)) == 1:  # no line
            found += points
            continue
        slope, intercept, fit = fitted_line(motifs, [row[_MILLISECONDS] for row in points])
        found += [
            row | {"on_fitted_line": slope * row["motifs"] + intercept, "r_squared": fit}
            for row in points
        ]
    return found


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
    "motif-time": _motif_time,
    "attention": motif_worth,
}
