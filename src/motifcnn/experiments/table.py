"""Table: the finished cells of an experiment with published figures and a paired test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from motifcnn.errors import StoreError
from motifcnn.evaluate.protocol import Evaluation
from motifcnn.evaluate.significance import compare
from motifcnn.experiments.cell import Cell, cells
from motifcnn.experiments.experiment import Column, Experiment
from motifcnn.experiments.published import PUBLISHED, Published
from motifcnn.experiments.store import OLD, Result, cell_file, read_cell
from motifcnn.methods.scores import Scores
from motifcnn.readable import some

SCORES = tuple(field.name for field in fields(Scores))


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
    published : mapping of paper to Figures or str
        Figures in per cent, or why there are none; the paper to compare with comes first.
    p_values : mapping of metric to float
        Paired test of `Experiment.against` against this one over the splits of both.
    """

    column: str
    row: str
    results: Mapping[int, Result]
    reasons: tuple[str, ...]
    wanted: int
    published: Published
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

    def reference(self, metric: str) -> float | None:
        """The published figure to compare with: that of the first paper; None without."""
        first = next(iter(self.published.values()), None)
        return first.get(metric) if isinstance(first, dict) else None

    def difference(self, metric: str) -> float | None:
        """Mean minus the published figure; None where either is missing."""
        reference = self.reference(metric)
        return None if reference is None or not self.results else self.mean(metric) - reference

    def chosen(self) -> dict[str, Any]:
        """The settings that tuning chose for all splits; empty without tuning."""
        return dict(next((found.get("chosen", {}) for found in self.results.values()), {}))

    def kept(self) -> dict[str, int]:
        """The candidates that validation kept, and on how many splits each; empty without any."""
        tried = [one for result in self.results.values() for one in result.get("tried", ())]
        found = [one["name"] for one in tried if one["kept"]]
        return {name: found.count(name) for name in dict.fromkeys(found)}

    def seconds(self) -> float:
        """Mean wall time: pre-computation, training and scoring, of all candidates on a split."""
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
    elsewhere: Mapping[str, Mapping[str, Published]]

    def of(self, column: str) -> tuple[Entry, ...]:
        """The entries of one graph."""
        return tuple(entry for entry in self.entries if entry.column == column)

    def results(self) -> tuple[Result, ...]:
        """The results of all splits of all entries."""
        return tuple(result for entry in self.entries for result in entry.results.values())

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
    found: dict[tuple[str, str], tuple[dict[int, Result], list[str]]] = {}
    for cell in cells(experiment):
        results, reasons = found.setdefault((cell.column.name, cell.row.name), ({}, []))
        _read(cell, folder, keep_old, results, reasons)
    entries = tuple(
        _entry(experiment, column, row.name, found)
        for column in experiment.columns
        for row in experiment.rows
    )
    elsewhere = {column.name: _elsewhere(experiment, column.name) for column in experiment.columns}
    return Table(experiment, entries, elsewhere)


def _entry(
    experiment: Experiment,
    column: Column,
    row: str,
    found: Mapping[tuple[str, str], tuple[dict[int, Result], list[str]]],
) -> Entry:
    results, reasons = found[column.name, row]
    base, _ = found.get((column.name, experiment.against), ({}, []))
    p_values = {} if row == experiment.against else _p_values(base, results, experiment.metrics)
    published = PUBLISHED.get(column.name, {}).get(row, {})
    different = tuple(dict.fromkeys(reasons))
    return Entry(column.name, row, results, different, experiment.splits, published, p_values)


def _elsewhere(experiment: Experiment, column: str) -> dict[str, Published]:
    """Published rows of a table of scores that the experiment does not run."""
    own = {row.name for row in experiment.rows}
    shown = PUBLISHED.get(column, {}) if experiment.draws == "scores" else {}
    return {method: figures for method, figures in shown.items() if method not in own}


def _read(
    cell: Cell, folder: Path, keep_old: bool, results: dict[int, Result], reasons: list[str]
) -> None:
    """Adds the result of a cell, or the reason why it has no scores."""
    result = read_cell(folder, cell, keep_old=keep_old)
    if result is None:
        return
    if "test" in result:
        _require_complete(result, cell_file(folder, cell))
        results[cell.split] = result
    else:
        reasons.append(f"{result.get('reason', 'no reason')}: {result.get('message', '')}")


def _require_complete(result: Result, file: Path) -> None:
    """Raises a `StoreError` where a result with scores lacks what every table shows."""
    lacking = [name for name in ("cell", "seconds") if name not in result]
    lacking += [f"test.{name}" for name in SCORES if result["test"].get(name) is None]
    if lacking:
        raise StoreError(
            f"{file}: {some(lacking)} is missing; remove the file, and the cell is fitted again"
        )


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
