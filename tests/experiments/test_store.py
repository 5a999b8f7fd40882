from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.experiment import Column, Row
from motifcnn.experiments.store import OLD, cell_file, finished, other_trials, read_cell, write_cell

CELL = Cell(Column("debian", "debian"), Row("default, no roles", "motif-cnn-no-roles"), 3)


def test_a_result_is_read_back_with_what_decided_it(tmp_path: Path) -> None:
    assert read_cell(tmp_path, CELL) is None
    write_cell(tmp_path, CELL, {"test": {"micro_f1": 0.5}})
    found = read_cell(tmp_path, CELL)
    assert found is not None
    assert found["test"] == {"micro_f1": 0.5}
    assert (found["cell"]["model"], found["cell"]["split"]) == ("motif-cnn-no-roles", 3)
    assert not list(tmp_path.rglob("*.part"))


def test_a_tuning_has_a_file_of_its_own_beside_the_cells(tmp_path: Path) -> None:
    cell = replace(CELL, trials=5)
    assert cell.tuning is not None
    write_cell(tmp_path, cell.tuning, {"chosen": {"dropout": 0.1}})
    file = cell_file(tmp_path, cell.tuning)
    assert file.parent == cell_file(tmp_path, cell).parent
    assert file.name.startswith("tuning-")
    found = read_cell(tmp_path, cell.tuning)
    assert found is not None and found["chosen"] == {"dropout": 0.1}
    assert read_cell(tmp_path, cell) is None


def test_scores_have_six_digits_and_settings_all_of_theirs(tmp_path: Path) -> None:
    settings = {"weight_decay": 0.00000123456789}
    write_cell(
        tmp_path, CELL, {"test": {"micro_f1": 2 / 3}, "chosen": settings, "val_loss": [1e-9]}
    )
    found = read_cell(tmp_path, CELL)
    assert found is not None
    assert (found["test"], found["chosen"]) == ({"micro_f1": 0.666667}, settings)
    assert found["val_loss"] == [1e-9]
    assert "\n" not in cell_file(tmp_path, CELL).read_text()


def test_a_result_of_other_settings_is_not_found(tmp_path: Path) -> None:
    write_cell(tmp_path, CELL, {"test": {}})
    assert read_cell(tmp_path, replace(CELL, trials=5)) is None
    assert (
        read_cell(tmp_path, replace(CELL, row=replace(CELL.row, settings={"dropout": 0.1}))) is None
    )


def store_with_other_code(folder: Path, settings: dict[str, Any]) -> None:
    """Stores a result of `CELL` as other code left it, without or with other settings."""
    write_cell(folder, CELL, {"test": {}})
    file = cell_file(folder, CELL)
    stored = json.loads(file.read_text())
    stored["cell"]["code"] = "other code"
    stored["cell"]["settings"] |= settings
    for name in [name for name, value in settings.items() if value is None]:
        del stored["cell"]["settings"][name]
    file.rename(file.with_name("3-old.json")).write_text(json.dumps(stored))


def test_a_result_of_other_code_is_found_only_if_asked_for_and_is_marked(tmp_path: Path) -> None:
    store_with_other_code(tmp_path, {})
    assert read_cell(tmp_path, CELL) is None
    assert not finished(tmp_path, CELL)
    found = read_cell(tmp_path, CELL, keep_old=True)
    assert found is not None and found[OLD]
    assert finished(tmp_path, CELL, keep_old=True)


def test_a_result_of_this_code_wins_over_an_older_one(tmp_path: Path) -> None:
    store_with_other_code(tmp_path, {})
    write_cell(tmp_path, CELL, {"test": {"micro_f1": 0.5}})
    found = read_cell(tmp_path, CELL, keep_old=True)
    assert found is not None and found["test"] and OLD not in found


def test_of_two_older_results_the_one_of_the_later_day_is_read(tmp_path: Path) -> None:
    store_with_other_code(tmp_path, {})
    one = cell_file(tmp_path, CELL).with_name("3-old.json")
    stored = json.loads(one.read_text())
    later = stored["made"] | {"date": "2999-01-01"}
    one.with_name("3-a.json").write_text(
        json.dumps(stored | {"test": {"micro_f1": 0.7}, "made": later})
    )
    found = read_cell(tmp_path, CELL, keep_old=True)
    assert found is not None and found["test"] == {"micro_f1": 0.7}


def test_a_new_result_replaces_those_of_other_code(tmp_path: Path) -> None:
    store_with_other_code(tmp_path, {})
    write_cell(tmp_path, CELL, {"test": {"micro_f1": 0.5}})
    assert [file.name for file in cell_file(tmp_path, CELL).parent.iterdir()] == [
        cell_file(tmp_path, CELL).name
    ]


def test_a_setting_that_came_later_keeps_results_while_it_is_at_its_default(tmp_path: Path) -> None:
    store_with_other_code(tmp_path, {"batch_norm": None})  # False unless somebody asks for it
    assert read_cell(tmp_path, CELL, keep_old=True) is not None
    asked = replace(CELL, row=replace(CELL.row, settings={"batch_norm": True}))
    assert read_cell(tmp_path, asked, keep_old=True) is None


def test_a_setting_whose_default_changed_does_not(tmp_path: Path) -> None:
    store_with_other_code(tmp_path, {"batch_norm": True})
    assert read_cell(tmp_path, CELL, keep_old=True) is None


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
