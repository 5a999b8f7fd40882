from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
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
    assert found["sentences"] == expected.sentences
    assert found["motifs"] == expected.motifs


def test_people_get_probabilities_attention_and_neighbours(
    run: Callable[..., Any], run_folder: str, papers_folder: str
) -> None:
    result = run("explain", run_folder, "4", "--graph", papers_folder)
    assert result.exit_code == 0, result.stderr
    for text in (
        "paper 4 Paper 4",
        "true class",
        "(train)",
        "attention per motif",
        "contribution",
        "without it",
        "instances",
        "Paper 4",
        "who plays a role",
    ):
        assert text in result.stdout


def test_a_wide_network_is_explained_by_contributions(
    run: Callable[..., Any], run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    out, pap = str(tmp_path / "wide"), "(t:paper)--(a:author)--(c:paper)"
    train = ("train", papers_folder, "--model", "wide-motif", "--motif", pap, "--epochs", "2")
    assert run(*train, "--out", out).exit_code == 0
    result = run("explain", out, "4")
    assert result.exit_code == 0, result.stderr
    for text in ("rests on: motifs", "contribution per motif", "instances"):
        assert text in result.stdout
    assert "attention" not in result.stdout
    (motif,) = run_json("explain", out, "4")["motifs"]
    assert motif.keys() == {
        "motif",
        "words",
        "contribution",
        "share",
        "without",
        "instances",
    }


def test_a_method_without_weights_of_motifs_says_so(
    run: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "mlp")
    run("train", papers_folder, "--model", "mlp", "--epochs", "2", "--out", out)
    shown = run("explain", out, "4").stdout
    assert "mlp does not say how much motifs count" in shown
    assert "attention" not in shown


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
