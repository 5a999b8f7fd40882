from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from motifcnn.experiments.markdown import markdown
from motifcnn.experiments.table import tabulate
from tests.experiments.results import LONG, TABLE, write_folder


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


def test_published_figures_stand_beside_ours_with_the_difference(tmp_path: Path) -> None:
    found = rows_of(markdown(tabulate(TABLE, write_folder(tmp_path))), "dblp-a")
    assert found["gcn"][:4] == ["83.00 ± 1.00", "81.00 ± 1.00", "81.34 / 81.29", "+1.66 / -0.29"]
    assert found["default"][2:5] == ["", "", ""]
    assert found["Meta-GNN, no attributes"][0] == "not run here"
    assert found["Meta-GNN, no attributes"][2] == "86.24 / 83.93"


def test_no_cell_is_empty_without_a_reason(tmp_path: Path) -> None:
    text = markdown(tabulate(TABLE, write_folder(tmp_path)))
    overview = text.split("## dblp-a")[0]
    assert "| default | 90.00 ± 1.00 / 88.00 ± 2.00 | not run yet |" in overview
    assert "| gcn | 83.00 ± 1.00 / 81.00 ± 1.00 | 50.00 / 40.00 (1 of 3 splits) |" in overview
    assert "| mlp | over budget: mlp would need 93 GB" in overview
    assert "not applicable: one class \\| each [2]" in overview
    assert f"1. BudgetError: {LONG}" in text
    assert text.count(LONG) == 1


def test_the_budget_is_stated(tmp_path: Path) -> None:
    assert "recipe's settings" in markdown(tabulate(TABLE, write_folder(tmp_path)))
    assert "tuned on validation nodes, 5 fits per split" in markdown(
        tabulate(replace(TABLE, trials=5), write_folder(tmp_path))
    )
