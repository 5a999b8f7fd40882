from __future__ import annotations

from dataclasses import replace

from motifcnn.experiments.definitions import experiment
from motifcnn.experiments.experiment import Row
from motifcnn.experiments.inputs import INPUT_CHOICES
from motifcnn.experiments.terms import terms
from motifcnn.methods.motif_cnn_settings import CANDIDATES


def test_inputs_of_the_table_and_rows_that_differ_are_stated() -> None:
    text = terms(experiment("table-hetero"))
    assert "the same for every method (given features, rows normalised; one-hot elsewhere" in text
    assert "boosting: project=128, featureless=none" in text
    assert "boosting" not in terms(experiment("table-inputs"))


def test_inputs_to_choose_from_are_stated_with_the_candidates_of_the_default() -> None:
    arena = experiment("arena")
    for name, inputs in INPUT_CHOICES.items():
        listed = ", ".join(f"{key}={value}" for key, value in inputs.items())
        assert f"{name} ({listed})" in terms(arena)
    assert "default has the candidates of its recipe instead" in terms(arena)
    assert ", ".join(CANDIDATES) in terms(arena)
    own = replace(arena, rows=(Row("gcn", "gcn", own_inputs=True),))
    assert terms(own).endswith(". gcn has the inputs of its recipe.")


def test_inputs_of_ones_own_are_listed() -> None:
    rows = (Row("mlp", "mlp", settings={"hidden": [8]}),)
    mine = replace(experiment("table-inputs"), inputs={"project": 3}, rows=rows)
    assert terms(mine).endswith("Inputs: the same for every method (project=3).")


def test_tuning_is_stated_with_its_split_and_what_is_left_alone() -> None:
    text = terms(experiment("table-hetero"))
    assert text.startswith("Splits: 10. Settings: every method is tuned once per graph, 8 fits")
    assert "seed 100" in text
    assert "not tuned: code" in text
    assert "the official training nodes" not in text
    tuned = {"trials": 5, "choices": {}}
    assert "on the official training nodes" in terms(replace(experiment("hgb"), **tuned))
    both = replace(experiment("arena"), **tuned)  # graphs of both kinds
    assert "(seed 100) or the official training nodes" in terms(both)


def test_what_rows_change_about_their_recipes_is_stated() -> None:
    text = terms(experiment("convergence"))
    assert "recipe but for optimiser=adam, learning_rate=0.01" in text
    assert text.count("epochs=100") == 1
    assert "; gcn: input_dropout=0.5, dropout=0.5, hidden=(64,)" in text
    assert "own recipe. Inputs" in terms(experiment("time-per-epoch"))
