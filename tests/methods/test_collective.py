"""Collective classification follows labels along links; HCC tells metapaths apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator
from sklearn.linear_model import LogisticRegression

from motifcnn.errors import MotifError
from motifcnn.graph import read_graph
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.collective import CollectiveSettings, classify_together, neighbours
from motifcnn.methods.task import Task
from motifcnn.train import fit
from tests.small_graphs import bibliography

N = 40
FIELD = np.arange(N) % 2
NOTHING = sparse.csr_array((N, 0))


def task_of(train: np.ndarray) -> Task:
    return Task(train, train[:0], FIELD[train], train[:0], 2)


def chain_within_each_class() -> sparse.csr_array:
    links = np.zeros((N, N), dtype=bool)
    links[np.arange(N - 2), np.arange(2, N)] = True
    return sparse.csr_array((links | links.T).astype(float))


def test_labels_travel_as_far_as_there_are_sweeps() -> None:
    train, ways = np.arange(8), [aslinearoperator(chain_within_each_class())]
    far = classify_together(NOTHING, ways, task_of(train), CollectiveSettings(sweeps=20), 0)
    assert (far.argmax(axis=1) == FIELD).all()
    near = classify_together(NOTHING, ways, task_of(train), CollectiveSettings(sweeps=1), 0)
    np.testing.assert_allclose(near[-1], near[-2])  # nothing has reached the end of either chain


def test_without_neighbours_it_is_logistic_regression() -> None:
    x = sparse.csr_array(np.random.default_rng(0).random((N, 5)) + FIELD[:, None])
    train = np.arange(10)
    found = classify_together(x, [], task_of(train), CollectiveSettings(inverse_l2=3.0), 0)
    theirs = LogisticRegression(C=3.0, max_iter=500).fit(x[train], FIELD[train]).predict_proba(x)
    np.testing.assert_allclose(np.exp(found), np.clip(theirs, 1e-6, 1), rtol=1e-6)


@pytest.mark.parametrize("aggregate", ["proportion", "count"])
def test_without_refitting_the_relational_model_is_that_of_the_bootstrap(aggregate: str) -> None:
    x = sparse.csr_array(np.random.default_rng(1).random((N, 5)) + 0.3 * FIELD[:, None])
    links, train = chain_within_each_class(), np.arange(12)
    settings = CollectiveSettings(aggregate=aggregate, refit=False, sweeps=1, inverse_l2=1.0)
    found = classify_together(x, [aslinearoperator(links)], task_of(train), settings, 0)
    y = np.eye(2)[LogisticRegression(C=1.0, max_iter=500).fit(x[train], FIELD[train]).predict(x)]
    y[train] = np.eye(2)[FIELD[train]]
    degree = links.toarray().sum(axis=1, keepdims=True) if aggregate == "proportion" else 1
    told = np.hstack([x.toarray(), links.toarray() @ y / degree])
    relational = LogisticRegression(C=1.0, max_iter=500).fit(told[train], FIELD[train])
    # The first six nodes of a class see training nodes only, whose labels no sweep changes.
    np.testing.assert_allclose(np.exp(found[:10]), relational.predict_proba(told[:10]), rtol=1e-4)


def test_without_links_among_targets_neighbours_are_two_steps_away() -> None:
    graph = bibliography()
    b = np.hstack([graph.adjacency[key].toarray().astype(int) for key in graph.adjacency])
    expected = b @ b.T
    np.fill_diagonal(expected, 0)
    np.testing.assert_array_equal(neighbours(graph, "paper") @ np.eye(120), expected)


def test_links_among_targets_count_in_both_directions_and_once() -> None:
    links = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 0]])
    schema = Schema(("p", "a"), (Relation("p", "cites", "p"), Relation("p", "by", "a")))
    graph = Graph(
        schema, {("p", "cites", "p"): links, ("p", "by", "a"): np.ones((3, 2))}, {"p": 3, "a": 2}
    )
    np.testing.assert_array_equal(
        neighbours(graph, "p") @ np.eye(3), [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
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


def test_a_metapath_that_says_nothing_does_no_harm_to_one_that_does() -> None:
    graph = bibliography(300)
    rng = np.random.default_rng(0)
    links = dict(graph.adjacency) | {("paper", "by", "author"): rng.random((300, 150)) < 0.05}
    mixed = Graph(graph.schema, links, graph.counts, labels=graph.labels)
    scores = [
        fit(mixed, model=model, split=(0.2, 0.2, 0.6)).test.micro_f1 for model in ("hcc", "ica")
    ]
    assert scores[0] > scores[1] + 0.05


def test_metapaths_may_be_given() -> None:
    graph = bibliography()
    run = fit(graph, ["(t:paper)--(v:venue)--(c:paper)"], model="hcc", split=(0.2, 0.2, 0.6))
    assert len(run.motifs) == 1
    with pytest.raises(MotifError, match="no metapath"):
        fit(graph, ["(t:paper)--(c:venue)"], model="hcc", split=(0.2, 0.2, 0.6))
