from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.experiment import Column, Row
from motifcnn.experiments.store import cell_file, finished, other_trials, read_cell, write_cell

CELL = Cell(Column("debian", "debian"), Row("default, no roles", "motif-cnn-no-roles"), 3)


def test_a_result_is_read_back_with_what_decided_it(tmp_path: Path) -> None:
    assert read_cell(tmp_path, CELL) is None
    write_cell(tmp_path, CELL, {"test": {"micro_f1": 0.5}})
    found = read_cell(tmp_path, CELL)
    assert found is not None
    assert found["test"] == {"micro_f1": 0.5}
    assert (found["cell"]["model"], found["cell"]["split"]) == ("motif-cnn-no-roles", 3)
    assert not list(tmp_path.rglob("*.part"))


def test_a_result_of_other_settings_is_not_found(tmp_path: Path) -> None:
    write_cell(tmp_path, CELL, {"test": {}})
    assert read_cell(tmp_path, replace(CELL, trials=5)) is None
    assert (
        read_cell(tmp_path, replace(CELL, row=replace(CELL.row, settings={"dropout": 0.1}))) is None
    )


def test_a_setting_that_came_later_keeps_results_while_it_is_at_its_default(tmp_path: Path) -> None:
    write_cell(tmp_path, CELL, {"test": {}})
    file = cell_file(tmp_path, CELL)
    stored = json.loads(file.read_text())
    del stored["cell"]["settings"]["batch_norm"]  # False unless somebody asks for it
    file.rename(file.with_name("3-old.json")).write_text(json.dumps(stored))
    assert read_cell(tmp_path, CELL) is not None
    assert (
        read_cell(tmp_path, replace(CELL, row=replace(CELL.row, settings={"batch_norm": True})))
        is None
    )


def test_a_setting_whose_default_changed_does_not(tmp_path: Path) -> None:
    write_cell(tmp_path, CELL, {"test": {}})
    file = cell_file(tmp_path, CELL)
    stored = json.loads(file.read_text())
    stored["cell"]["settings"]["batch_norm"] = True
    file.rename(file.with_name("3-old.json")).write_text(json.dumps(stored))
    assert read_cell(tmp_path, CELL) is None


def test_a_reason_that_lasts_is_final_and_another_is_tried_again(tmp_path: Path) -> None:
    write_cell(tmp_path, CELL, {"reason": "NotApplicable", "message": "one class"})
    assert finished(tmp_path, CELL)
    write_cell(tmp_path, CELL, {"reason": "MemoryError", "message": "", "retry": True})
    assert not finished(tmp_path, CELL)


def test_other_trials_are_those_of_the_same_cell(tmp_path: Path) -> None:
    for trials in (0, 3, 5):
        write_cell(tmp_path, replace(CELL, trials=trials), {"test": {}})
    other = replace(CELL, trials=7, row=replace(CELL.row, settings={"dropout": 0.1}))
    write_cell(tmp_path, other, {"test": {}})
    assert other_trials(tmp_path, [replace(CELL, trials=5)]) == (0, 3)
    assert other_trials(tmp_path, [replace(CELL, split=4)]) == ()
