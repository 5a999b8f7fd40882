from __future__ import annotations

import json
from pathlib import Path

import pytest

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.run import open_run_graph, save_run
from motifcnn.graph import read_graph
from motifcnn.train import load_run
from motifcnn.train.run.source import SOURCE


def test_the_graph_is_found_again_from_any_folder(
    run_folder: str, papers_folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert open_run_graph(Path(run_folder), None) == read_graph(papers_folder)


def test_a_run_that_does_not_know_its_graph_asks_for_it(tmp_path: Path, papers_folder: str) -> None:
    with pytest.raises(OptionError, match="--graph"):
        open_run_graph(tmp_path, None)
    assert open_run_graph(tmp_path, papers_folder) == read_graph(papers_folder)


@pytest.mark.parametrize("content", ["{", "[]", "{}"])
def test_a_damaged_note_asks_for_the_graph(content: str, tmp_path: Path) -> None:
    (tmp_path / SOURCE).write_text(content)
    with pytest.raises(OptionError, match=r"damaged.*--graph"):
        open_run_graph(tmp_path, None)


def test_a_dataset_is_noted_by_name_even_beside_a_folder_of_that_name(
    run_folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "debian").mkdir()
    save_run(load_run(run_folder), tmp_path / "run", "debian")
    assert json.loads((tmp_path / "run" / SOURCE).read_text()) == {"graph": "debian"}
