from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest

import motifcnn.datasets
from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.graph import open_graph, require_labels
from motifcnn.datasets.pyg import Unpickles
from motifcnn.datasets.source import full_name
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph, write_graph


def test_a_name_is_a_dataset_even_next_to_a_folder_of_that_name(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_graph(graph, tmp_path / "debian")
    monkeypatch.chdir(tmp_path)
    assert "library" in open_graph("debian").schema.node_types
    assert open_graph("./debian") == graph


def test_a_warning_while_loading_is_a_line_without_the_place_in_our_code(
    graph: Graph, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(name: str, progress: object) -> Graph:
        warnings.warn(f"{name}: load only what you trust", Unpickles, stacklevel=2)
        return graph

    monkeypatch.setattr(motifcnn.datasets, "load_dataset", load)
    shown = warnings.showwarning
    assert open_graph("pyg:Planetoid/Cora") is graph
    assert capsys.readouterr().err == "warning: pyg:Planetoid/Cora: load only what you trust\n"
    assert warnings.showwarning is shown


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
    with pytest.raises(MotifCNNError, match=r"nodes\.csv is a file.*motifcnn import"):
        open_graph(str(tmp_path / "nodes.csv"))


def test_a_target_is_a_type_of_the_graph(graph: Graph) -> None:
    require_labels(graph, "tiny", None)
    require_labels(graph, "tiny", "paper")
    with pytest.raises(
        OptionError, match=r'--target .authro.: unknown node type; did you mean "author"'
    ):
        require_labels(graph, "tiny", "authro")


def test_a_graph_without_labels_is_told_where_to_put_them(graph: Graph) -> None:
    with pytest.raises(OptionError, match="the graph 'tiny' has no labels"):
        require_labels(replace(graph, labels={}), "tiny", None)


def test_a_folder_is_named_by_its_absolute_path_and_a_dataset_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    assert full_name("mine") == str(tmp_path / "mine")
    assert full_name("debian") == "debian"
