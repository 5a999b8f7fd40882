"""ICA knows its neighbours, and is as good as published on Cora."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from motifcnn.graph import read_graph
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.ica import neighbours
from motifcnn.train import fit
from tests.small_graphs import bibliography


def test_without_links_among_targets_neighbours_are_two_steps_away() -> None:
    graph = bibliography()
    b = np.hstack([graph.adjacency[key].toarray().astype(int) for key in graph.adjacency])
    expected = b @ b.T
    np.fill_diagonal(expected, 0)
    np.testing.assert_array_equal(neighbours(graph, "paper").times(np.eye(120)), expected)


def test_links_among_targets_count_in_both_directions_and_once() -> None:
    links = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 0]])
    schema = Schema(("p", "a"), (Relation("p", "cites", "p"), Relation("p", "by", "a")))
    graph = Graph(
        schema, {("p", "cites", "p"): links, ("p", "by", "a"): np.ones((3, 2))}, {"p": 3, "a": 2}
    )
    np.testing.assert_array_equal(
        neighbours(graph, "p").times(np.eye(3)), [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
    )


def test_links_help() -> None:
    graph = bibliography(300)
    run = fit(graph, model="ica", split=(0.15, 0.15, 0.7))
    x, y = graph.features["paper"], graph.labels["paper"].y
    alone = LogisticRegression(max_iter=500).fit(x[run.split.train], y[run.split.train])
    assert run.test.accuracy > alone.score(x[run.split.test], y[run.split.test]) + 0.03


def test_cora_on_the_public_split_is_as_good_as_published(data_folder: Path) -> None:
    run = fit(read_graph(data_folder / "cora"), model="ica", split="public")
    assert run.test.accuracy >= 0.745
