"""A result is read lazily, and row by row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import StoreError
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.spark import SparkRole, count_on_spark, load_result
from tests.tensor.spark.test_count import papers

MOTIF = Motif.parse("(t:paper)--(a:author)--(c:paper)")


@pytest.fixture(scope="module")
def folder(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("result") / "out"
    count_on_spark(papers(), MOTIF, spark=spark, out=out)
    return out


def test_rows_are_those_of_the_matrix_and_leave_it_on_disk(folder: Path) -> None:
    expected = count(papers(), MOTIF).role("c").matrix.toarray()
    role = load_result(folder).role("c")
    assert isinstance(role, SparkRole)
    for targets in ([3], [5, 0, 5], [], [-1], list(range(9))):
        np.testing.assert_array_equal(role.rows(targets).toarray(), expected[targets])
    assert role.nonzeros == np.count_nonzero(expected)
    assert "matrix" not in role.__dict__
    with pytest.raises(IndexError, match="0 to 8"):
        role.rows([9])


def test_a_result_equals_the_local_tensor_and_can_leave_its_folder(folder: Path) -> None:
    expected = count(papers(), MOTIF)
    assert load_result(folder) == expected
    assert load_result(folder).in_memory() == expected


def test_a_folder_without_a_description_is_unfinished(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="goes on from its finished stages"):
        load_result(tmp_path)


def test_a_description_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "metadata.json").write_text('{"kind": "cake", "version": 1}')
    with pytest.raises(StoreError, match="kind is 'cake'"):
        load_result(tmp_path)
