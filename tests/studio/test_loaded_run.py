"""A run is read once, and again after it was replaced."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph
from motifcnn.sealed import MANIFEST
from motifcnn.studio.loaded_run import loaded_run
from motifcnn.studio.why_view import why_view


def test_a_run_is_the_same_object_until_it_is_replaced(stored: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(stored / "1-motif-cnn", folder)
    first = loaded_run(folder)
    assert loaded_run(folder) is first
    shutil.rmtree(folder)
    shutil.copytree(stored / "2-gcn", folder)
    os.utime(folder / MANIFEST, ns=(1, 1))
    assert loaded_run(folder).model == "gcn"


def test_a_run_that_cannot_be_read_is_tried_again(stored: Path, tmp_path: Path) -> None:
    with pytest.raises(MotifCNNError):
        loaded_run(tmp_path / "run")
    shutil.copytree(stored / "2-gcn", tmp_path / "run")
    assert loaded_run(tmp_path / "run").model == "gcn"


def test_a_second_question_reads_no_inputs_anew(
    debian: Graph, stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why_view(debian, stored / "1-motif-cnn", "gimp")
    monkeypatch.delattr("motifcnn.nn.inputs.inputs._columns")
    assert why_view(debian, stored / "1-motif-cnn", "gimp-data").name == "gimp-data"
