"""Summary of a table over all its graphs: average ranks, largest gaps, and who beats whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from motifcnn.experiments.table import Entry, Table

LEVEL = 0.05
"""A difference between two rows counts where the p-value of the paired test is below."""


@dataclass(frozen=True)
class Standing:
    """One row over all graphs.

    Parameters
    ----------
    row : str
    rank : float
        Mean over graphs of its place by the mean of Micro- and Macro-F1; equals share places.
    gap : float
        Points of that mean behind the best row of a graph, at most.
    gap_at : str
        The graph where that is.
    """

    row: str
    rank: float
    gap: float
    gap_at: str


@dataclass(frozen=True)
class Summary:
    """Rows over all graphs, and two of them against each other.

    Parameters
    ----------
    columns : tuple of str
        Graphs that all rows have a result on, over which they are ranked.
    standings : tuple of Standing
        Best average rank first; empty where there is no such graph.
    one, other : str
        The rows that are compared: `Experiment.against` and `Experiment.rival`.
    wins, losses : mapping of metric to tuple of str
        Graphs on which the one beats the other with p < 0.05, and the reverse.
    compared : tuple of str
        Graphs with a paired test of the two.
    """

    columns: tuple[str, ...]
    standings: tuple[Standing, ...]
    one: str
    other: str
    wins: Mapping[str, tuple[str, ...]]
    losses: Mapping[str, tuple[str, ...]]
    compared: tuple[str, ...]


def summarise(table: Table) -> Summary | None:
    """The summary of a table; None where its experiment names no rival.

    A graph counts with the splits that all rows have.
    """
    experiment = table.experiment
    if not experiment.rival:
        return None
    scores = {
        column.name: values
        for column in experiment.columns
        if (values := _scores(table.of(column.name))) is not None
    }
    wins: dict[str, tuple[str, ...]] = {}
    losses: dict[str, tuple[str, ...]] = {}
    tests = _tests(table)
    for metric in experiment.metrics:
        clear = {name: found[metric][0] for name, found in tests.items() if found[metric][1]}
        wins[metric] = tuple(name for name, difference in clear.items() if difference > 0)
        losses[metric] = tuple(name for name, difference in clear.items() if difference < 0)
    return Summary(
        tuple(scores),
        _standings([row.name for row in experiment.rows], scores),
        experiment.against,
        experiment.rival,
        wins,
        losses,
        tuple(tests),
    )


def _scores(entries: tuple[Entry, ...]) -> np.ndarray | None:
    """Mean of Micro- and Macro-F1 of each row in per cent, (rows,); None without shared splits."""
    shared = set.intersection(*(set(entry.results) for entry in entries)) if entries else set()
    if not shared:
        return None
    return np.array([np.mean([_f1(entry, split) for split in shared]) for entry in entries])


def _f1(entry: Entry, split: int) -> float:
    test = entry.results[split]["test"]
    return 50.0 * float(test["micro_f1"] + test["macro_f1"])


def _standings(rows: list[str], scores: Mapping[str, np.ndarray]) -> tuple[Standing, ...]:
    if not scores:
        return ()
    columns, each = list(scores), np.array(list(scores.values()))  # (graphs, rows)
    ranks = rankdata(-each, axis=1).mean(axis=0)
    gaps = each.max(axis=1, keepdims=True) - each
    found = [
        Standing(row, float(rank), float(gap.max()), columns[int(gap.argmax())])
        for row, rank, gap in zip(rows, ranks, gaps.T, strict=True)
    ]
    return tuple(sorted(found, key=lambda standing: standing.rank))


def _tests(table: Table) -> dict[str, dict[str, tuple[float, bool]]]:
    """By graph and metric: mean difference of the two rows, and whether it is significant."""
    found = {}
    for column in table.experiment.columns:
        entries = {entry.row: entry for entry in table.of(column.name)}
        one = entries.get(table.experiment.against)
        other = entries.get(table.experiment.rival)
        if one is None or other is None or not other.p_values:
            continue
        shared = sorted(one.results.keys() & other.results.keys())
        found[column.name] = {
            metric: (_mean(one, shared, metric) - _mean(other, shared, metric), p_value < LEVEL)
            for metric, p_value in other.p_values.items()
        }
    return found


def _mean(entry: Entry, splits: list[int], metric: str) -> float:
    return float(np.mean([entry.results[split]["test"][metric] for split in splits]))
