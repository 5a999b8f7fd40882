"""Numbers that are not finite stop training, with the epoch and the remedy."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from motifcnn.errors import StoreError
from motifcnn.graph import Graph, Split
from motifcnn.methods.epoch import Epoch
from motifcnn.methods.finite import (
    TrainingError,
    require_finite_epoch,
    require_finite_probabilities,
)
from motifcnn.train.fit import fit
from motifcnn.train.run.store import load_run
from tests.small_graphs import bibliography

FINITE = Epoch(1, 1.0, 0.9, 0.5, 0.5, 0.0)


def scaled(factor: float) -> Graph:
    graph = bibliography()
    return dataclasses.replace(graph, features={"paper": graph.features["paper"] * factor})


@pytest.mark.parametrize(
    ("model", "quantity"),
    [
        ("motif-cnn", "the weights .* are not finite"),
        ("gcn", "the weights first are not finite"),
        ("cln", "the loss on validation is nan"),
        ("metapath2vec", "the training loss is nan"),
        ("planetoid-t", "a step of the optimiser is past the range of float32"),
    ],
)
def test_a_learning_rate_that_leaves_float32_is_an_error_at_its_epoch(
    model: str, quantity: str
) -> None:
    graph = bibliography(60)
    expected = rf"epoch 1: {quantity}.*\. Lower learning_rate, or scale the features"
    with pytest.raises(TrainingError, match=expected) as caught:
        fit(graph, model=model, settings={"learning_rate": 1e38}, device="cpu")
    assert (caught.value.epoch, caught.value.history) == (1, ())


@pytest.mark.parametrize("model", ["graph-cnn", "cln"])
def test_features_that_leave_float32_are_an_error(model: str) -> None:
    with pytest.raises(TrainingError, match=r"epoch 1: the training loss is nan"):
        fit(scaled(3e38), model=model, device="cpu")


def test_the_error_names_the_epoch_and_keeps_the_best_one_before(tmp_path: Path) -> None:
    """Weights of 0.05 grow by a factor of about 1e9 with each step, and leave float32 later."""
    options = {"model": "logistic", "device": "cpu", "epochs": 60}
    rate = {"learning_rate": 1e9, "optimiser": "sgd", "weight_decay": 1.0}
    with pytest.raises(TrainingError) as caught:
        fit(bibliography(), settings=rate, checkpoint=tmp_path, checkpoint_every=1, **options)
    error = caught.value
    assert error.epoch == len(error.history) + 1 > 2
    assert f"The best of the {error.epoch - 1} epochs before is kept" in str(error)
    assert all(np.isfinite(values).all() for values in error.weights.values())
    assert (tmp_path / f"epoch-{error.epoch - 1:06d}" / "history.json").is_file()
    before = fit(bibliography(), settings=rate, **options | {"epochs": error.epoch - 1})
    assert [e.val_loss for e in before.history] == [e.val_loss for e in error.history]
    for name, values in before.weights.items():
        np.testing.assert_array_equal(error.weights[name], values)


def test_finite_epochs_pass_and_either_loss_is_looked_at() -> None:
    require_finite_epoch(FINITE, [])
    for name in ("loss", "val_loss"):
        for value in (np.inf, np.nan):
            with pytest.raises(TrainingError, match=f"is {value}"):
                require_finite_epoch(dataclasses.replace(FINITE, **{name: value}), [])


def test_one_node_without_finite_scores_is_named() -> None:
    found = np.full((4, 2), 0.5)
    require_finite_probabilities(found, np.array([7, 8, 9, 10]), [FINITE], {})
    found[2, 0] = np.nan
    with pytest.raises(TrainingError, match=r"epoch 1: the scores of 1 of 4 nodes .* node 9"):
        require_finite_probabilities(found, np.array([7, 8, 9, 10]), [FINITE], {})


def strict(path: Path) -> object:
    def refused(name: str) -> None:
        raise AssertionError(f"{path} holds {name}")

    return json.loads(path.read_text(), parse_constant=refused)


def test_what_a_run_stores_is_json_and_nan_is_refused(tmp_path: Path) -> None:
    graph = bibliography(60)
    split = Split("paper", np.arange(30), np.arange(30, 60), np.empty(0, np.int64))
    run = fit(graph, model="majority", split=split)
    assert np.isnan(run.test.micro_f1), "there are no test nodes"
    run.save(tmp_path / "run")
    for path in (tmp_path / "run").glob("*.json"):
        strict(path)
    assert np.isnan(load_run(tmp_path / "run").test.micro_f1)
    bad = dataclasses.replace(run, history=(dataclasses.replace(FINITE, loss=np.nan),))
    with pytest.raises(StoreError, match=r"history\.json: a number in it is not finite"):
        bad.save(tmp_path / "bad")
    assert not (tmp_path / "bad").exists()
