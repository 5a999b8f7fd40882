"""Running a cell: fits, and records the reason if that fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics  # noqa: F401  otherwise the first score loads it, within the measured time

from motifcnn.experiments.attempt import attempt
from motifcnn.experiments.cell import Cell, Tuning
from motifcnn.experiments.experiment import Row
from motifcnn.experiments.graphs import split_of
from motifcnn.experiments.speed import at_most
from motifcnn.experiments.store import Result
from motifcnn.graph.graph import Graph
from motifcnn.methods import NotApplicable, get_method
from motifcnn.motif.motif import Motif
from motifcnn.train.candidates import best_of
from motifcnn.train.fit import fit
from motifcnn.train.run.run import Run


def run_cell(cell: Cell, chosen: Mapping[str, Any] | None = None) -> Result:
    """The result of a cell. A failure is a result as well, with a "reason" and a "message".

    Parameters
    ----------
    cell : Cell
    chosen : mapping, optional
        Settings that the cell's tuning chose.
    """
    return attempt(cell.column, lambda graph: _scores(cell, graph, chosen))


def fit_options(cell: Cell | Tuning, graph: Graph, seed: int) -> tuple[Any, dict[str, Any]]:
    """Motifs and options that `fit` and `tune` are called with, on the split of a seed."""
    row = cell.row
    split = split_of(cell.column, graph, seed)
    return _motifs(row, graph, split.node_type), {
        "model": row.model,
        "preset": row.preset,
        "target": split.node_type,
        "split": split,
        "seed": seed,
        "settings": dict(row.settings),
    }


def describe_result(run: Run, *, timed: bool = False) -> Result:
    """What tables and figures use of a run, as JSON holds it.

    Parameters
    ----------
    run : Run
    timed : bool
        Also the loss and the seconds of every epoch.
    """
    result: Result = {
        "test": asdict(run.test),
        "validation": asdict(run.validation),
        "seconds": dict(run.seconds),
        "epochs": len(run.history),
        "best": run.best,
        "patterns": [str(motif) for motif in run.motifs],
    }
    if timed:
        result["val_loss"] = [epoch.val_loss for epoch in run.history]
        seconds = [0.0, *(epoch.seconds for epoch in run.history)]
        result["epoch_seconds"] = np.diff(seconds).tolist()
    if run.tried:
        result["tried"] = [asdict(one) for one in run.tried]
    if run.test_at_half is not None:
        result["test_at_half"] = asdict(run.test_at_half)
    return result


def _scores(cell: Cell, graph: Graph, chosen: Mapping[str, Any] | None) -> Result:
    motifs, options = fit_options(cell, graph, cell.split)
    options["settings"] |= chosen or {}
    if cell.timed:
        # The first fit, which is not measured, compiles. Copies of the graph share no cache.
        fit(replace(graph), motifs, epochs=at_most(1, cell.row.model), **options)
        graph = replace(graph)
    run = _fit(cell, graph, motifs, options)
    result = describe_result(run, timed=cell.timed)
    if cell.choices:
        result["inputs"] = next(one.name for one in run.tried if one.kept)
    if chosen is not None:
        result["chosen"] = dict(chosen)
    if cell.row.leave_out:
        # With the settings of the run: what validation chose is not chosen again without a motif.
        result["motifs"] = _worth(run, graph, options | {"settings": dict(run.settings)})
    return result


def _motifs(row: Row, graph: Graph, target: str) -> Sequence[Motif | str] | str | None:
    if row.first_motifs:
        method = get_method(row.model)
        settings = method.configured(row.preset, row.settings)
        return method.default_motifs(graph, target, settings)[: row.first_motifs]
    if isinstance(row.motifs, str):
        return row.motifs
    return [pattern.replace("{t}", target) for pattern in row.motifs] or None


def _fit(cell: Cell, graph: Graph, motifs: Any, options: dict[str, Any]) -> Run:
    """The run of a cell: of the inputs that it chooses from the best on validation."""
    if not cell.choices:
        return fit(graph, motifs, **options)
    fits = {}
    for name, inputs in cell.choices.items():
        settings = options["settings"] | inputs
        fits[name] = partial(fit, graph, motifs, **options | {"settings": settings})
    return best_of(fits)


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
