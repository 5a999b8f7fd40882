"""MotifClassifier is a scikit-learn classifier whose samples are ids of nodes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import parametrize_with_checks

import motifcnn as mc
from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.nn.settings import ConfigError
from motifcnn.sklearn import MotifClassifier
from small_graphs import MOTIFS, bibliography

FIELDS = np.array(["db", "ml", "ir"])
QUICK: dict[str, Any] = {"epochs": 3, "settings": {"filters": [8]}}

# scikit-learn's checks that cannot hold for samples that are nodes, each with the reason.
CANNOT = {
    "check_n_features_in_after_fitting": "predicts with one column less; X has one",
    "check_fit2d_predict1d": "wants an error for X of shape (n,), which is a list of ids here",
    "check_positive_only_tag_during_fit": "X is 2 columns of negative numbers, which are no ids",
    "check_class_weight_classifiers": "X is 2 columns of its own, which are no ids",
    "check_classifiers_train": "wants 83 % accuracy on clusters of X that no graph has",
}


@pytest.fixture
def _ids_for_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a check adapts its random X to the estimator's tags, ids take its place."""

    def ids(x: Any) -> Any:
        return np.arange(len(x))[:, None]

    def adapted(estimator: Any, X: Any, X_test: Any = None, **_: Any) -> Any:
        return ids(X) if X_test is None else (ids(X), ids(X_test))

    monkeypatch.setattr(estimator_checks, "_enforce_estimator_tags_X", adapted)


@pytest.mark.usefixtures("_ids_for_numbers")
@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(
    [MotifClassifier(bibliography(400), model="logistic")], expected_failed_checks=lambda _: CANNOT
)
def test_the_checks_of_scikit_learn_pass(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


@pytest.fixture(scope="module")
def graph() -> Graph:
    plain = bibliography(90)
    return replace(plain, ids={"paper": np.array([f"p{i:02}" for i in range(90)])})


@pytest.fixture(scope="module")
def samples(graph: Graph) -> tuple[Any, Any]:
    return graph.ids["paper"], FIELDS[graph.labels["paper"].y]


def test_it_is_fit_with_labels_from_y(graph: Graph, samples: tuple[Any, Any]) -> None:
    x, y = samples[0][:60], samples[1][:60]
    bare = graph.with_labels({})
    found = MotifClassifier(bare, MOTIFS, target="paper", random_state=3, **QUICK).fit(x, y)
    assert found.classes_.tolist() == ["db", "ir", "ml"]
    places = np.searchsorted(found.classes_, y)
    labels = Labels(np.arange(60), places, tuple(found.classes_))
    held = found.run_.split.val
    assert len(held) == 12
    split = Split("paper", np.setdiff1d(np.arange(60), held), held, np.array([]))
    run = mc.fit(bare.with_labels({"paper": labels}), MOTIFS, split=split, seed=3, **QUICK)
    np.testing.assert_array_equal(found.predict_proba(samples[0]), run.probabilities)
    expected = found.classes_[run.probabilities.argmax(axis=1)]
    np.testing.assert_array_equal(found.predict(samples[0]), expected)
    assert found.score(*samples) == (expected == samples[1]).mean()


def test_labels_of_the_graph_are_not_looked_at(graph: Graph, samples: tuple[Any, Any]) -> None:
    own = graph.labels["paper"]
    other = graph.with_labels({"paper": Labels(own.nodes, own.y[::-1], own.classes)})
    one, two = (MotifClassifier(g, MOTIFS, **QUICK).fit(*samples) for g in (graph, other))
    np.testing.assert_array_equal(one.predict_proba(samples[0]), two.predict_proba(samples[0]))


def test_a_clone_has_the_same_graph_and_parameters(graph: Graph) -> None:
    one = MotifClassifier(graph, list(MOTIFS), settings={"dropout": 0.1}, class_weight="balanced")
    other = clone(one)
    assert other.graph is graph
    assert other.get_params() == one.get_params()
    assert other.set_params(model="gcn").model == "gcn" and one.model == "motif-cnn"


def test_folds_share_what_does_not_depend_on_labels(
    samples: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, counted = bibliography(90), []
    operators = sys.modules["motifcnn.tensor.operator.operator"]
    real = operators.count

    def count(graph: Graph, motif: Any, **options: Any) -> Any:
        counted.append(str(motif))
        return real(graph, motif, **options)

    monkeypatch.setattr(operators, "count", count)
    classifier = MotifClassifier(fresh, MOTIFS, preset="asonam", epochs=2)
    scores = cross_val_score(classifier, np.arange(90), samples[1], cv=3)
    assert scores.shape == (3,) and np.isfinite(scores).all()
    assert counted and len(counted) == len(set(counted))


def test_every_node_is_predicted_once_by_folds_that_have_not_seen_it(
    graph: Graph, samples: tuple[Any, Any]
) -> None:
    classifier = MotifClassifier(graph, MOTIFS, model="motif-boosting", settings={"rounds": 5})
    predicted = cross_val_predict(classifier, *samples, cv=3)
    assert (predicted == samples[1]).mean() > 0.6


def test_a_grid_search_goes_over_models_and_settings(
    graph: Graph, samples: tuple[Any, Any]
) -> None:
    grid = [{"model": ["majority"]}, {"model": ["logistic"], "settings": [{"weight_decay": 1e-3}]}]
    search = GridSearchCV(MotifClassifier(graph), grid, cv=2).fit(*samples)
    assert search.best_params_["model"] == "logistic"
    assert search.best_estimator_.graph is graph
    assert search.predict(samples[0][:4]).shape == (4,)


def test_it_is_the_last_step_of_a_pipeline(graph: Graph, samples: tuple[Any, Any]) -> None:
    pipeline = Pipeline([("ids", "passthrough"), ("motifs", MotifClassifier(graph))])
    pipeline.set_params(motifs__model="logistic")
    frame = pd.DataFrame({"paper": samples[0]})
    assert pipeline.fit(frame, samples[1]).score(frame, samples[1]) > 0.6
    assert pipeline["motifs"].feature_names_in_.tolist() == ["paper"]


def test_nodes_may_have_several_classes() -> None:
    graph = bibliography(90, multi_label=True)
    x, y = graph.ids["paper"], graph.labels["paper"].y.astype(int)
    found = MotifClassifier(graph, MOTIFS, **QUICK).fit(x, y)
    assert found.classes_.tolist() == [0, 1, 2]
    decided = found.predict_proba(x) >= found.run_.threshold
    np.testing.assert_array_equal(found.predict(x), decided.astype(int))
    assert found.predict(x).shape == (90, 3)


def test_class_weights_have_the_classes_of_y(graph: Graph, samples: tuple[Any, Any]) -> None:
    numbers = np.searchsorted(np.unique(samples[1]), samples[1]) * 10
    options: dict[str, Any] = {"model": "logistic"}
    plain = MotifClassifier(graph, **options).fit(samples[0], numbers)
    weighed = MotifClassifier(graph, **options, class_weight={20: 50.0}).fit(samples[0], numbers)
    many, few = ((c.predict(samples[0]) == 20).sum() for c in (weighed, plain))
    assert many > few
    with pytest.raises(ConfigError, match="class_weight: 7 is not a class of y"):
        MotifClassifier(graph, **options, class_weight={7: 2.0}).fit(samples[0], numbers)


def test_random_states_are_those_of_scikit_learn(graph: Graph, samples: tuple[Any, Any]) -> None:
    def held(state: Any) -> list[int]:
        classifier = MotifClassifier(graph, model="majority", random_state=state)
        return list(classifier.fit(*samples).run_.split.val)

    assert held(1) == held(np.int64(1)) != held(2)
    assert held(np.random.RandomState(0)) == held(np.random.RandomState(0))
    assert held(None)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"graph": None}, ConfigError, r"graph: expected a motifcnn.Graph, got None"),
        ({"validation": 1.0}, ConfigError, "validation must be a share between 0 and 1, got 1.0"),
        ({"target": "papre"}, GraphError, 'target: unknown node type .*did you mean "paper"'),
        ({"target": "venue"}, GraphError, "not the id of a node of type venue"),
        ({"model": "gnc"}, MotifCNNError, "unknown method 'gnc'"),
    ],
)
def test_parameters_are_checked_by_fit(
    graph: Graph, samples: tuple[Any, Any], options: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        MotifClassifier(**{"graph": graph} | options).fit(*samples)


def test_one_node_is_too_few_and_none_is_predicted_before_fit(
    graph: Graph, samples: tuple[Any, Any]
) -> None:
    with pytest.raises(GraphError, match="1 sample is too few"):
        MotifClassifier(graph).fit(samples[0][:1], samples[1][:1])
    with pytest.raises(NotFittedError):
        MotifClassifier(graph).predict(samples[0])
