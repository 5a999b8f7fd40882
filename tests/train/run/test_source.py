"""The name of the training graph beside a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.datasets import load_dataset
from motifcnn.errors import StoreError
from motifcnn.graph import write_graph
from motifcnn.train.run.source import SOURCE, open_source, read_source, write_source
from tests.small_graphs import bibliography


def test_what_is_noted_is_read_again(tmp_path: Path) -> None:
    assert read_source(tmp_path) is None
    write_source(tmp_path, "/graphs/bücher")
    assert read_source(tmp_path) == "/graphs/bücher"


@pytest.mark.parametrize("content", ["{", "[]", "{}"])
def test_a_damaged_note_is_named(content: str, tmp_path: Path) -> None:
    (tmp_path / SOURCE).write_text(content)
    with pytest.raises(StoreError, match=r"source\.json is damaged"):
        read_source(tmp_path)


def test_a_source_is_a_dataset_or_a_folder(tmp_path: Path) -> None:
    write_graph(bibliography(), tmp_path / "graph")
    assert open_source(tmp_path / "graph") == bibliography()
    assert open_source("debian") == load_dataset("debian")
