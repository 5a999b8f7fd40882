"""Boosting sees own and neighbours' features, and stops where validation says."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.boosting import BoostingSettings, columns_of
from motifcnn.methods.validation import best_epoch
from motifcnn.nn.inputs import node_inputs
from motifcnn.nn.settings import ConfigError
from motifcnn.train import fit
from tests.small_graphs import bibliography

RNG = np.random.default_rng(0)


def mean_of_linked(links: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Number and mean features of the linked nodes, node by node."""
    rows = [x[np.flatnonzero(row)] for row in links]
    zero = np.zeros(x.shape[1])
    return np.array([[len(own), *(own.mean(axis=0) if len(own) else zero)] for own in rows])


def test_columns_are_own_features_then_each_relation_and_direction() -> None:
    schema = Schema(
        ("p", "a", "t"),
        (Relation("p", "cites", "p"), Relation("a", "wrote", "p"), Relation("p", "of", "t")),
    )
    shapes = {("p", "cites", "p"): (8, 8), ("a", "wrote", "p"): (5, 8), ("p", "of", "t"): (8, 2)}
    links = {key: RNG.random(shape) < 0.4 for key, shape in shapes.items()}
    links["a", "wrote", "p"][:, 3] = False
    x = {"p": RNG.random((8, 3)).astype(np.float32), "a": RNG.random((5, 2)).astype(np.float32)}
    graph = Graph(schema, links, {"p": 8, "a": 5, "t": 2}, features=x)
    cites, wrote, of = (graph.adjacency[key].toarray() for key in shapes)
    found = columns_of(graph, "p", node_inputs(graph, BoostingSettings()))
    expected = [
        x["p"],
        mean_of_linked(cites, x["p"]),
        mean_of_linked(cites.T, x["p"]),
        mean_of_linked(wrote.T, x["a"]),
        of.sum(axis=1, keepdims=True),
    ]
    np.testing.assert_allclose(found, np.hstack(expected), rtol=1e-6)


def test_undirected_links_are_read_once() -> None:
    links = np.triu(RNG.random((6, 6)) < 0.5, 1)
    schema = Schema(("u",), (Relation("u", "knows", "u", directed=False),))
    x = RNG.random((6, 2)).astype(np.float32)
    graph = Graph(schema, {("u", "knows", "u"): links | links.T}, {"u": 6}, features={"u": x})
    found = columns_of(graph, "u", node_inputs(graph, BoostingSettings()))
    np.testing.assert_allclose(found, np.hstack([x, mean_of_linked(links | links.T, x)]), rtol=1e-6)


def test_wide_features_are_projected_and_kept_with_the_graph() -> None:
    graph = bibliography()
    wide = fit(graph, model="boosting", settings={"project": 5, "rounds": 2})
    assert wide.inputs.widths == {"author": (), "paper": (5,), "venue": ()}
    with pytest.raises(ConfigError, match="project"):
        BoostingSettings(project=0)
    with pytest.raises(ConfigError, match="featureless"):
        BoostingSettings(featureless="one-hot")


def test_probabilities_are_those_of_scikit_learn_at_the_best_round() -> None:
    graph = bibliography(300)
    settings = {"rounds": 20, "text": "given", "leaves": 5, "leaf_nodes": 4, "l2": 0.5}
    run = fit(graph, model="boosting", split=(0.4, 0.2, 0.4), settings=settings)
    x = columns_of(graph, "paper", node_inputs(graph, run.settings))
    model = HistGradientBoostingClassifier(
        max_iter=20,
        max_leaf_nodes=5,
        min_samples_leaf=4,
        l2_regularization=0.5,
        early_stopping=False,
    ).fit(x[run.split.train], graph.labels["paper"].y[run.split.train])
    theirs = list(model.staged_predict_proba(x))[run.best - 1]
    np.testing.assert_allclose(run.probabilities, theirs, rtol=1e-4, atol=1e-6)
    assert len(run.history) == 20
    assert run.best == best_epoch(run.history, "f1") + 1
    assert run.history[-1].loss < run.history[0].loss


@pytest.mark.parametrize("weights", [None, "balanced"])
def test_two_classes_have_one_tree_per_round(weights: str | None) -> None:
    graph = bibliography()
    labels = graph.labels["paper"]
    two = type(labels)(labels.nodes, (labels.y == 1).astype(int), ("other", "ml"))
    graph = Graph(
        graph.schema,
        graph.adjacency,
        graph.counts,
        features=graph.features,
        labels={"paper": two},
    )
    split = (0.4, 0.2, 0.4)
    run = fit(graph, model="boosting", split=split, settings={"rounds": 5}, class_weights=weights)
    x = columns_of(graph, "paper", node_inputs(graph, run.settings))
    s = run.settings
    model = HistGradientBoostingClassifier(
        max_iter=5,
        max_leaf_nodes=s.leaves,
        min_samples_leaf=s.leaf_nodes,
        l2_regularization=s.l2,
        early_stopping=False,
        class_weight=weights,
    ).fit(x[run.split.train], two.y[run.split.train])
    theirs = list(model.staged_predict_proba(x))[run.best - 1]
    np.testing.assert_allclose(run.probabilities, theirs, rtol=1e-4, atol=1e-5)


def test_neighbours_help() -> None:
    graph = bibliography(300)
    venue = np.eye(9, dtype=np.float32)
    features = {"venue": venue}
    rich = Graph(
        graph.schema, graph.adjacency, graph.counts, features=features, labels=graph.labels
    )
    assert fit(rich, model="boosting", split=(0.3, 0.2, 0.5)).test.micro_f1 > 0.6
