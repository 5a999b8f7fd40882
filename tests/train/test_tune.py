"""Tuning: a search within a stated number of fits, by validation alone."""

from __future__ import annotations

import builtins
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels
from motifcnn.methods import MethodError, NotApplicable, get_method, methods
from motifcnn.nn.settings import ConfigError
from motifcnn.train import fit, random_split
from motifcnn.train.tune import Trial, TuningError, tune
from tests.small_graphs import MOTIFS, bibliography
from tests.train.tiny_methods import TinyNetwork

GRAPH = bibliography(papers=80)
SPLIT = random_split(GRAPH, fractions=(0.3, 0.3, 0.4), seed=0)
SPACE = {"learning_rate": (0.001, 0.01, 0.1), "hidden": ((4,), (16,), (32,))}
HELD = {"epochs": 5}
OPTIONS: dict[str, Any] = {
    "model": "tiny-network",
    "split": SPLIT,
    "trials": 5,
    "space": SPACE,
    "settings": HELD,
}


def search(graph: Graph = GRAPH, **options: Any) -> Any:
    return tune(graph, **OPTIONS | options)


def test_the_length_of_paths_is_tuned_only_where_no_motifs_are_named() -> None:
    graph = bibliography()
    options = {"split": (0.4, 0.2, 0.4), "trials": 1, "epochs": 1}
    assert "path_nodes" in tune(graph, model="wide-motif", **options).settings
    assert "path_nodes" not in tune(graph, MOTIFS, model="wide-motif", **options).settings


def test_a_trial_is_one_fit_without_a_choice_of_inputs() -> None:
    options = {"split": (0.4, 0.2, 0.4), "trials": 1, "epochs": 1}
    assert tune(bibliography(), **options).run.tried == ()


def test_the_first_trial_is_the_recipe_and_the_best_is_no_worse() -> None:
    tuned = search()
    recipe = fit(GRAPH, model="tiny-network", split=SPLIT, settings=HELD)
    own = TinyNetwork.settings.to_json()
    assert {name: tuned.trials[0].to_json()["settings"][name] for name in SPACE} == {
        name: own[name] for name in SPACE
    }
    assert (tuned.trials[0].micro_f1, tuned.trials[0].macro_f1) == (
        recipe.validation.micro_f1,
        recipe.validation.macro_f1,
    )
    assert max(trial.value for trial in tuned.trials) == pytest.approx(
        (tuned.run.validation.micro_f1 + tuned.run.validation.macro_f1) / 2
    )


def test_without_a_space_that_of_the_method_is_searched() -> None:
    tuned = search(space=None, trials=2)
    assert set(tuned.trials[0].settings) == set(TinyNetwork.search_space)


@pytest.mark.parametrize("model", methods())
def test_every_space_is_made_of_settings_of_its_method(model: str) -> None:
    method = get_method(model)
    for name, values in method.space(None, motifs_named=False).items():
        for value in values:
            assert getattr(method.configured(None, {name: value}), name) == value


def test_the_settings_give_the_run_again() -> None:
    tuned = search()
    again = fit(GRAPH, model="tiny-network", split=SPLIT, settings=tuned.settings)
    assert again.validation == tuned.run.validation
    assert again.test == tuned.run.test


def test_no_settings_are_fitted_twice_and_a_small_space_ends_the_search() -> None:
    tuned = search(trials=50, space={"learning_rate": (0.02, 0.001, 0.1)})
    tried = [trial.settings["learning_rate"] for trial in tuned.trials]
    assert sorted(tried) == [0.001, 0.02, 0.1]


def test_lists_of_values_are_those_of_tuples() -> None:
    tuned = search(trials=9, space={"hidden": [[8], [4], [4]]})
    assert [trial.settings["hidden"] for trial in tuned.trials] == [(8,), (4,)]


def test_the_same_seed_searches_alike() -> None:
    one, two = search(), search()
    assert [t.settings for t in one.trials] == [t.settings for t in two.trials]


def test_test_labels_decide_nothing() -> None:
    labels = GRAPH.labels["paper"]
    y = np.array(labels.y)
    y[SPLIT.test] = np.random.default_rng(1).permutation(y[SPLIT.test])
    assert not np.array_equal(y, labels.y)
    other = replace(GRAPH, labels={"paper": Labels(labels.nodes, y, labels.classes)})
    one, two = search(), search(other)
    assert [(t.settings, t.value) for t in one.trials] == [
        (t.settings, t.value) for t in two.trials
    ]
    assert one.settings == two.settings
    for name, weight in one.run.weights.items():
        assert np.array_equal(weight, two.run.weights[name])


def test_a_search_goes_on_from_known_trials_as_if_it_had_not_stopped() -> None:
    whole = search()
    fitted: list[Trial] = []
    stored = [Trial(**trial.to_json()) for trial in whole.trials[:3]]
    rest = search(known=stored, on_trial=fitted.append)
    assert [t.to_json()["settings"] for t in rest.trials] == [
        t.to_json()["settings"] for t in whole.trials
    ]
    assert [t.value for t in rest.trials] == [t.value for t in whole.trials]
    assert rest.run.test == whole.run.test
    assert [trial.seconds for trial in fitted[:3]] == [trial.seconds for trial in stored]


def test_settings_that_are_given_are_not_tuned() -> None:
    tuned = search(settings=HELD | {"learning_rate": 0.02}, trials=3)
    assert all("learning_rate" not in trial.settings for trial in tuned.trials)
    assert tuned.settings["learning_rate"] == tuned.run.settings.learning_rate == 0.02


def test_a_trial_that_fails_has_a_reason_and_the_search_goes_on() -> None:
    tuned = search(space={"dropout": (0.5, 2.0, 0.1)}, trials=4)
    failed = [trial for trial in tuned.trials if trial.micro_f1 is None]
    assert [trial.settings["dropout"] for trial in failed] == [2.0]
    assert "dropout: input should be less than 1" in failed[0].reason
    assert failed[0].value < min(t.value for t in tuned.trials if t not in failed)
    table = tuned.table()
    assert len(table) == 4  # the recipe's 0.2, and the three of the space
    assert list(table.columns) == ["dropout", "micro_f1", "macro_f1", "seconds", "reason"]


def test_where_every_trial_fails_the_first_reason_is_raised() -> None:
    class Broken(TinyNetwork):
        def build(self, problem: Any) -> Any:
            raise ConfigError("it cannot be built")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TinyNetwork, "build", Broken.build)
        with pytest.raises(ConfigError, match="it cannot be built"):
            search(trials=2)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(ConfigError, match="trials must be at least 1, got 0"):
        search(trials=0)
    for values in ((0.1,), ()):
        with pytest.raises(ConfigError, match=r"space: no setting 'learning_rat'; did you mean"):
            search(space={"learning_rat": values})
    with pytest.raises(ConfigError, match="tiny-network: no setting 'filters'"):
        search(settings={"filters": (3,)})
    with pytest.raises(MethodError, match="unknown method 'tiny-netwrk'"):
        search(model="tiny-netwrk")


def test_a_method_that_is_not_applicable_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TinyNetwork, "multi_label", False)
    with pytest.raises(NotApplicable, match="multi-label"):
        search(bibliography(papers=80, multi_label=True))


def test_without_optuna_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "optuna":
            raise ModuleNotFoundError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(TuningError, match=r"motifcnn\[tune\]"):
        search()
    assert len(search(trials=1).trials) == 1  # the recipe alone needs no search


def test_a_checkpoint_of_one_fit_is_refused() -> None:
    with pytest.raises(ConfigError, match="checkpoint: a checkpoint belongs to one fit"):
        search(checkpoint="state")
