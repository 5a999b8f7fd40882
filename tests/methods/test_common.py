"""What every baseline promises, whatever it does inside."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.nn.settings import ConfigError, Settings, with_settings
from motifcnn.train import Run, fit, load_run, random_split
from motifcnn.train.models import BASELINES, NotApplicable, method
from tests.small_graphs import bibliography

pytestmark = pytest.mark.parametrize("model", list(BASELINES))

PAPERS = 120
# Settings with which a method is quick on a small graph: what is tested here does not depend on how
# long it learns.
QUICK: dict[str, dict[str, Any]] = {
    "planetoid-t": {"walks": 1, "label_pairs": 5},
    "planetoid-i": {"walks": 1, "label_pairs": 5},
    "lp-metagraph": {"max_nodes": 3},
    "metapath2vec": {"dimension": 16, "length": 20},
    "metapath2vec-attributes": {"dimension": 16, "length": 20},
}


def quick_fit(graph: Graph, model: str, split: Split | None = None, seed: int = 3) -> Run:
    split = split or random_split(graph, fractions=(0.4, 0.2, 0.4), seed=1)
    return fit(graph, model=model, split=split, seed=seed, epochs=4, settings=QUICK.get(model))


@cache
def fitted(model: str, multi_label: bool = False) -> Run:
    return quick_fit(bibliography(multi_label=multi_label), model)


def changed(graph: Graph, **parts: Any) -> Graph:
    kept = {
        "features": graph.features,
        "labels": graph.labels,
        "counts": graph.counts,
        "adjacency": graph.adjacency,
    }
    return Graph(graph.schema, **kept | parts)


def require_chances(run: Run, rows: int = PAPERS) -> None:
    """Every node of the target has a probability of every class."""
    assert run.probabilities.shape == (rows, 3)
    assert np.isfinite(run.probabilities).all()
    assert (run.probabilities >= 0).all()
    if not run.multi_label:
        np.testing.assert_allclose(run.probabilities.sum(axis=1), 1, rtol=1e-5)


def same_bits(one: Run, two: Run) -> bool:
    same = one.weights.keys() == two.weights.keys() and all(
        np.array_equal(one.weights[k], two.weights[k]) for k in one.weights
    )
    return (
        same
        and np.array_equal(one.probabilities, two.probabilities)
        and one.threshold == two.threshold
    )


def kinds_of_labels(model: str) -> tuple[bool, ...]:
    return (False, True) if method(model).multi_label else (False,)


def test_it_fits_one_class_per_node(model: str) -> None:
    run = fitted(model)
    require_chances(run)
    assert run.model == model
    assert run.test.nodes == len(run.split.test)
    assert run.test_at_half is None
    assert list(run.predict().columns) == ["node", "name", "predicted", "p(db)", "p(ml)", "p(ir)"]
    assert set(run.predict().predicted) <= {"db", "ml", "ir"}


def test_it_fits_several_classes_per_node_or_says_that_it_cannot(model: str) -> None:
    if method(model).multi_label:
        run = fitted(model, True)
        require_chances(run)
        assert run.multi_label
        assert run.test_at_half is not None
    else:
        with pytest.raises(
            NotApplicable, match=f"^{model} gives every node one class.*multi-label"
        ):
            fitted(model, True)


def test_the_same_seed_gives_the_same_bits(model: str) -> None:
    for multi_label in kinds_of_labels(model):
        assert same_bits(
            quick_fit(bibliography(multi_label=multi_label), model), fitted(model, multi_label)
        )


def test_test_labels_change_nothing(model: str) -> None:
    for multi_label in kinds_of_labels(model):
        run = fitted(model, multi_label)
        graph = bibliography(multi_label=multi_label)
        labels, rows = graph.labels["paper"], run.split.test
        y = labels.y.copy()
        y[rows] = y[np.random.default_rng(1).permutation(rows)]
        assert not np.array_equal(y, labels.y)
        other = changed(graph, labels={"paper": Labels(labels.nodes, y, labels.classes)})
        assert same_bits(quick_fit(other, model), run)


def test_isolated_nodes_get_a_prediction(model: str) -> None:
    graph = bibliography()
    links = {key: matrix.toarray() for key, matrix in graph.adjacency.items()}
    for matrix in links.values():
        matrix[::7] = False
    links["paper", "by", "author"][:, ::5] = False
    require_chances(quick_fit(changed(graph, adjacency=links), model))


def test_a_class_may_be_absent_from_the_training_nodes(model: str) -> None:
    for multi_label in kinds_of_labels(model):
        graph = bibliography(multi_label=multi_label)
        y = graph.labels["paper"].y
        without = np.flatnonzero(~y[:, 2] if multi_label else y != 2)
        rest = np.setdiff1d(np.arange(PAPERS), without[:30])
        require_chances(
            quick_fit(graph, model, Split("paper", without[:30], rest[::2], rest[1::2]))
        )


def test_the_target_type_may_have_no_features(model: str) -> None:
    graph = bibliography()
    rng = np.random.default_rng(0)
    require_chances(
        quick_fit(changed(graph, features={"author": rng.random((60, 4), dtype=np.float32)}), model)
    )


def test_no_type_need_have_features(model: str) -> None:
    require_chances(quick_fit(changed(bibliography(), features={}), model))


def test_a_bad_setting_is_refused_by_name(model: str) -> None:
    config = method(model).config
    hints = get_type_hints(type(config))
    own = [
        field.name
        for field in fields(config)
        if field.name not in {field.name for field in fields(Settings)}
    ]
    for name in [*own, "learning_rate", "epochs"]:
        if hints[name] is not bool:
            wrong = ("none such",) if get_origin(hints[name]) is tuple else "none such"
            with pytest.raises(ConfigError, match=f"^{name} "):
                with_settings(config, {name: wrong})
        if hints[name] is int:
            with pytest.raises(ConfigError, match=f"^{name} "):
                with_settings(config, {name: -1})
    with pytest.raises(ConfigError, match=r"unknown setting 'learning_rat'.*learning_rate"):
        fit(bibliography(), model=model, settings={"learning_rat": 0.1})


def test_the_search_space_holds_settings_that_the_method_has_and_accepts(model: str) -> None:
    for name, values in method(model).space.items():
        for value in values:
            assert getattr(with_settings(method(model).config, {name: value}), name) == value


def test_a_run_is_saved_and_loaded_as_plain_arrays_and_json(model: str, tmp_path: Path) -> None:
    run, graph = fitted(model), bibliography()
    run.save(tmp_path / "run")
    assert {path.suffix for path in (tmp_path / "run").rglob("*") if path.is_file()} <= {
        ".json",
        ".safetensors",
    }
    loaded = load_run(tmp_path / "run")
    assert loaded.config == run.config
    assert loaded.predict().equals(run.predict())
    again = loaded.predict(graph)
    np.testing.assert_allclose(
        again.iloc[:, 3:].to_numpy(), run.probabilities, rtol=1e-4, atol=1e-6
    )


def test_another_graph_is_predicted_or_refused_with_a_reason(model: str) -> None:
    other = bibliography(90, seed=5)
    if method(model).transductive:
        with pytest.raises(GraphError, match=r"training\s+graph"):
            fitted(model).predict(other)
    else:
        predicted = fitted(model).predict(other)
        assert len(predicted) == 90
        assert np.isfinite(predicted.iloc[:, 3:].to_numpy(np.float64)).all()
