"""What every registered method promises, whatever it does inside."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.methods import NotApplicable, Problem, get_method, methods
from motifcnn.methods.task import Task
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.train import Run, fit, load_run, random_split
from motifcnn.train.device import repeatable
from motifcnn.train.loop.loop import Trainer, predict_logits
from tests.small_graphs import bibliography

pytestmark = pytest.mark.parametrize("model", sorted(methods()))

PAPERS = 120
CPU = torch.device("cpu")
# Settings with which a method is quick on a small graph: what is tested here does not depend on how
# long it learns. A method takes those that it has.
QUICK: Mapping[str, Any] = {
    "epochs": 4,
    "rounds": 4,
    "walks": 1,
    "label_pairs": 5,
    "max_nodes": 3,
    "dimension": 16,
    "length": 20,
}


def quick_settings(model: str) -> dict[str, Any]:
    known = type(get_method(model).settings).model_fields
    return {name: value for name, value in QUICK.items() if name in known}


def quick_fit(graph: Graph, model: str, split: Split | None = None, seed: int = 3) -> Run:
    split = split or random_split(graph, fractions=(0.4, 0.2, 0.4), seed=1)
    return fit(graph, model=model, split=split, seed=seed, settings=quick_settings(model))


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


def require_probabilities(run: Run, rows: int = PAPERS) -> None:
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
    return (False, True) if get_method(model).multi_label else (False,)


def test_it_fits_one_class_per_node(model: str) -> None:
    run = fitted(model)
    require_probabilities(run)
    assert run.model == model
    assert run.test.nodes == len(run.split.test)
    assert run.test_at_half is None
    assert list(run.predict().columns) == ["node", "name", "predicted", "p(db)", "p(ml)", "p(ir)"]
    assert set(run.predict().predicted) <= {"db", "ml", "ir"}


def test_it_fits_several_classes_per_node_or_says_that_it_cannot(model: str) -> None:
    if get_method(model).multi_label:
        run = fitted(model, True)
        require_probabilities(run)
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


def test_what_is_kept_with_the_graph_changes_nothing(model: str) -> None:
    graph = bibliography()
    quick_fit(graph, model, seed=4)
    assert same_bits(quick_fit(graph, model), fitted(model))


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
    require_probabilities(quick_fit(changed(graph, adjacency=links), model))


def test_a_class_may_be_absent_from_the_training_nodes(model: str) -> None:
    for multi_label in kinds_of_labels(model):
        graph = bibliography(multi_label=multi_label)
        y = graph.labels["paper"].y
        without = np.flatnonzero(~y[:, 2] if multi_label else y != 2)
        rest = np.setdiff1d(np.arange(PAPERS), without[:30])
        require_probabilities(
            quick_fit(graph, model, Split("paper", without[:30], rest[::2], rest[1::2]))
        )


def test_the_target_type_may_have_no_features(model: str) -> None:
    graph = bibliography()
    rng = np.random.default_rng(0)
    require_probabilities(
        quick_fit(changed(graph, features={"author": rng.random((60, 4), dtype=np.float32)}), model)
    )


def test_no_type_need_have_features(model: str) -> None:
    require_probabilities(quick_fit(changed(bibliography(), features={}), model))


def test_every_setting_refuses_values_of_the_wrong_kind_by_name(model: str) -> None:
    settings = get_method(model).settings
    for name, value in settings:
        with pytest.raises(ConfigError, match=f"^{name}: "):
            settings.changed({name: {"none": "such"}})
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            with pytest.raises(ConfigError, match=f"^{name}: "):
                settings.changed({name: -1})


def test_an_unknown_setting_is_refused_with_the_closest_one(model: str) -> None:
    for name in type(get_method(model).settings).model_fields:
        with pytest.raises(ConfigError, match=rf'no setting .*did you mean "{name}"'):
            fit(bibliography(), model=model, settings={f"{name}x": 1})
    with pytest.raises(ConfigError, match="^" + model + ": no setting 'qqq'"):
        fit(bibliography(), model=model, settings={"qqq": 1})


def test_settings_survive_json(model: str) -> None:
    method = get_method(model)
    for settings in (method.settings, *method.presets.values()):
        assert method.settings.changed(json.loads(json.dumps(settings.to_json()))) == settings


def test_every_value_of_the_search_space_is_accepted(model: str) -> None:
    method = get_method(model)
    for preset in (None, *method.presets):
        for motifs_named in (False, True):
            for name, values in method.space(preset, motifs_named=motifs_named).items():
                for value in values:
                    assert getattr(method.preset(preset).changed({name: value}), name) == value


def test_every_setting_is_read(model: str) -> None:
    method, graph = get_method(model), bibliography()
    quick = quick_settings(model) | ({"window": 1} if hasattr(method.settings, "window") else {})
    settings, read = _recorded(method.settings.changed(quick))
    split = random_split(graph, fractions=(0.4, 0.2, 0.4), seed=1)
    y = graph.labels["paper"].y
    task = Task(split.train, split.val, y[split.train], y[split.val], 3)
    motifs = method.default_motifs(graph, "paper", settings)
    method.candidates(graph, "paper", settings, ())
    classifier = method.build(Problem(graph, "paper", motifs, 3, settings))
    Trainer(classifier, task, CPU).train(settings)
    assert set(type(settings).model_fields) - read == set()


def _recorded(settings: Settings) -> tuple[Settings, set[str]]:
    """The same settings, and a set to which the name of each one that is read is added."""
    read: set[str] = set()
    known = set(type(settings).model_fields)

    class Recorded(type(settings)):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name in known:
                read.add(name)
            return super().__getattribute__(name)

    copy = Recorded(**dict(settings))
    read.clear()
    return copy, read


def test_the_state_of_the_module_restores_predictions(model: str) -> None:
    run, graph = fitted(model), bibliography()
    with repeatable(99, CPU):  # another seed: nothing may come from how the module begins
        problem = Problem(graph, "paper", run.motifs, 3, run.settings, 99, run.inputs)
        classifier = get_method(model).build(problem)
    state = {name: torch.from_numpy(np.array(value)) for name, value in run.weights.items()}
    classifier.module.load_state_dict(state)
    found = torch.softmax(predict_logits(classifier, np.arange(PAPERS), CPU), dim=1)
    np.testing.assert_allclose(found, run.probabilities, rtol=1e-4, atol=1e-6)


def test_a_run_is_saved_and_loaded_as_plain_arrays_and_json(model: str, tmp_path: Path) -> None:
    run, graph = fitted(model), bibliography()
    run.save(tmp_path / "run")
    assert {path.suffix for path in (tmp_path / "run").rglob("*") if path.is_file()} <= {
        ".json",
        ".safetensors",
    }
    loaded = load_run(tmp_path / "run")
    assert loaded.settings == run.settings
    assert loaded.predict().equals(run.predict())
    again = loaded.predict(graph)
    np.testing.assert_allclose(
        again.iloc[:, 3:].to_numpy(), run.probabilities, rtol=1e-4, atol=1e-6
    )


def test_another_graph_is_predicted_or_refused_with_a_reason(model: str) -> None:
    other, run = bibliography(90, seed=5), fitted(model)
    if get_method(model).transductive:
        with pytest.raises(GraphError, match=r"training\s+graph"):
            run.predict(other)
    else:
        for graph in (other, bibliography(150, seed=5)):  # fewer nodes, and 30 new ones
            predicted = run.predict(graph)
            assert len(predicted) == graph.counts["paper"]
            assert np.isfinite(predicted.iloc[:, 3:].to_numpy(np.float64)).all()
