"""A graph by a text: a dataset of that name first, unless the text is a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.datasets.source import full_name, is_folder, open_source
from motifcnn.errors import MotifCNNError
from motifcnn.graph import write_graph
from tests.small_graphs import bibliography


def test_a_dataset_wins_over_a_folder_of_its_name_and_a_path_over_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    graph = bibliography(12)
    for name in ("debian", "mine"):
        write_graph(graph, tmp_path / name)
    assert open_source("./debian") == open_source("mine") == graph
    assert "library" in open_source("debian").schema.node_types
    assert [is_folder(text) for text in ("debian", "./debian", "mine")] == [False, True, True]
    assert full_name("mine") == str(tmp_path / "mine")
    assert full_name("debian") == "debian"


@pytest.mark.parametrize("text", ["no-such-graph", "no/such/folder"])
def test_what_is_neither_is_named_in_the_error(text: str) -> None:
    with pytest.raises(MotifCNNError, match=text):
        open_source(text)
