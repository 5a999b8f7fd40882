"""`read_graph` reads either form of folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import read_graph, write_graph
from motifcnn.graph.io.tsv import read_tsv
from tests.graph.folders import rich_graph, write_good_folder


def test_no_folder_and_a_folder_without_a_graph_say_what_is_expected(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="no such folder"):
        read_graph(tmp_path / "none")
    with pytest.raises(GraphError, match=r"nodes\.tsv and edges\.tsv"):
        read_graph(tmp_path)
    shutil.rmtree(tmp_path)


def test_either_form_is_read(tmp_path: Path) -> None:
    write_graph(rich_graph(), tmp_path / "parquet")
    assert read_graph(tmp_path / "parquet") == rich_graph()
    folder = write_good_folder(tmp_path / "tsv")
    assert read_graph(str(folder)) == read_tsv(folder)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "graph.json").write_text("{}")
    with pytest.raises(GraphError, match="not a folder"):
        read_graph(tmp_path / "graph.json")
