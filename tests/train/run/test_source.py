"""A loaded run finds the graph that it was saved with the name of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import motifcnn as mc
from motifcnn.errors import GraphError, MotifCNNError, StoreError
from motifcnn.graph import Graph, write_graph
from motifcnn.sealed import MANIFEST
from motifcnn.train import Run, fit, load_run
from motifcnn.train.run.source import SOURCE, noted_graph, read_source, source_note
from tests.small_graphs import MOTIFS, bibliography


@pytest.fixture(scope="module")
def graph() -> Graph:
    return bibliography(60, names=True)


@pytest.fixture(scope="module")
def run(graph: Graph) -> Run:
    return fit(graph, MOTIFS, epochs=2, settings={"filters": [8]})


def test_explanations_of_a_loaded_run_find_its_graph(
    graph: Graph, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_graph(graph, tmp_path / "graph")
    monkeypatch.chdir(tmp_path)
    run.save("run", source="graph")
    loaded = load_run("run")
    monkeypatch.chdir("/")
    assert loaded.graph is None
    assert loaded.training_graph == graph
    assert loaded.training_graph is loaded.training_graph  # opened once
    assert loaded.explain("Paper 3", limit=2) == mc.explain(run, "Paper 3", graph, limit=2)
    assert mc.explain(loaded, 3) == run.explain(3)
    assert loaded.attention().equals(run.attention())


def test_a_run_without_the_name_of_its_graph_asks_for_it(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    assert loaded.training_graph is None
    with pytest.raises(GraphError, match=r"give it, `explain\(run, node, graph\)`"):
        loaded.explain(3)
    with pytest.raises(GraphError, match=r"give it, `run.attention\(graph\)`"):
        loaded.attention()
    assert loaded.explain(3, graph) == run.explain(3)


def test_a_graph_that_is_gone_or_has_other_nodes_is_an_error_that_names_it(
    run: Run, tmp_path: Path
) -> None:
    run.save(tmp_path / "run", source=tmp_path / "gone")
    with pytest.raises(MotifCNNError, match="gone"):
        load_run(tmp_path / "run").explain(3)
    write_graph(bibliography(30), tmp_path / "gone")
    with pytest.raises(GraphError, match="this graph has others"):
        load_run(tmp_path / "run").explain(3)


@pytest.mark.parametrize("content", ["{", "[]", "{}"])
def test_a_damaged_note_is_an_error_with_its_file(content: str, tmp_path: Path) -> None:
    assert read_source(tmp_path) is noted_graph(tmp_path) is None
    (tmp_path / SOURCE).write_text(content)
    with pytest.raises(StoreError, match=rf"{SOURCE} is damaged"):
        read_source(tmp_path)


def test_a_dataset_is_noted_by_its_name() -> None:
    assert source_note("debian") == {"graph": "debian"}


def test_the_note_is_sealed_with_the_run(run: Run, tmp_path: Path) -> None:
    run.save(tmp_path / "run", source="debian")
    assert SOURCE in json.loads((tmp_path / "run" / MANIFEST).read_text())["files"]
    assert read_source(tmp_path / "run") == "debian"


def test_a_run_of_an_earlier_release_with_the_note_beside_it_loads(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    write_graph(graph, tmp_path / "graph")
    run.save(tmp_path / "run")
    note = json.dumps({"graph": str(tmp_path / "graph")})
    (tmp_path / "run" / SOURCE).write_text(note)
    write_graph(graph, tmp_path / "run" / "graph")  # as of a run on tables
    assert load_run(tmp_path / "run").training_graph == graph
