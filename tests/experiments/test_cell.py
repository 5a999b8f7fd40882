from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import motifcnn.experiments.cell as module
from motifcnn.experiments import OUR_INPUTS, PAPER_INPUTS, TUNING_SEED
from motifcnn.experiments.cell import Cell, Tuning, cells, describe, fingerprint, tunings
from motifcnn.experiments.definitions import NAMES, experiment
from motifcnn.experiments.experiment import Column, Row
from motifcnn.methods import get_method
from motifcnn.nn.inputs import InputSettings
from tests.experiments.small import GCN, LOGISTIC, MAJORITY, MLP, small

CELL = Cell(Column("debian", "debian"), Row("gcn", "gcn"), 0)


@pytest.mark.parametrize(
    "other",
    [
        replace(CELL, split=1),
        replace(CELL, trials=5),
        replace(CELL, timed=True),
        replace(CELL, row=Row("gcn", "gcn", first_motifs=2)),
        replace(CELL, choices={"rows": {"text": "rows"}}),
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
    monkeypatch.setattr(module, "code_version", lambda model, tuned: "other code")
    assert fingerprint(CELL) != before


def test_without_a_choice_there_is_no_tuning() -> None:
    assert replace(CELL, trials=8).tuning == Tuning(CELL.column, CELL.row, 8)
    for trials in (0, 1):
        assert replace(CELL, trials=trials).tuning is None
    fixed = (Row("majority", "majority"), Row("gcn", "gcn", tuned=False))
    for row in fixed:
        assert Cell(CELL.column, row, 0, trials=8).tuning is None
        assert fingerprint(Cell(CELL.column, row, 0, 8)) == fingerprint(Cell(CELL.column, row, 0))


def test_all_splits_of_a_row_and_column_share_one_tuning(tmp_path: Path) -> None:
    table = replace(small(tmp_path, (MAJORITY, LOGISTIC, MLP), splits=3), trials=4)
    found = cells(table)
    assert [tuning.row.name for tuning in tunings(found)] == ["logistic", "mlp"]
    assert len({fingerprint(each.tuning) for each in found if each.tuning}) == 2


def test_a_fingerprint_has_how_it_is_tuned_and_not_what_that_chose() -> None:
    tuned = describe(replace(CELL, trials=8))
    assert tuned["tuning"]["trials"] == 8
    assert tuned["tuning"]["seed"] == TUNING_SEED
    assert tuned["tuning"].keys() == {"trials", "seed", "space"}
    assert tuned["settings"] == describe(CELL)["settings"]


def test_what_a_row_settles_is_not_tuned() -> None:
    row = Row("gcn", "gcn", settings={"text": "rows", "hidden": [16]})
    tuned = describe(Cell(CELL.column, row, 0, trials=8))["tuning"]["space"]
    assert tuned.keys() == get_method("gcn").search_space.keys() - {"text", "hidden"}


@pytest.mark.parametrize("inputs", [PAPER_INPUTS, OUR_INPUTS])
def test_inputs_are_equal_for_all_rows_that_have_inputs(tmp_path: Path, inputs: object) -> None:
    table = replace(small(tmp_path, (MAJORITY, LOGISTIC, MLP, GCN)), inputs=inputs, trials=4)
    found = {cell.row.name: describe(cell) for cell in cells(table)}
    assert not found["majority"]["settings"]
    for name in ("logistic", "mlp", "gcn"):
        settings, chosen = found[name]["settings"], found[name]["tuning"]["space"]
        assert {key: settings[key] for key in table.inputs} == table.inputs
        assert not chosen.keys() & table.inputs.keys()


def test_a_rows_own_settings_win_over_the_inputs_of_the_table(tmp_path: Path) -> None:
    own = replace(MLP, settings={"text": "given"})
    table = replace(small(tmp_path, (own, LOGISTIC)), inputs=PAPER_INPUTS)
    found = {cell.row.name: describe(cell)["settings"]["text"] for cell in cells(table)}
    assert found == {"mlp": "given", "logistic": "rows"}


@pytest.mark.parametrize("name", [name for name in NAMES if experiment(name).inputs])
def test_no_method_of_a_table_refuses_its_inputs(name: str) -> None:
    for cell in cells(experiment(name)):
        method = get_method(cell.row.model)
        settings = method.configured(cell.row.preset, cell.row.settings)
        if isinstance(settings, InputSettings):
            assert settings.text == experiment(name).inputs["text"]


def test_the_first_of_equal_choices_is_kept_so_their_order_decides() -> None:
    one, two = {"rows": {"text": "rows"}}, {"given": {"text": "given"}}
    first, second = (replace(CELL, choices=each) for each in (one | two, two | one))
    assert fingerprint(first) != fingerprint(second)


def test_a_cell_without_choices_is_described_as_before_there_were_any() -> None:
    assert describe(CELL).keys() == {
        *("model", "preset", "settings", "motifs", "data", "code", "leave_out", "split", "timed")
    }
    known = {"dataset", "change", "fractions", "official"}
    assert describe(CELL)["data"].keys() == known


def test_splits_are_the_outer_loop(tmp_path: Path) -> None:
    found = [(cell.split, cell.row.name) for cell in cells(small(tmp_path))]
    assert found == [(0, "majority"), (0, "logistic"), (1, "majority"), (1, "logistic")]
