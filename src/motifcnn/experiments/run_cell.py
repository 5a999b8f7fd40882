"""Running a cell: fits, or tunes and fits, and records the reason if that fails."""

from __future__ import annotations

import time
import traceback
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import sklearn.metrics  # noqa: F401  otherwise the first score loads it, within the measured time

from motifcnn.errors import BudgetError, MotifCNNError, MotifError
from motifcnn.experiments.cell import Cell
from motifcnn.experiments.graphs import open_column, split_of
from motifcnn.experiments.memory import peak_bytes, reset_peak
from motifcnn.experiments.speed import at_most
from motifcnn.experiments.store import Result
from motifcnn.graph.graph import Graph
from motifcnn.methods import NotApplicable
from motifcnn.train.fit import fit
from motifcnn.train.run.run import Run
from motifcnn.train.tune import tune

LASTING = (NotApplicable, BudgetError, MotifError)  # fitting again ends the same way


def run_cell(cell: Cell) -> Result:
    """The result of a cell. A failure is a result as well, with a "reason" and a "message"."""
    measured = reset_peak()
    began = time.perf_counter()
    try:
        graph = open_column(cell.column)
        began = time.perf_counter()  # the time to read the graph is not the method's
        result = _scores(cell, graph)
    except Exception as error:  # of any kind: one failing method must not end a long table
        result = {"reason": type(error).__name__, "message": str(error) or type(error).__name__}
        if not isinstance(error, LASTING):
            result["retry"] = True
        if not isinstance(error, MotifCNNError):  # a bug, which the traceback helps to find
            result["traceback"] = traceback.format_exc()
    peak = peak_bytes() if measured else None
    return result | {"wall_seconds": time.perf_counter() - began, "peak_bytes": peak}


def describe_result(run: Run) -> Result:
    """What tables and figures use of a run, as JSON holds it."""
    result: Result = {
        "test": asdict(run.test),
        "validation": asdict(run.validation),
        "seconds": dict(run.seconds),
        "epochs": len(run.history),
        "best": run.best,
        "val_loss": [epoch.val_loss for epoch in run.history],
        "epoch_seconds": np.diff([0.0, *(epoch.seconds for epoch in run.history)]).tolist(),
        "settings": run.settings.to_json(),
        "patterns": [str(motif) for motif in run.motifs],
    }
    if run.test_at_half is not None:
        result["test_at_half"] = asdict(run.test_at_half)
    return result


def _scores(cell: Cell, graph: Graph) -> Result:
    row = cell.row
    split = split_of(cell.column, graph, cell.split)
    motifs = [pattern.replace("{t}", split.node_type) for pattern in row.motifs] or None
    options: dict[str, Any] = {
        "model": row.model,
        "preset": row.preset,
        "target": split.node_type,
        "split": split,
        "seed": cell.split,
        "settings": dict(row.settings),
    }
    if cell.timed:
        # The first fit, which is not measured, compiles. Copies of the graph share no cache.
        fit(replace(graph), motifs, epochs=at_most(1, row.model), **options)
        graph = replace(graph)
    trials: list[dict[str, Any]] = []
    if cell.trials > 1:
        tuned = tune(graph, motifs, trials=cell.trials, **options)
        run, trials = tuned.run, [trial.to_json() for trial in tuned.trials]
    else:
        run = fit(graph, motifs, **options)
    result = describe_result(run) | {"trials": trials}
    if row.leave_out:
        result["motifs"] = _worth(run, graph, options)
    return result


def _worth(run: Run, graph: Graph, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Per motif of the target its mean attention in the last layer, and the scores without it.

    Attention is None for a method that has none.
    """
    own = [motif for motif in run.motifs if motif.target_type == run.target]
    if len(own) < 2:  # without its only motif there is no Motif-CNN
        return []
    attention = _mean_attention(run)
    found = []
    for motif in own:
        without = fit(graph, [each for each in run.motifs if each is not motif], **options)
        found.append(
            {
                "motif": str(motif),
                "attention": attention.get(str(motif)),
                "test": asdict(without.test),
                "lost_macro_f1": run.test.macro_f1 - without.test.macro_f1,
            }
        )
    return found


def _mean_attention(run: Run) -> dict[str, float]:
    try:
        attention = run.attention()
    except NotApplicable:
        return {}
    last = attention[attention["layer"] == attention["layer"].max()]
    means = last.groupby("motif", sort=False)["weight"].mean()
    return {str(motif): float(weight) for motif, weight in means.items()}
