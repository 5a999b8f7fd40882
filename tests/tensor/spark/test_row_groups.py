"""Rows of some targets are found in many files and row groups, and the others are not read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.tensor.spark.row_groups import RowGroups

TARGETS = np.sort(np.random.default_rng(0).integers(0, 40, 300))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Rows dealt to three files, each sorted by target, in groups of ten rows."""
    for part in range(3):
        target = TARGETS[part::3]
        table = pa.table({"target": target, "node": np.arange(300)[part::3], "count": target + 1})
        parquet.write_table(table, tmp_path / f"part-{part}.parquet", row_group_size=10)
    return tmp_path


@pytest.mark.parametrize("wanted", [[0], [7, 8, 30], [39], list(range(40)), [41], []])
def test_rows_are_those_of_the_table(folder: Path, wanted: list[int]) -> None:
    target, node, count = RowGroups(folder).read(
        ("target", "node", "count"), np.array(wanted, np.int64)
    )
    expected = np.flatnonzero(np.isin(TARGETS, wanted))
    assert sorted(node.tolist()) == expected.tolist()
    np.testing.assert_array_equal(TARGETS[node], target)
    np.testing.assert_array_equal(target + 1, count)


def test_groups_between_two_targets_are_skipped(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups, read = RowGroups(folder), list[int]()
    assert groups.rows == 300

    def counted(groups: RowGroups, opened: Any, group: int, *given: Any) -> Any:
        read.append(group)
        return rows(groups, opened, group, *given)

    rows = RowGroups._rows
    monkeypatch.setattr(RowGroups, "_rows", counted)
    groups.read(("node",), np.array([0, 39]))
    assert set(read) <= {0, 9}, "the first and the last group of each file"


def test_an_empty_folder_has_no_rows(tmp_path: Path) -> None:
    assert [len(c) for c in RowGroups(tmp_path).read(("target",), np.array([1]))] == [0]
