from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from motifcnn.train import load_run


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_the_file_has_the_run_s_predictions(
    run_json: Callable[..., Any], run_folder: str, tmp_path: Path, suffix: str
) -> None:
    out = tmp_path / "new" / f"predictions{suffix}"
    found = run_json("predict", run_folder, "--out", str(out))
    table = pd.read_parquet(out) if suffix == ".parquet" else pd.read_csv(out)
    stored = load_run(run_folder)
    assert found["nodes"] == len(table) == 60
    assert table["predicted"].tolist() == [
        stored.classes[c] for c in stored.probabilities.argmax(axis=1)
    ]
    assert np.allclose(table[[f"p({c})" for c in stored.classes]], stored.probabilities, atol=1e-6)
    assert found["predicted"] == table["predicted"].value_counts().to_dict()
    assert [path.name for path in out.parent.iterdir()] == [out.name], "no half file stays behind"


def test_the_training_graph_gives_the_stored_predictions(
    run_json: Callable[..., Any], run_folder: str, papers_folder: str
) -> None:
    again = run_json("predict", run_folder, papers_folder)["predictions"]
    stored = run_json("predict", run_folder)["predictions"]
    assert [row["predicted"] for row in again] == [row["predicted"] for row in stored]


def test_filters_transfer_to_a_graph_with_the_same_schema(
    run: Callable[..., Any], run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    from motifcnn.graph import write_graph
    from small_graphs import bibliography

    other = tmp_path / "other"
    write_graph(bibliography(papers=30, seed=1), other)
    folder = str(tmp_path / "run")
    motif = ("--motif", "(t:paper)--(c:author)", "--epochs", "2")
    assert (
        run("train", papers_folder, "--preset", "inductive", *motif, "--out", folder).exit_code == 0
    )
    assert run_json("predict", folder, str(other))["nodes"] == 30


def test_people_see_the_first_rows(run: Callable[..., Any], run_folder: str) -> None:
    result = run("predict", run_folder)
    assert result.exit_code == 0, result.stderr
    assert "the first 10 of 60 paper nodes" in result.stdout
    assert "Paper 9" in result.stdout


def test_another_schema_another_ending_and_no_run_are_errors(
    run: Callable[..., Any], run_folder: str, folder: str
) -> None:
    for arguments, message in (
        ((run_folder, folder), "relation (paper)-[:written-by]->(author) is not in the graph"),
        ((run_folder, folder, "--alone"), "another schema"),
        ((run_folder, "--out", "predictions.xls"), ".parquet or .csv"),
        ((folder,), f"no run in {folder}; `motifcnn train ... --out {folder}` makes one"),
        (("nowhere",), "nowhere"),
    ):
        result = run("predict", *arguments)
        assert result.exit_code == 2, arguments
        assert message in result.stderr
        assert "Traceback" not in result.stderr


@pytest.fixture
def arrived(papers_folder: str, tmp_path: Path) -> str:
    """Two papers, 7 of them known, with the authors and venues of another graph."""
    from dataclasses import replace

    from motifcnn.graph import only_nodes, read_graph, write_graph

    graph = read_graph(papers_folder)
    some = only_nodes(graph, {"paper": [7, 8, 9]})
    ids = {**some.ids, "paper": np.array([7, 100, 101])}
    write_graph(replace(some, ids=ids, splits={}), tmp_path / "arrived")
    return str(tmp_path / "arrived")


def test_new_nodes_join_the_training_graph_and_are_listed(
    run_json: Callable[..., Any], run: Callable[..., Any], run_folder: str, arrived: str
) -> None:
    found = run_json("predict", run_folder, arrived)
    assert found["nodes"] == 2
    assert [row["node"] for row in found["predictions"]] == [100, 101]
    assert all(row["new"] for row in found["predictions"])
    every = run_json("predict", run_folder, arrived, "--all")["predictions"]
    assert [row["node"] for row in every] == [100, 101, *range(60)]
    assert every[:2] == found["predictions"]
    result = run("predict", run_folder, arrived)
    assert "the first 2 of 2 new paper nodes" in result.stdout


def test_without_new_nodes_the_given_ones_are_listed(
    run_json: Callable[..., Any], run_folder: str, papers_folder: str, tmp_path: Path
) -> None:
    from motifcnn.graph import only_nodes, read_graph, write_graph

    write_graph(only_nodes(read_graph(papers_folder), {"paper": [4, 9]}), tmp_path / "some")
    found = run_json("predict", run_folder, str(tmp_path / "some"))["predictions"]
    assert [(row["node"], row["new"]) for row in found] == [(4, False), (9, False)]


def test_a_graph_of_its_own_is_not_joined(
    run_json: Callable[..., Any], run_folder: str, arrived: str
) -> None:
    found = run_json("predict", run_folder, arrived, "--alone")["predictions"]
    assert [row["node"] for row in found] == [7, 100, 101]


def test_known_nodes_that_have_changed_are_noted(
    run: Callable[..., Any], run_folder: str, papers_folder: str, tmp_path: Path
) -> None:
    from dataclasses import replace

    from motifcnn.graph import read_graph, write_graph

    graph = read_graph(papers_folder)
    write_graph(replace(graph, features={"paper": 2 * graph.features["paper"]}), tmp_path / "other")
    result = run("predict", run_folder, str(tmp_path / "other"))
    assert result.exit_code == 0, result.stderr
    assert "known paper nodes have other features now" in result.stderr
    assert "Warning" not in result.stderr
