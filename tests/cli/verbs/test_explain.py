from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from motifcnn.explain import explain
from motifcnn.graph import read_graph
from motifcnn.train import load_run


def test_the_explanation_is_that_of_the_library(
    run_json: Callable[..., Any], run_folder: str, papers_folder: str
) -> None:
    found = run_json("explain", run_folder, "Paper 4", "--limit", "2")
    expected = explain(load_run(run_folder), 4, read_graph(papers_folder), limit=2)
    assert (found["node"], found["name"], found["strongest"]) == (4, "Paper 4", expected.strongest)
    assert found["probabilities"] == pytest.approx(dict(expected.probabilities))
    assert [n["node"] for n in found["neighbours"]] == [n.node for n in expected.neighbours]


def test_people_get_probabilities_attention_and_neighbours(
    run: Callable[..., Any], run_folder: str, papers_folder: str
) -> None:
    result = run("explain", run_folder, "4", "--graph", papers_folder)
    assert result.exit_code == 0, result.stderr
    for text in (
        "paper 4 Paper 4",
        "true class",
        "(train)",
        "rests on: motifs",
        "attention per motif",
        "instances",
        "who plays a role",
    ):
        assert text in result.stdout


def test_an_unknown_node_is_an_error(run: Callable[..., Any], run_folder: str) -> None:
    result = run("explain", run_folder, "Papre 4")
    assert result.exit_code == 2
    assert "did you mean" in result.stderr
    assert result.stdout == ""


def test_a_graph_with_another_schema_is_one_message(
    run: Callable[..., Any], run_folder: str, folder: str
) -> None:
    result = run("explain", run_folder, "4", "--graph", folder)
    assert (result.exit_code, "another schema" in result.stderr, "Traceback" in result.stderr) == (
        2,
        True,
        False,
    )
