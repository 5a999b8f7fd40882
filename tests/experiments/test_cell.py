from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import motifcnn.experiments.cell as module
from motifcnn.experiments.cell import Cell, cells, fingerprint
from motifcnn.experiments.experiment import Column, Row
from tests.experiments.small import small

CELL = Cell(Column("debian", "debian"), Row("gcn", "gcn"), 0)


@pytest.mark.parametrize(
    "other",
    [
        replace(CELL, split=1),
        replace(CELL, trials=5),
        replace(CELL, timed=True),
        replace(CELL, row=Row("gcn", "gcn", settings={"dropout": 0.1})),
        replace(CELL, row=Row("gcn", "mlp")),
        replace(CELL, column=Column("debian", "debian", fractions=(0.2, 0.1, 0.7))),
        replace(CELL, column=Column("debian", "debian", "largest component")),
    ],
)
def test_whatever_decides_the_result_changes_the_fingerprint(other: Cell) -> None:
    assert fingerprint(other) != fingerprint(CELL)


def test_names_decide_nothing() -> None:
    renamed = Cell(Column("Debian 12", "debian"), Row("GCN", "gcn"), 0)
    assert fingerprint(renamed) == fingerprint(CELL)


def test_other_code_does(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(CELL)
    monkeypatch.setattr(module, "code_version", lambda: "other code")
    assert fingerprint(CELL) != before


def test_splits_are_the_outer_loop(tmp_path: Path) -> None:
    found = [(cell.split, cell.row.name) for cell in cells(small(tmp_path))]
    assert found == [(0, "majority"), (0, "logistic"), (1, "majority"), (1, "logistic")]
