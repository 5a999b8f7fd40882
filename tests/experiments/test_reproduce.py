from __future__ import annotations

import importlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from motifcnn.experiments import ExperimentError, origin, reproduce
from motifcnn.experiments.figures import MISSING
from motifcnn.experiments.markdown import OLD_MARK
from tests.experiments.small import GCN, LOGISTIC, MAJORITY, small


def test_a_second_call_fits_nothing_and_writes_the_same(tmp_path: Path) -> None:
    experiment, started = small(tmp_path), []
    first = reproduce(experiment, tmp_path / "out", on_start=started.append)
    before = first.files[0].read_text()
    second = reproduce(experiment, tmp_path / "out", on_start=started.append)
    assert started == [4, 0]
    assert second.files[0].read_text() == before
    assert sorted(file.name for file in second.files) == [
        "small.json",
        "small.md",
        "small.png",
        "small.svg",
    ]


def test_more_splits_and_methods_add_to_what_is_there(tmp_path: Path) -> None:
    experiment, started = small(tmp_path, (MAJORITY,)), []
    reproduce(experiment, tmp_path / "out", on_start=started.append)
    reproduce(
        replace(experiment, splits=3, rows=(MAJORITY, LOGISTIC)),
        tmp_path / "out",
        on_start=started.append,
    )
    assert started == [2, 4]


def test_without_fitting_what_is_missing_says_so(tmp_path: Path) -> None:
    experiment = small(tmp_path)
    reproduce(replace(experiment, rows=(MAJORITY,)), tmp_path / "out")
    found = reproduce(experiment, tmp_path / "out", fit=False)
    entries = json.loads(found.files[1].read_text())["entries"]
    assert {entry["method"]: entry.get("reasons") for entry in entries} == {
        "majority": None,
        "logistic": ["not run yet"],
    }


def test_a_folder_of_cells_alone_gives_the_table(tmp_path: Path) -> None:
    experiment = small(tmp_path)
    first = reproduce(experiment, tmp_path / "out")
    shutil.copytree(tmp_path / "out" / "cells", tmp_path / "results" / "cells")
    second = reproduce(experiment, tmp_path / "results", fit=False)
    assert [file.name for file in second.files] == [file.name for file in first.files]
    for one, two in zip(first.files, second.files, strict=True):
        assert one.read_bytes() == two.read_bytes()


def test_a_table_says_where_each_of_its_results_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = small(tmp_path, (MAJORITY,))
    before = [file.read_bytes() for file in reproduce(experiment, tmp_path / "out").files]
    monkeypatch.setattr(origin, "machine", lambda: "another machine")
    after = [file.read_bytes() for file in reproduce(experiment, tmp_path / "out").files]
    assert after == before
    more = reproduce(replace(experiment, splits=3), tmp_path / "out").files
    assert all("another machine" in file.read_text() for file in more[:2])


def test_without_fitting_a_table_is_not_replaced_by_an_empty_one(tmp_path: Path) -> None:
    experiment = small(tmp_path, (LOGISTIC,))
    before = reproduce(experiment, tmp_path / "out").files[0].read_text()
    with pytest.raises(ExperimentError, match="with trials=5; it holds some with --trials 0"):
        reproduce(replace(experiment, trials=5), tmp_path / "out", fit=False)
    assert (tmp_path / "out" / "small.md").read_text() == before


def test_without_fitting_an_empty_folder_stays_empty(tmp_path: Path) -> None:
    with pytest.raises(
        ExperimentError, match=r"holds no result of small .* Fit first, without --table"
    ):
        reproduce(small(tmp_path), tmp_path / "out", fit=False)
    assert not (tmp_path / "out").exists()


@pytest.fixture
def other_code(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, the code is another."""
    module = importlib.import_module("motifcnn.experiments.cell")
    return lambda: monkeypatch.setattr(module, "code_version", lambda model, tuned: "other code")


def test_cells_of_other_code_are_fitted_again(
    tmp_path: Path, other_code: Callable[[], None]
) -> None:
    experiment, started = small(tmp_path, (MAJORITY,)), []
    reproduce(experiment, tmp_path / "out", on_start=started.append)
    other_code()
    found = reproduce(experiment, tmp_path / "out", on_start=started.append)
    assert started == [2, 2]
    assert found.table.entries[0].old == ()
    assert OLD_MARK not in found.files[0].read_text()


def test_verifying_tells_its_number_of_rows_before_that_of_cells(
    tmp_path: Path, other_code: Callable[[], None]
) -> None:
    experiment, started = small(tmp_path, (MAJORITY,)), []
    reproduce(experiment, tmp_path / "out")
    other_code()
    reproduce(experiment, tmp_path / "out", verified=True, on_start=started.append)
    assert started == [1, 0]


def test_cells_of_other_code_are_kept_with_a_mark_if_asked_for(
    tmp_path: Path, other_code: Callable[[], None]
) -> None:
    experiment, started = small(tmp_path, (MAJORITY,)), []
    first = reproduce(experiment, tmp_path / "out", on_start=started.append)
    other_code()
    more = replace(experiment, splits=3)
    found = reproduce(more, tmp_path / "out", keep_old=True, on_start=started.append)
    assert started == [2, 1]
    (before,), (after,) = first.table.entries, found.table.entries
    assert after.old == (0, 1)
    assert after.values("micro_f1")[:2].tolist() == before.values("micro_f1").tolist()
    text, data = (file.read_text() for file in found.files[:2])
    assert f"{OLD_MARK} with results of other code" in text
    (row,) = (
        line
        for line in text.splitlines()
        if line.startswith("| majority | ") and "±" in line and line.count("|") == 3
    )
    assert row.endswith(f"{OLD_MARK} |")
    assert json.loads(data)["entries"][0]["old_splits"] == [0, 1]


def test_without_fitting_results_of_other_code_are_named(
    tmp_path: Path, other_code: Callable[[], None]
) -> None:
    experiment = small(tmp_path, (MAJORITY,))
    reproduce(experiment, tmp_path / "out")
    other_code()
    with pytest.raises(ExperimentError, match="it holds some of other code: add --keep-old"):
        reproduce(experiment, tmp_path / "out", fit=False)
    assert reproduce(experiment, tmp_path / "out", fit=False, keep_old=True).table.entries[0].old


def test_every_split_has_the_settings_that_one_tuning_chose(tmp_path: Path) -> None:
    table, seen = small(tmp_path, (MAJORITY, LOGISTIC), splits=3, trials=3), []
    found = reproduce(
        table,
        tmp_path / "out",
        on_start=seen.append,
        on_cell=lambda cell, result: seen.append(type(cell).__name__),
    )
    assert seen == [7, "Tuning", *["Cell"] * 6]
    tuned = json.loads(next((tmp_path / "out").rglob("tuning-*.json")).read_text())
    logistic = found.table.entries[1]
    assert [result["chosen"] for result in logistic.results.values()] == [tuned["chosen"]] * 3
    assert logistic.chosen() == tuned["chosen"]
    entries = json.loads(found.files[1].read_text())["entries"]
    assert [entry.get("chosen") for entry in entries] == [None, tuned["chosen"]]


def test_more_splits_keep_the_settings_of_the_first(tmp_path: Path) -> None:
    table, started = small(tmp_path, (LOGISTIC,), trials=3), []
    for splits in (1, 3):
        more = replace(table, splits=splits)
        found = reproduce(more, tmp_path / "out", on_start=started.append)
    assert started == [2, 2]
    assert len({str(result["chosen"]) for result in found.table.entries[0].results.values()}) == 1


def test_times_are_not_measured_side_by_side(tmp_path: Path) -> None:
    timed = replace(small(tmp_path, (GCN,)), timed=True)
    with pytest.raises(ExperimentError, match="leave jobs at 1"):
        reproduce(timed, tmp_path / "out", jobs=2)


def test_without_matplotlib_the_table_is_there_and_the_figure_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("motifcnn.experiments.reproduce")
    monkeypatch.setattr(module, "can_draw", lambda: False)
    found = reproduce(small(tmp_path, (MAJORITY,)), tmp_path / "out")
    assert [file.suffix for file in found.files] == [".md", ".json"]
    assert found.note == MISSING
