from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.cli.options.graph import open_graph
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph, write_graph


def test_a_name_is_a_dataset_even_next_to_a_folder_of_that_name(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_graph(graph, tmp_path / "debian")
    monkeypatch.chdir(tmp_path)
    assert "library" in open_graph("debian").schema.node_types
    assert open_graph("./debian") == graph


def test_a_folder_needs_no_separator(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_graph(graph, tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    assert open_graph("mine") == graph


@pytest.mark.parametrize("text", ["no-such-graph", "no/such/folder"])
def test_what_is_neither_is_named_in_the_error(text: str) -> None:
    with pytest.raises(MotifCNNError, match=text):
        open_graph(text)


def test_a_file_is_no_graph_and_the_error_says_where_to_read_on(tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("id,type\n")
    with pytest.raises(MotifCNNError, match=r"nodes\.csv is a file.*docs/formats\.md"):
        open_graph(str(tmp_path / "nodes.csv"))
