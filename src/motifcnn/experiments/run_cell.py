"""Filling a cell: fits, or tunes and fits, and says why when neither can be done."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import sklearn.metrics  # noqa: F401  the first score would load it, and the clock of that method would run

from motifcnn.errors import BudgetError, MotifCNNError, MotifError
from motifcnn.experiments.cell import Cell
from motifcnn.experiments.graphs import open_column, split_of
from motifcnn.experiments.memory import peak_bytes, reset_peak
from motifcnn.experiments.store import Result
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.train.fit import fit
from motifcnn.train.models import NotApplicable
from motifcnn.train.run import Run

LASTING = (NotApplicable, BudgetError, MotifError)  # another try would end the same way


def fill(cell: Cell) -> Result:
    """The result of a cell. What fails becomes a result as well: its "reason" is what the table shows."""
    measured = reset_peak()
    began = time.perf_counter()
    try:
        graph = open_column(cell.column)
        began = time.perf_counter()  # reading the graph is not the method's time
        result = _scores(cell, graph)
    except (
        Exception
    ) as error:  # whatever it is: one method that fails must not end a table that takes a night
        result = {"reason": type(error).__name__, "message": str(error) or type(error).__name__}
        if not isinstance(error, LASTING):
            result["retry"] = True
        if not isinstance(error, MotifCNNError):  # a fault of ours: who repairs it needs the place
            result["traceback"] = traceback.format_exc()
    peak = peak_bytes() if measured else None
    return result | {"wall_seconds": time.perf_counter() - began, "peak_bytes": peak}


def _scores(cell: Cell, graph: Graph) -> Result:
    row = cell.row
    if cell.timed:
        graph = replace(
            graph
        )  # one of its own: nothing that another method derived from it is there yet
    split = split_of(cell.column, graph, cell.split)
    patterns = [pattern.replace("{t}", split.node_type) for pattern in row.motifs] or None
    options: dict[str, Any] = {"model": row.model, "preset": row.preset, "target": split.node_type}
    if cell.timed:
        # Compilers and caches have their turn before the clock starts.
        fit(
            replace(graph),
            patterns,
            split=split,
            seed=cell.split,
            epochs=1,
            settings=dict(row.settings),
            **options,
        )
    trials: list[dict[str, Any]] = []
    if cell.trials > 1:
        from motifcnn.train.tuning import tune

        tuned = tune(
            graph,
            patterns,
            split=split,
            seed=cell.split,
            trials=cell.trials,
            settings=dict(row.settings),
            **options,
        )
        run, trials = tuned.run, [trial.to_json() for trial in tuned.trials]
    else:
        run = fit(
            graph, patterns, split=split, seed=cell.split, settings=dict(row.settings), **options
        )
    result = describe_run(run) | {"trials": trials}
    if row.leave_out:
        result["motifs"] = _worth(run, graph, split, options, row.settings)
    return result


def describe_run(run: Run) -> Result:
    """What a table or figure may ask of a run, as JSON holds it."""
    result: Result = {
        "test": asdict(run.test),
        "validation": asdict(run.validation),
        "seconds": dict(run.seconds),
        "epochs": len(run.history),
        "best": run.best,
        "val_loss": [epoch.val_loss for epoch in run.history],
        "epoch_seconds": np.diff([0.0, *(epoch.seconds for epoch in run.history)]).tolist(),
        "settings": run.config.to_json(),
        "patterns": [str(motif) for motif in run.motifs],
    }
    if run.test_at_half is not None:
        result["test_at_half"] = asdict(run.test_at_half)
    return result


def _worth(
    run: Run, graph: Graph, split: Split, options: Mapping[str, Any], settings: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Per motif of the target its mean attention in the last layer, and the scores without it."""
    own = [motif for motif in run.motifs if motif.target_type == run.target]
    attention = run.attention()
    last = attention[attention["layer"] == attention["layer"].max()]
    mean = last.groupby("motif", sort=False)["weight"].mean() if len(last) else {}
    found = []
    for motif in own if len(own) > 1 else []:  # without its only motif there is no Motif-CNN
        others = [each for each in run.motifs if each is not motif]
        without = fit(graph, others, split=split, seed=run.seed, settings=dict(settings), **options)
        found.append(
            {
                "motif": str(motif),
                "attention": float(mean[str(motif)]) if len(last) else None,
                "test": asdict(without.test),
                "lost_macro_f1": run.test.macro_f1 - without.test.macro_f1,
            }
        )
    return found
