"""Several fits of which validation keeps one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from motifcnn.graph import from_scipy
from motifcnn.methods import get_method, motif_cnn
from motifcnn.methods.motif_cnn_settings import (
    COARSE,
    COARSE_ROWS,
    COARSE_TWICE,
    COARSE_WORDS,
    FINE,
    FINE_ROWS,
    FINE_TWICE,
    FINE_WORDS,
    ROWS,
    WORDS,
    WORDS_TWICE,
    WORDS_TWICE_DECAYED,
)
from motifcnn.nn.settings import ConfigError
from motifcnn.train import fit, load_run
from motifcnn.train.candidates import AUTO, best_of
from small_graphs import bibliography

SPLIT = (0.4, 0.3, 0.3)


def test_the_best_on_validation_is_kept_and_all_are_told() -> None:
    runs = {name: fit(bibliography(), model=name, split=SPLIT) for name in ("majority", "mlp")}
    kept = best_of({name: lambda run=run: run for name, run in runs.items()})
    assert kept.validation == max((run.validation for run in runs.values()), key=mean_f1)
    assert [one.name for one in kept.tried] == ["majority", "mlp"]
    assert [one.kept for one in kept.tried] == [one.name == kept.model for one in kept.tried]
    assert kept.seconds["train"] == sum(run.seconds["train"] for run in runs.values())


def test_a_candidate_that_fails_is_left_out_with_its_reason() -> None:
    def fails() -> None:
        raise ConfigError("not this one")

    run = fit(bibliography(), model="majority", split=SPLIT)
    kept = best_of({"broken": fails, "majority": lambda: run})
    assert kept.tried[0].reason == "ConfigError: not this one"
    assert kept.tried[1].kept
    with pytest.raises(ConfigError, match="not this one"):
        best_of({"broken": fails})


def test_no_fit_begins_after_the_time_is_over() -> None:
    run = fit(bibliography(), model="majority", split=SPLIT)
    kept = best_of({"first": lambda: run, "second": lambda: run}, seconds=0.0)
    assert [one.reason for one in kept.tried] == ["", "not tried: 0 seconds were over"]


def test_default_chooses_its_inputs_on_validation_and_says_so(tmp_path: Path) -> None:
    run = fit(bibliography(), split=SPLIT, epochs=3)
    assert [one.name for one in run.tried] == [COARSE, COARSE_WORDS, COARSE_TWICE]
    best = max(run.tried, key=lambda one: one.micro_f1 + one.macro_f1)
    assert [one.name for one in run.tried if one.kept] == [best.name]
    assert not run.settings.choose
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    assert loaded.tried == run.tried
    assert loaded.predict(bibliography()).equals(run.predict())


def test_graphs_without_features_try_learned_rows_beside_structure_and_alone() -> None:
    run = fit(replace(bibliography(), features={}), split=SPLIT, epochs=2)
    assert [one.name for one in run.tried] == [
        FINE,
        COARSE_TWICE,
        FINE_TWICE,
        COARSE_ROWS,
        FINE_ROWS,
        ROWS,
    ]


def test_graphs_whose_nodes_all_have_words_try_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    words, links = np.eye(6), sparse.csr_array(np.eye(6, k=1, dtype=np.int64))
    graph = from_scipy({("paper", "cites", "paper"): links}, features={"paper": words})
    method = get_method("motif-cnn")
    found = method.candidates(graph, "paper", method.preset("default"), ())
    structure, twice = [COARSE, COARSE_WORDS, FINE_WORDS], [WORDS_TWICE, WORDS_TWICE_DECAYED]
    assert list(found) == [*structure, *twice, WORDS]
    monkeypatch.setattr(motif_cnn, "_WORD_ENTRIES", 10)  # products do not fit
    found = method.candidates(graph, "paper", method.preset("default"), ())
    assert list(found) == [*structure, *twice]


def test_graphs_of_many_links_try_one_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motif_cnn, "_TWO_LAYER_LINKS", 3)
    method = get_method("motif-cnn")
    found = method.candidates(bibliography(), "paper", method.preset("default"), ())
    assert list(found) == [COARSE, COARSE_WORDS, FINE_WORDS]


def test_what_the_user_or_an_ablation_fixes_is_the_same_in_every_candidate() -> None:
    method, ablation = get_method("motif-cnn"), get_method("motif-cnn-a")
    given = {"weight_decay": 0.5, "bias": False}
    for changes in method.candidates(
        bibliography(), "paper", method.configured(None, given), given
    ).values():
        assert not set(given) & set(changes)
    found = ablation.candidates(bibliography(), "paper", ablation.preset(None), ())
    assert COARSE_TWICE in found
    assert not any(set(ablation.fixed) & set(changes) for changes in found.values())


def test_candidates_that_contradict_the_user_are_left_out() -> None:
    method = get_method("motif-cnn")
    given = {"labels": True}  # for one layer
    found = method.candidates(bibliography(), "paper", method.configured(None, given), given)
    assert list(found) == [COARSE, COARSE_WORDS]


def test_inputs_that_the_user_names_are_not_chosen() -> None:
    run = fit(bibliography(), split=SPLIT, epochs=2, settings={"structure": 8})
    assert run.tried == ()
    assert run.settings.structure == 8


def test_a_checkpoint_of_each_candidate_goes_on(tmp_path: Path) -> None:
    first = fit(bibliography(), split=SPLIT, epochs=3, checkpoint=tmp_path)
    again = fit(bibliography(), split=SPLIT, epochs=3, checkpoint=tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    np.testing.assert_array_equal(first.probabilities, again.probabilities)


def test_auto_tries_four_models_with_their_own_recipes() -> None:
    run = fit(bibliography(), model="auto", split=SPLIT)
    assert [one.name for one in run.tried] == list(AUTO)
    assert run.model == next(one.name for one in run.tried if one.kept)


@pytest.mark.parametrize(
    "options",
    [{"preset": "asonam"}, {"settings": {"dropout": 0.1}}, {"epochs": 3}, {"batch_size": 8}],
)
def test_auto_refuses_what_belongs_to_one_model(options: dict) -> None:
    with pytest.raises(ConfigError, match="model='auto' tries motif-cnn"):
        fit(bibliography(), model="auto", split=SPLIT, **options)


def mean_f1(scores: object) -> float:
    return scores.mean_f1  # type: ignore[attr-defined]
