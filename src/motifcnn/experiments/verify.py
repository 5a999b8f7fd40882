"""Verify: take over results of earlier code that this code gives again.

A change that decides no score still changes the fingerprint of the code. Instead of fitting every
split of a row again, one is; where it gives the stored figures, the others of the row count as
results of this code, and say which split was fitted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from motifcnn.experiments.cell import Cell, Tuning, fingerprint
from motifcnn.experiments.run_cell import run_cell
from motifcnn.experiments.store import OLD, Result, read_cell, stored_figures, take_over
from motifcnn.experiments.work import OnCell

FIGURES = ("test", "validation", "epochs", "best", "patterns", "inputs")
"""What a fit must give again: scores, the course of training, motifs and chosen inputs; and the
scores of every candidate, as one that is new may be kept on another split."""


def verify(cells: Sequence[Cell], folder: Path, *, on_cell: OnCell | None = None) -> None:
    """Fits one split of every row that earlier code made; takes the row over if it is the same.

    Parameters
    ----------
    cells : sequence of Cell
    folder : path
    on_cell : callable, optional
        Is given each cell that was fitted again with its result.
    """
    for row in rows_to_verify(cells, folder):
        first = row[0]
        before = read_cell(folder, first, keep_old=True) or {}
        again = run_cell(first, _chosen(folder, first.tuning))
        if on_cell is not None:
            on_cell(first, again)
        if _figures(again) == _figures(before):
            changes: Result = {"verified_by_split": first.split}
            if first.tuning is not None:
                take_over(folder, first.tuning, changes)
                changes["tuned_by"] = fingerprint(first.tuning)
            for cell in row:
                take_over(folder, cell, changes)


def rows_to_verify(cells: Sequence[Cell], folder: Path) -> list[list[Cell]]:
    """The cells of each row and column that have scores of earlier code, where there are any."""
    rows: dict[tuple[str, str, int], list[Cell]] = {}
    for cell in cells:
        found = read_cell(folder, cell, keep_old=True) or {}
        if OLD in found and "test" in found and not cell.timed:
            rows.setdefault((cell.column.name, cell.row.name, cell.trials), []).append(cell)
    return list(rows.values())


def _chosen(folder: Path, tuning: Tuning | None) -> Result | None:
    found = None if tuning is None else read_cell(folder, tuning, keep_old=True)
    return None if found is None else found.get("chosen")


def _figures(result: Result) -> Result:
    tried = [{**one, "seconds": 0.0} for one in result.get("tried", ())]
    known = {name: result[name] for name in FIGURES if name in result}
    figures: Result = stored_figures(known | {"tried": tried})
    return figures
