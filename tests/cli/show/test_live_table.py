from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from motifcnn.cli.show.live_table import live_table
from motifcnn.experiments.cell import Cell, Tuning
from motifcnn.experiments.experiment import Column, Experiment, Row
from motifcnn.experiments.store import write_cell

COLUMN, GCN, MLP = Column("debian", "debian"), Row("gcn", "gcn"), Row("mlp", "mlp")
EXPERIMENT = Experiment("small", "Small graphs", (COLUMN,), (GCN, MLP), splits=1, trials=0)
RESULT = {
    "test": {"micro_f1": 0.5, "macro_f1": 0.25, "accuracy": 0.5, "nodes": 4},
    "seconds": {"prepare": 0.5, "train": 1.5},
    "wall_seconds": 2.0,
}
REASON = {"reason": "BudgetError", "message": "needs\n 90 GB", "wall_seconds": 0.0}


def shown(folder: Path, terminal: bool) -> str:
    text = io.StringIO()
    with live_table(EXPERIMENT, folder, Console(file=text, force_terminal=terminal, width=120)) as (
        on_start,
        on_cell,
    ):
        on_start(2)
        for row, result in ((GCN, RESULT), (MLP, REASON)):
            cell = Cell(COLUMN, row, 0)
            write_cell(folder, cell, result)
            on_cell(cell, result)
    return text.getvalue()


def test_a_log_has_one_line_per_cell(tmp_path: Path) -> None:
    first, second = shown(tmp_path, terminal=False).splitlines()
    assert first.startswith("1/2 debian, gcn, split 0: 50.00 / 25.00, 2.0 s; ")
    assert second.startswith("2/2 debian, mlp, split 0: BudgetError: needs 90 GB; ")


def test_a_terminal_has_a_table_that_fills(tmp_path: Path) -> None:
    text = shown(tmp_path, terminal=True)
    assert "0 of 2 tunings and cells" in text
    assert "50.0 / 25.0 (1)" in text
    assert "BudgetError" in text
    assert "2 of 2 tunings and cells" in text


def test_a_tuning_is_told_with_its_best_validation_scores_and_fits() -> None:
    text = io.StringIO()
    trials = [
        {"micro_f1": 0.25, "macro_f1": 0.25},
        {"micro_f1": None, "macro_f1": None},
        {"micro_f1": 0.5, "macro_f1": 0.25},
    ]
    result = {"chosen": {"dropout": 0.5}, "trials": trials, "wall_seconds": 9.0}
    with live_table(EXPERIMENT, Path(), Console(file=text, width=120)) as (on_start, on_cell):
        on_start(1)
        on_cell(Tuning(COLUMN, GCN, 3), result)
    found = text.getvalue()
    assert found.startswith("1/1 debian, gcn, tuning: 50.00 / 25.00 on validation, 3 fits, 9.0 s; ")


def test_a_second_start_counts_anew() -> None:
    text = io.StringIO()
    with live_table(EXPERIMENT, Path(), Console(file=text, width=120)) as (on_start, on_cell):
        for steps in (1, 2):
            on_start(steps)
            on_cell(Cell(COLUMN, GCN, 0), RESULT)
    assert [line.partition(" ")[0] for line in text.getvalue().splitlines()] == ["1/1", "1/2"]
