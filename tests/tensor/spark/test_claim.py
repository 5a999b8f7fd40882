"""A folder belongs to one call of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.tensor.spark import count_on_spark
from motifcnn.tensor.spark.claim import as_folder, claim, file_list


def test_the_same_arguments_may_claim_again_and_others_not(tmp_path: Path) -> None:
    claim(tmp_path / "out", {"motif": "a"}, overwrite=False)
    claim(tmp_path / "out", {"motif": "a"}, overwrite=False)
    with pytest.raises(StoreError, match="another import, whose motif is 'a' and not 'b'"):
        claim(tmp_path / "out", {"motif": "b"}, overwrite=False, what="import")
    (tmp_path / "out" / "table").write_text("old")
    claim(tmp_path / "out", {"motif": "b"}, overwrite=True)
    assert not (tmp_path / "out" / "table").exists()


def test_a_folder_of_somebody_else_is_never_discarded(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(StoreError, match="holds no count of Spark"):
        claim(tmp_path, {}, overwrite=True)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_arguments_that_are_not_json_are_named(tmp_path: Path) -> None:
    (tmp_path / "launch_arguments.json").write_text("{")
    with pytest.raises(StoreError, match=r"launch_arguments\.json: not JSON"):
        claim(tmp_path, {}, overwrite=False)


def test_another_size_or_time_is_another_input(tmp_path: Path) -> None:
    file = tmp_path / "a" / "part.csv"
    file.parent.mkdir()
    file.write_text("1")
    before = file_list(tmp_path)
    assert before[0][:2] == ["a/part.csv", 1]
    file.write_text("12")
    assert file_list(tmp_path) != before


@pytest.mark.parametrize("address", ["s3a://bucket/tensor", Path("hdfs://host/tensor")])
def test_an_address_is_no_folder(address: str | Path) -> None:
    with pytest.raises(MotifCNNError, match="expected a folder that this process and every worker"):
        as_folder(address)
    with pytest.raises(MotifCNNError, match="expected a folder"):
        count_on_spark("graph", "(t:a)--(c:b)", out=address)


def test_a_colon_in_a_name_is_no_address() -> None:
    assert as_folder("runs/a:b/c") == Path("runs/a:b/c")
