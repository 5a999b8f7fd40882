"""A graph small enough to count by hand, as a folder, and the command line to run on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from motifcnn.cli.app import app
from motifcnn.graph import Graph, Labels, Relation, Schema, Split, write_graph

# Paper 0 by authors 0 and 1, paper 1 by author 0, paper 2 by author 1, paper 3 by author 2.
WRITTEN_BY = np.array([[1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])


@pytest.fixture
def graph() -> Graph:
    relation = Relation("paper", "written-by", "author")
    return Graph(
        Schema(("author", "paper"), (relation,)),
        {relation.key: WRITTEN_BY},
        {"author": 3, "paper": 4},
        names={"paper": np.array(["zero", "one [x]", "two", "three"], dtype=object)},
        labels={"paper": Labels(np.array([0, 1]), np.array([0, 1]), ("data", "web"))},
        name="tiny",
    )


@pytest.fixture
def folder(graph: Graph, tmp_path: Path) -> str:
    path = tmp_path / "tiny"
    write_graph(graph, path)
    return str(path)


@pytest.fixture(scope="session")
def papers_folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A labelled graph that trains in a moment, with a public split."""
    from dataclasses import replace

    from small_graphs import bibliography

    graph = bibliography(papers=60, names=True)
    split = Split("paper", np.arange(0, 20), np.arange(20, 30), np.arange(30, 60))
    path = tmp_path_factory.mktemp("graphs") / "papers"
    write_graph(replace(graph, splits={"public": split}, name="papers"), path)
    return str(path)


@pytest.fixture(scope="session")
def run_folder(papers_folder: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A stored run of the graph of `papers_folder`."""
    path = str(tmp_path_factory.mktemp("runs") / "1")
    motifs = ("--motif", "(t:paper)--(c:author)", "--motif", "(t:paper)--(v:venue)--(c:paper)")
    arguments = [
        "train",
        papers_folder,
        *motifs,
        "--epochs",
        "4",
        "--set",
        "filters=[8]",
        "--out",
        path,
    ]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.stderr
    return path


@pytest.fixture
def run() -> Callable[..., Any]:
    """Runs the command line; returns the result with exit_code, stdout and stderr."""

    def invoke(*arguments: str) -> Any:
        return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})

    return invoke


@pytest.fixture
def run_json(run: Callable[..., Any]) -> Callable[..., Any]:
    """Runs a verb with --json; returns what its whole standard output means."""

    def invoke(*arguments: str) -> Any:
        result = run(*arguments, "--json")
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    return invoke
