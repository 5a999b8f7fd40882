"""Table: the finished cells of an experiment with published figures and a paired test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motifcnn.evaluate.protocol import Evaluation
from motifcnn.evaluate.significance import compare
from motifcnn.experiments.cell import Cell
from motifcnn.experiments.experiment import Column, Experiment, Row
from motifcnn.experiments.published import PUBLISHED, Figures
from motifcnn.experiments.store import OLD, Result, read_cell
from motifcnn.methods.scores import Scores

AGAINST = "default"  # the row that every other one is tested against


@dataclass(frozen=True)
class Entry:
    """One method on one graph.

    Parameters
    ----------
    column, row : str
    results : mapping of split to Result
        Finished splits with scores.
    reasons : tuple of str
        Why splits have none, each once: "name: message".
    wanted : int
        How many splits the experiment asks for.
    published : Figures, str or None
        Figures in per cent, or why there are none.
    p_values : mapping of metric to float
        Paired test of `default` against this one over the splits of both.
    """

    column: str
    row: str
    results: Mapping[int, Result]
    reasons: tuple[str, ...]
    wanted: int
    published: Figures | str | None
    p_values: Mapping[str, float]

    @property
    def old(self) -> tuple[int, ...]:
        """Splits whose result other code made."""
        return tuple(split for split, result in self.results.items() if result.get(OLD))

    def values(self, metric: str) -> np.ndarray:
        """The test scores, one per split, in per cent: (splits,)."""
        return 100 * np.array([result["test"][metric] for result in self.results.values()])

    def mean(self, metric: str) -> float:
        """Mean over splits, in per cent."""
        return float(self.values(metric).mean())

    def deviation(self, metric: str) -> float:
        """Sample standard deviation over splits, in per cent; 0 for one split."""
        return float(self.values(metric).std(ddof=1)) if len(self.results) > 1 else 0.0

    def difference(self, metric: str) -> float | None:
        """Mean minus the published figure; None where either is missing."""
        if not self.results or not isinstance(self.published, dict) or metric not in self.published:
            return None
        return self.mean(metric) - self.published[metric]

    def seconds(self) -> float:
        """Mean wall time of the fit that was kept: pre-computation, training and scoring."""
        return float(np.mean([sum(result["seconds"].values()) for result in self.results.values()]))

    def peak_bytes(self) -> int:
        """Largest resident memory of the process in any split; 0 where it is not known.

        It includes what earlier cells in the same process left in memory.
        """
        return max((result.get("peak_bytes") or 0 for result in self.results.values()), default=0)


@dataclass(frozen=True)
class Table:
    """All entries of an experiment, column by column, and published rows that it does not run."""

    experiment: Experiment
    entries: tuple[Entry, ...]
    elsewhere: Mapping[str, Mapping[str, Figures | str]]

    def of(self, column: str) -> tuple[Entry, ...]:
        """The entries of one graph."""
        return tuple(entry for entry in self.entries if entry.column == column)

    def by_row(self) -> dict[str, tuple[Entry, ...]]:
        """The entries of each row, one per column."""
        return {
            row.name: tuple(entry for entry in self.entries if entry.row == row.name)
            for row in self.experiment.rows
        }


def tabulate(experiment: Experiment, folder: Path, *, keep_old: bool = False) -> Table:
    """Reads the results in a folder; cells without one have an entry as well.

    Parameters
    ----------
    experiment : Experiment
    folder : path
    keep_old : bool
        Also read results that other code made.
    """
    entries: list[Entry] = []
    for column in experiment.columns:
        found = {
            row.name: _read(experiment, column, row, folder, keep_old) for row in experiment.rows
        }
        base, _ = found.get(AGAINST, ({}, ()))
        for row in experiment.rows:
            results, reasons = found[row.name]
            p_values = {} if row.name == AGAINST else _p_values(base, results, experiment.metrics)
            published = PUBLISHED.get(column.name, {}).get(row.name)
            wanted = experiment.splits
            entries.append(
                Entry(column.name, row.name, results, reasons, wanted, published, p_values)
            )
    elsewhere = {column.name: _elsewhere(experiment, column.name) for column in experiment.columns}
    return Table(experiment, tuple(entries), elsewhere)


def _elsewhere(experiment: Experiment, column: str) -> dict[str, Figures | str]:
    """Published rows of a table of scores that the experiment does not run."""
    own = {row.name for row in experiment.rows}
    shown = PUBLISHED.get(column, {}) if experiment.draws == "scores" else {}
    return {method: figures for method, figures in shown.items() if method not in own}


def _read(
    experiment: Experiment, column: Column, row: Row, folder: Path, keep_old: bool
) -> tuple[dict[int, Result], tuple[str, ...]]:
    results: dict[int, Result] = {}
    reasons: list[str] = []
    for split in range(experiment.splits):
        cell = Cell(column, row, split, experiment.trials, experiment.timed)
        result = read_cell(folder, cell, keep_old=keep_old)
        if result is not None and "test" in result:
            results[split] = result
        elif result is not None:
            reasons.append(f"{result['reason']}: {result['message']}")
    return results, tuple(dict.fromkeys(reasons))


def _p_values(
    base: Mapping[int, Result], other: Mapping[int, Result], metrics: Sequence[str]
) -> dict[str, float]:
    shared = tuple(sorted(base.keys() & other.keys()))
    if len(shared) < 2:
        return {}
    one, two = (_evaluation(results, shared) for results in (base, other))
    return {metric: compare(one, two, metric).p_value for metric in metrics}


def _evaluation(results: Mapping[int, Any], splits: tuple[int, ...]) -> Evaluation:
    return Evaluation("", splits, tuple(Scores(**results[split]["test"]) for split in splits))
