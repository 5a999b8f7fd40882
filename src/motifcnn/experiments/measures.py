"""Measures: what the paper's figures show, as numbers: times, losses, and what motifs are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from motifcnn.experiments.table import Entry, Table


def epoch_seconds(entry: Entry) -> float:
    """Time of an epoch: the median within a split, of those the smallest, as other programs only ever make it slower.

    Epochs include the check on validation nodes, which early stopping asks for.
    """
    return min(
        float(np.median(result["epoch_seconds"]))
        for result in entry.results.values()
        if result["epoch_seconds"]
    )


def total_seconds(entry: Entry) -> tuple[float, float]:
    """Time of pre-computation and of training until it stops: mean over splits."""
    parts = [
        (result["seconds"]["prepare"], result["seconds"]["train"])
        for result in entry.results.values()
    ]
    prepare, train = np.mean(parts, axis=0)
    return float(prepare), float(train)


def loss_curves(entry: Entry) -> list[list[float]]:
    """Validation loss by epoch, one list per split."""
    return [result["val_loss"] for result in entry.results.values()]


def motif_worth(entry: Entry) -> list[dict[str, Any]]:
    """Per motif its mean attention (None without attention) and the Macro-F1 lost without it, in points; means over splits.

    Heaviest attention first.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for result in entry.results.values():
        for motif in result.get("motifs", ()):
            found.setdefault(motif["motif"], []).append(motif)
    worth = []
    for motif, each in found.items():
        weights = [one["attention"] for one in each if one["attention"] is not None]
        lost = 100 * float(np.mean([one["lost_macro_f1"] for one in each]))
        worth.append(
            {
                "motif": motif,
                "attention": float(np.mean(weights)) if weights else None,
                "lost_macro_f1": lost,
            }
        )
    return sorted(worth, key=lambda one: -(one["attention"] or 0.0))


def measure(table: Table) -> list[dict[str, Any]]:
    """The numbers that the experiment's figure shows, one mapping per entry or motif; empty for a table of scores."""
    if table.experiment.draws not in _MEASURES:
        return []
    entries = [entry for entry in table.entries if entry.results]
    rows = []
    for entry in entries:
        place = {"dataset": entry.column, "method": entry.row}
        rows += [place | numbers for numbers in _MEASURES[table.experiment.draws](entry)]
    return rows


def _epoch_time(entry: Entry) -> list[dict[str, Any]]:
    return (
        [{"milliseconds_per_epoch": 1000 * epoch_seconds(entry)}]
        if any(map(len, loss_curves(entry)))
        else []
    )


def _total_time(entry: Entry) -> list[dict[str, Any]]:
    prepare, train = total_seconds(entry)
    epochs = float(np.mean([result["epochs"] for result in entry.results.values()]))
    return [
        {
            "prepare_seconds": prepare,
            "train_seconds": train,
            "total_seconds": prepare + train,
            "epochs": epochs,
        }
    ]


def _convergence(entry: Entry) -> list[dict[str, Any]]:
    curves = [curve for curve in loss_curves(entry) if curve]
    if not curves:
        return []
    lowest = float(np.mean([min(curve) for curve in curves]))
    when = float(np.mean([int(np.argmin(curve)) + 1 for curve in curves]))
    length = float(np.mean([len(curve) for curve in curves]))
    return [
        {"lowest_validation_loss": lowest, "at_epoch": when, "epochs": length, "val_loss": curves}
    ]


_MEASURES: dict[str, Callable[[Entry], list[dict[str, Any]]]] = {
    "epoch-time": _epoch_time,
    "total-time": _total_time,
    "convergence": _convergence,
    "attention": motif_worth,
}
