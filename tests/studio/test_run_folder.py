"""Runs are found by the names of their folders, and nothing outside is reached."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.studio.run_folder import RunFolder
from studio.conftest import ORDERS


def test_runs_are_listed_newest_first_with_their_orders(stored: Path, tmp_path: Path) -> None:
    shutil.copytree(stored, tmp_path / "runs")
    folder = RunFolder(tmp_path / "runs")
    os.utime(tmp_path / "runs" / "1-motif-cnn" / "manifest.json", (0, 2**31))
    (tmp_path / "runs" / "notes").mkdir()
    shutil.copytree(stored / "2-gcn", tmp_path / "runs" / ".3-gcn.part")
    assert folder.names() == ["1-motif-cnn", "2-gcn"]
    assert {name: folder.order(name) for name in folder.names()} == ORDERS
    (tmp_path / "runs" / "2-gcn" / "order.json").unlink()
    assert folder.order("2-gcn") is None


@pytest.mark.parametrize("name", ["..", ".", "", "../runs", "2-gcn/", "nowhere", "notes\x00"])
def test_no_other_folder_is_opened(stored: Path, name: str) -> None:
    with pytest.raises(StoreError, match="has no run"):
        RunFolder(stored).folder(name)


def test_a_new_run_has_a_number_or_the_given_name(stored: Path) -> None:
    folder = RunFolder(stored)
    assert folder.new("", "gat") == "3-gat"
    assert folder.new("", "gat", {"7-gcn"}) == "8-gat"
    assert folder.new("with libraries", "gat") == "with libraries"
    with pytest.raises(MotifCNNError, match="a run '2-gcn' already"):
        folder.new("2-gcn", "gcn")


@pytest.mark.parametrize("name", ["../x", "a/b", "a\\b", ".hidden", "a\x1b[31m", "x" * 61, "<b>"])
def test_a_name_that_is_no_folder_is_refused(stored: Path, name: str) -> None:
    with pytest.raises(MotifCNNError, match="cannot be the name of a folder"):
        RunFolder(stored).new(name, "gcn")
