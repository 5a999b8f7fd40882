from __future__ import annotations

import json
from pathlib import Path

import pytest

from motifcnn.experiments.cell import Cell, cells, tunings
from motifcnn.experiments.store import cell_file, read_cell
from motifcnn.experiments.verify import rows_to_verify, verify
from motifcnn.experiments.work import missing, work
from tests.experiments.small import LOGISTIC, MAJORITY, small


def made_by_other_code(folder: Path, every: tuple[Cell, ...]) -> None:
    """Stores all results, tunings included, as if other code had made them."""
    for each in [*every, *tunings(every)]:
        file = cell_file(folder, each)
        stored = json.loads(file.read_text())
        stored["cell"]["code"] = "other"
        file.with_name(f"{file.name.split('-')[0]}-other.json").write_text(json.dumps(stored))
        file.unlink()


@pytest.mark.parametrize("trials", [0, 2])
def test_rows_that_are_given_again_count_as_results_of_this_code(
    tmp_path: Path, trials: int
) -> None:
    every = cells(small(tmp_path, (LOGISTIC,), trials=trials))
    work(every, tmp_path)
    before = [read_cell(tmp_path, cell) for cell in every]
    made_by_other_code(tmp_path, every)
    assert missing(every, tmp_path) == every
    fitted: list[object] = []
    verify(every, tmp_path, on_cell=lambda cell, result: fitted.append(cell))
    assert fitted == [every[0]]
    assert missing(every, tmp_path) == ()
    assert not list(tmp_path.rglob("*-other.json"))
    for cell, stored in zip(every, before, strict=True):
        found = read_cell(tmp_path, cell)
        assert found is not None and stored is not None
        assert found.pop("verified_by_split") == 0
        assert found == stored


def test_a_row_with_other_figures_is_left_to_be_fitted_again(tmp_path: Path) -> None:
    every = cells(small(tmp_path))
    work(every, tmp_path)
    file = cell_file(tmp_path, every[0])
    stored = json.loads(file.read_text())
    stored["test"]["micro_f1"] += 0.01
    file.write_text(json.dumps(stored))
    made_by_other_code(tmp_path, every)
    verify(every, tmp_path)
    assert [cell.row.name for cell in missing(every, tmp_path)] == [every[0].row.name] * 2


def test_nothing_is_fitted_where_all_results_are_of_this_code(tmp_path: Path) -> None:
    every = cells(small(tmp_path, (MAJORITY,)))
    work(every, tmp_path)
    assert rows_to_verify(every, tmp_path) == []


def test_a_row_with_a_new_candidate_is_left_to_be_fitted_again(tmp_path: Path) -> None:
    every = cells(small(tmp_path, (LOGISTIC,)))
    work(every, tmp_path)
    tried = {"name": "words", "micro_f1": 0.5, "macro_f1": 0.5, "seconds": 1.0, "kept": True}
    for cell in every:
        file = cell_file(tmp_path, cell)
        file.write_text(json.dumps(json.loads(file.read_text()) | {"tried": [tried]}))
    made_by_other_code(tmp_path, every)
    verify(every, tmp_path)
    assert missing(every, tmp_path) == every
