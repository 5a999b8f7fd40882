from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from motifcnn.experiments.inputs import INPUT_CHOICES, PAPER_INPUTS
from motifcnn.experiments.markdown import markdown
from motifcnn.experiments.table import tabulate
from tests.experiments.results import DBLP, GCN, LONG, TABLE, write_folder, write_scores


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


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_published_figures_stand_beside_ours_with_the_difference(tmp_path: Path) -> None:
    found = rows_of(markdown(tabulate(TABLE, write_folder(tmp_path))), "dblp-a")
    assert found["method"][2:5] == ["seed", "2019", "difference"]
    ours = ["83.00 ± 1.00", "81.00 ± 1.00"]
    assert found["gcn"][:5] == [*ours, "81.34 / 81.29", "", "+1.66 / -0.29"]
    assert found["default"][2:5] == ["", "", ""]
    assert found["Meta-GNN, no attributes"][0] == "not run here"
    assert found["Meta-GNN, no attributes"][2:4] == ["", "86.24 / 83.93"]
    movie = rows_of(markdown(tabulate(TABLE, write_folder(tmp_path))), "movie")
    assert movie["metapath2vec"][2:4] == ["60.00 / 60.00", "48.61 / 48.58"]


def test_no_cell_is_empty_without_a_reason(tmp_path: Path) -> None:
    text = one_line(markdown(tabulate(TABLE, write_folder(tmp_path))))
    overview = text.split("## dblp-a")[0]
    assert "| default | 90.00 ± 1.00 / 88.00 ± 2.00 | not run yet |" in overview
    assert "| gcn | 83.00 ± 1.00 / 81.00 ± 1.00 | 50.00 / 40.00 (1 of 3 splits) |" in overview
    assert "| mlp | over budget: mlp would need 93 GB" in overview
    assert "not applicable: one class \\| each [2]" in overview
    assert f"1. BudgetError: {LONG}" in text
    assert text.count(LONG) == 1


def test_the_budget_is_stated(tmp_path: Path) -> None:
    text = one_line(markdown(tabulate(TABLE, write_folder(tmp_path))))
    assert "Settings: every method has those of its own recipe." in text
    tuned = replace(TABLE, trials=5, inputs=PAPER_INPUTS)
    text = one_line(markdown(tabulate(tuned, write_folder(tmp_path))))
    assert "Splits: 3." in text
    assert "tuned once per graph, 5 fits" in text and "seed 100" in text
    assert "given features, rows normalised; one-hot elsewhere: text=rows" in text


def test_prose_ends_by_column_100_and_lines_of_tables_as_they_must(tmp_path: Path) -> None:
    arena = replace(TABLE, choices=INPUT_CHOICES, rival="gcn")
    text = markdown(tabulate(arena, write_folder(tmp_path)))
    prose = [line for line in text.splitlines() if not line.startswith(("|", "#"))]
    assert max(map(len, prose)) <= 100


def test_a_line_of_prose_never_begins_as_an_item_of_a_list(tmp_path: Path) -> None:
    rows = tuple(
        replace(row, name=f"{row.name} {'x' * pad} + edge - more", tuned=False)
        for pad, row in enumerate(TABLE.rows * 9)
    )
    text = markdown(tabulate(replace(TABLE, rows=rows, trials=8), tmp_path))
    assert " + edge - more" in one_line(text)
    assert not [line for line in text.splitlines() if line.startswith(("+ ", "- "))]


def test_candidates_that_validation_kept_have_a_column(tmp_path: Path) -> None:
    tried = [{"name": "words", "kept": True}]
    write_scores(tmp_path, DBLP, GCN, [(0.84, 0.80), (0.82, 0.81)], tried=tried)
    found = rows_of(markdown(tabulate(TABLE, tmp_path)), "dblp-a")
    assert found["method"][-1] == "kept on splits"
    assert (found["gcn"][-1], found["default"][-1]) == ("words 2", "")
