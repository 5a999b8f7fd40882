from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.markdown import markdown, to_json
from motifcnn.experiments.store import write_cell
from motifcnn.experiments.table import tabulate
from tests.experiments.results import DBLP, DCNN, DEFAULT, GCN, MOVIE, TABLE, write_scores

LONG = (
    "mlp would need 93 GB for its inputs, and 2 GB are free; choose fewer columns or another method"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88), (0.91, 0.90), (0.89, 0.86)])
    write_scores(tmp_path, DBLP, GCN, [(0.84, 0.80), (0.82, 0.81), (0.83, 0.82)])
    write_scores(tmp_path, MOVIE, GCN, [(0.5, 0.4)])
    for split in range(3):
        write_cell(tmp_path, Cell(DBLP, DCNN, split), {"reason": "BudgetError", "message": LONG})
        write_cell(
            tmp_path,
            Cell(MOVIE, DCNN, split),
            {"reason": "NotApplicable", "message": "one class | each"},
        )
    return tmp_path


def rows_of(text: str, title: str) -> dict[str, list[str]]:
    """The table under a title: cells by the first one."""
    lines = text.split(f"## {title}\n")[1].split("\n## ")[0].splitlines()
    cells = [
        [cell.strip() for cell in line.replace("\\|", "¦").strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    assert len({len(row) for row in cells}) == 1
    return {row[0]: row[1:] for row in cells}


def test_published_figures_stand_beside_ours_with_the_difference(folder: Path) -> None:
    found = rows_of(markdown(tabulate(TABLE, folder)), "dblp-a")
    assert found["gcn"][:4] == ["83.00 ± 1.00", "81.00 ± 1.00", "81.34 / 81.29", "+1.66 / -0.29"]
    assert found["default"][2:5] == ["", "", ""]
    assert found["Meta-GNN, no attributes"][0] == "not run here"
    assert found["Meta-GNN, no attributes"][2] == "86.24 / 83.93"


def test_no_cell_is_empty_without_a_reason(folder: Path) -> None:
    text = markdown(tabulate(TABLE, folder))
    overview = text.split("## dblp-a")[0]
    assert "| default | 90.00 ± 1.00 / 88.00 ± 2.00 | not run yet |" in overview
    assert "| gcn | 83.00 ± 1.00 / 81.00 ± 1.00 | 50.00 / 40.00 (1 of 3 splits) |" in overview
    assert "| mlp | over budget: mlp would need 93 GB" in overview
    assert "not applicable: one class \\| each [2]" in overview
    assert f"1. BudgetError: {LONG}" in text
    assert text.count(LONG) == 1


def test_the_budget_is_stated(folder: Path) -> None:
    assert "recipe's settings" in markdown(tabulate(TABLE, folder))
    assert "tuned on validation nodes, 5 fits per split" in markdown(
        tabulate(replace(TABLE, trials=5), folder)
    )


def test_json_has_the_same_and_every_split(folder: Path) -> None:
    found = json.loads(json.dumps(to_json(tabulate(TABLE, folder))))
    entry = next(
        each for each in found["entries"] if (each["dataset"], each["method"]) == ("dblp-a", "gcn")
    )
    assert entry["micro_f1"]["values"] == pytest.approx([84, 82, 83])
    assert entry["micro_f1"]["difference"] == pytest.approx(1.66)
    assert 0 < entry["micro_f1"]["p_value"] < 0.05
    assert entry["published"] == {"micro_f1": 81.34, "macro_f1": 81.29}
    reasons = {
        (e["dataset"], e["method"]): e["reasons"] for e in found["entries"] if "reasons" in e
    }
    assert reasons == {
        ("dblp-a", "mlp"): [f"BudgetError: {LONG}"],
        ("movie", "default"): ["not run yet"],
        ("movie", "mlp"): ["NotApplicable: one class | each"],
    }
