"""A stage is done once: its note, written last, tells the next call that it is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import StoreError
from motifcnn.tensor.spark.stages import Stages


def test_values_are_made_once_and_kept(spark: Any, tmp_path: Path) -> None:
    made = []

    def make() -> dict[str, Any]:
        made.append(1)
        return {"rows": 3}

    assert Stages(spark, tmp_path).values("a", make) == {"rows": 3}
    again = Stages(spark, tmp_path)
    assert again.values("a", make) == {"rows": 3}
    assert len(made) == 1
    assert [(stage["stage"], stage["reused"]) for stage in again.done] == [("a", True)]


def test_a_table_without_its_note_is_written_again(spark: Any, tmp_path: Path) -> None:
    def table(rows: int) -> int:
        return Stages(spark, tmp_path).table("t", "id long", lambda: spark.range(rows)).count()

    assert table(3) == 3
    assert table(5) == 3, "finished"
    (tmp_path / "stages" / "t.json").unlink()
    assert table(5) == 5


def test_a_stage_that_fails_leaves_no_note(spark: Any, tmp_path: Path) -> None:
    def make() -> dict[str, Any]:
        raise RuntimeError("the cluster is gone")

    with pytest.raises(RuntimeError):
        Stages(spark, tmp_path).values("a", make)
    assert not (tmp_path / "stages" / "a.json").exists()


def test_a_note_of_something_else_is_named(spark: Any, tmp_path: Path) -> None:
    (tmp_path / "stages").mkdir()
    (tmp_path / "stages" / "a.json").write_text("[]")
    with pytest.raises(StoreError, match=r"a\.json: .* not the note of a stage"):
        Stages(spark, tmp_path).values("a", dict)


def test_counters_of_all_stages_add_up(spark: Any, tmp_path: Path) -> None:
    stages = Stages(spark, tmp_path)
    for name, rows in (("a", 3), ("b", 4)):
        stages.table(name, "id long", lambda rows=rows: spark.range(rows))  # type: ignore[misc]
    stages.write_counters()
    counters = json.loads((tmp_path / "perf_counters.json").read_text())
    assert [stage["rows"] for stage in counters["stages"]] == [3, 4]
    assert counters["total"]["rows"] == 7
