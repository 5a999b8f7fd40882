"""Scores of a run and of its baselines with their intervals, a row for each model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motifcnn.evaluate.bootstrap import intervals
from motifcnn.graph.graph import Graph
from motifcnn.methods.scores import Scores, decide
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

Intervals = dict[str, tuple[float, float]]


def score_rows(
    run: Run, graph: Graph, baselines: Mapping[str, Run | Scores]
) -> list[dict[str, Any]]:
    """Rows with name, scores, intervals and own; the last one is the run's own.

    Parameters
    ----------
    run : Run
    graph : Graph
        The training graph.
    baselines : mapping of name to Run or Scores
        Bare scores have no interval.
    """
    rows = [
        {
            "name": name,
            "scores": other.test if isinstance(other, Run) else other,
            "intervals": run_intervals(other, graph) if isinstance(other, Run) else None,
            "own": False,
        }
        for name, other in baselines.items()
    ]
    own = {"name": run.model, "scores": run.test, "intervals": run_intervals(run, graph)}
    return [*rows, own | {"own": True}]


def run_intervals(run: Run, graph: Graph) -> Intervals | None:
    """95 % intervals of the test scores of a run; None without test nodes."""
    if not len(run.split.test):
        return None
    y = labels_of(graph.labels[run.target], run.split.test)
    return intervals(y, decide(run.probabilities[run.split.test], run.multi_label, run.threshold))
