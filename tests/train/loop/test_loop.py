"""The training loop: steps, what is recorded, what is kept, and who is told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from motifcnn.errors import StoreError
from motifcnn.methods import Problem
from motifcnn.methods.epoch import Epoch
from motifcnn.methods.task import Task
from motifcnn.methods.validation import best_epoch
from motifcnn.nn.settings import Settings, TrainSettings
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.loop import (
    Trainer,
    load_weights,
    make_optimiser,
    predict_logits,
    rate_after,
    weights_of,
)
from motifcnn.train.loop.stopping import smoothed
from tests.small_graphs import bibliography
from tests.train.tiny_methods import RatesClassifier, TinyClassifier, TinySettings

CPU = torch.device("cpu")
GRAPH = bibliography()
Y = np.array(GRAPH.labels["paper"].y)
TRAIN, VAL = np.arange(0, 50), np.arange(50, 80)


class Followed:
    """A callback that remembers."""

    def __init__(self, fail_at: int = 0) -> None:
        self.heard: list[Any] = []
        self.fail_at = fail_at

    def start(self, epochs: int) -> None:
        self.heard.append(("start", epochs))

    def epoch(self, epoch: Epoch) -> None:
        self.heard.append(epoch.number)
        if epoch.number == self.fail_at:
            raise KeyboardInterrupt

    def end(self) -> None:
        self.heard.append("end")


def trainer(
    batching: Batching | None = None, weights: np.ndarray | None = None, **settings: Any
) -> tuple[Trainer, TinySettings]:
    own = TinySettings(**{"learning_rate": 0.05, "epochs": 8, "dropout": 0.0} | settings)
    torch.manual_seed(0)
    classifier = TinyClassifier(Problem(GRAPH, "paper", (), 3, own))
    task = Task(TRAIN, VAL, Y[TRAIN], Y[VAL], 3, weights)
    return Trainer(classifier, task, CPU, batching), own


def loss_by_hand(made: Trainer, rows: np.ndarray, weights: np.ndarray | None = None) -> float:
    given = None if weights is None else torch.from_numpy(weights)
    with torch.no_grad():
        logits = made.module.eval()(made.classifier.x[torch.as_tensor(rows)])
        return float(functional.cross_entropy(logits, torch.as_tensor(Y[rows]), weight=given))


@pytest.mark.parametrize("weights", [None, np.array([1.0, 5.0, 0.1], np.float32)])
def test_an_epoch_records_the_loss_before_its_step_and_the_validation_after(
    weights: np.ndarray | None,
) -> None:
    made, settings = trainer(weights=weights, epochs=1)
    before = loss_by_hand(made, TRAIN, weights)
    (epoch,) = made.train(settings)
    assert epoch.number == 1
    assert epoch.loss == pytest.approx(before, rel=1e-5)
    assert epoch.val_loss == pytest.approx(loss_by_hand(made, VAL, weights), rel=1e-5)
    assert loss_by_hand(made, TRAIN, weights) < before


def test_a_step_is_that_of_the_optimiser_on_the_training_nodes() -> None:
    made, settings = trainer(epochs=3, optimiser="sgd")
    other, _ = trainer()
    optimiser = torch.optim.SGD(other.module.parameters(), lr=0.05)
    x, y = other.classifier.x[torch.as_tensor(TRAIN)], torch.as_tensor(Y[TRAIN])
    states = []
    for _ in range(3):
        optimiser.zero_grad()
        functional.cross_entropy(other.module(x), y).backward()
        optimiser.step()
        states.append([p.detach().clone() for p in other.module.parameters()])
    history = made.train(settings)
    kept = states[best_epoch(history, settings.select)]
    for one, two in zip(made.module.parameters(), kept, strict=True):
        torch.testing.assert_close(one, two)


@pytest.mark.parametrize("select", ["f1", "loss"])
def test_the_module_is_left_with_its_best_epoch(select: str) -> None:
    made, settings = trainer(learning_rate=0.3, epochs=25, window=25, select=select)
    history = made.train(settings)
    best = history[best_epoch(history, settings.select)]
    assert best.number < len(history)
    assert made.evaluate()[0] == pytest.approx(best.val_loss, rel=1e-6)


def test_training_stops_when_validation_says_so() -> None:
    made, settings = trainer(learning_rate=0.3, epochs=500, window=3, select="loss")
    history = made.train(settings)
    assert len(history) < 500
    means = smoothed([-epoch.val_loss for epoch in history])
    assert len(means) - 1 - means.index(max(means)) == 3


def test_the_loss_of_batches_is_the_mean_over_training_nodes() -> None:
    # Steps of almost no length: the loss of each batch is that of the same weights.
    made, settings = trainer(Batching(7, None, seed=0), epochs=1, learning_rate=1e-12)
    before = loss_by_hand(made, TRAIN)
    (epoch,) = made.train(settings)
    assert epoch.loss == pytest.approx(before, rel=1e-5)
    assert epoch.val_loss == pytest.approx(loss_by_hand(made, VAL), rel=1e-5)


def test_the_learning_rate_falls_as_the_settings_say() -> None:
    seen = []
    made, settings = trainer(epochs=12, window=12, learning_rate=0.3, halve_after=1)
    step = torch.optim.Adam.step

    def noted(self: torch.optim.Optimizer, *given: Any) -> Any:
        seen.append(self.param_groups[0]["lr"])
        return step(self, *given)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.optim.Adam, "step", noted)
        history = made.train(settings)
    rises = [
        two.val_loss >= min(e.val_loss for e in history[: i + 1])
        for i, two in enumerate(history[1:])
    ]
    assert any(rises)
    assert seen[0] == 0.3
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] < 0.3


def test_dropout_acts_in_steps_and_not_in_evaluation() -> None:
    made, _ = trainer(dropout=0.9)
    assert made.evaluate()[0] == made.evaluate()[0] == pytest.approx(loss_by_hand(made, VAL))
    assert not made.evaluate()[1].requires_grad


def test_callbacks_hear_of_every_epoch_and_of_the_end_also_when_training_fails() -> None:
    follower = Followed()
    made, settings = trainer(epochs=3)
    made.train(settings, callbacks=[follower])
    assert follower.heard == [("start", 3), 1, 2, 3, "end"]
    failing = Followed(fail_at=2)
    made, settings = trainer(epochs=3)
    with pytest.raises(KeyboardInterrupt):
        made.train(settings, callbacks=[failing])
    assert failing.heard == [("start", 3), 1, 2, "end"]


def test_a_classifier_that_fits_in_its_own_way_takes_no_steps() -> None:
    task = Task(TRAIN, VAL, Y[TRAIN], Y[VAL], 3)
    problem = Problem(GRAPH, "paper", (), 3, Settings())
    made = Trainer(RatesClassifier(problem), task, CPU)
    (epoch,) = made.train(Settings())
    rates = (np.bincount(Y[TRAIN]) + 1) / (len(TRAIN) + 3)
    assert epoch.val_loss == pytest.approx(-np.log(rates[Y[VAL]]).mean(), rel=1e-5)
    assert epoch.val_micro_f1 == pytest.approx((Y[VAL] == rates.argmax()).mean())


def test_predictions_are_made_in_evaluation_mode_without_gradients() -> None:
    made, _ = trainer(dropout=0.9)
    made.module.train()
    rows = np.array([7, 3])
    found = predict_logits(made.classifier, rows, CPU)
    assert not found.requires_grad
    assert not made.module.training
    torch.testing.assert_close(found, made.module(made.classifier.x[torch.as_tensor(rows)]))


KINDS: dict[str, tuple[type[torch.optim.Optimizer], dict[str, Any]]] = {
    "adam": (torch.optim.Adam, {"fused": True}),
    "rmsprop": (torch.optim.RMSprop, {"alpha": 0.9}),
    "adagrad": (torch.optim.Adagrad, {}),
    "sgd": (torch.optim.SGD, {}),
}


@pytest.mark.parametrize("name", list(KINDS))
def test_each_name_gives_its_optimiser_with_the_rates_of_the_settings(name: str) -> None:
    settings = TrainSettings(optimiser=name, learning_rate=0.2, weight_decay=0.1)
    made = make_optimiser(nn.Linear(2, 3), settings)
    assert type(made) is KINDS[name][0]
    assert (made.param_groups[0]["lr"], made.param_groups[0]["weight_decay"]) == (0.2, 0.1)


@pytest.mark.parametrize("name", list(KINDS))
def test_steps_are_those_of_torch(name: str) -> None:
    torch.manual_seed(0)
    ours, theirs = nn.Linear(3, 2), nn.Linear(3, 2)
    theirs.load_state_dict(ours.state_dict())
    settings = TrainSettings(optimiser=name, learning_rate=0.1, weight_decay=0.01)
    kind, options = KINDS[name]
    plain = kind(theirs.parameters(), lr=0.1, weight_decay=0.01, **options)
    x, made = torch.randn(5, 3), make_optimiser(ours, settings)
    for _ in range(3):
        for net, optimiser in ((ours, made), (theirs, plain)):
            optimiser.zero_grad()
            net(x).square().sum().backward()
            optimiser.step()
    assert torch.equal(ours.weight, theirs.weight)


def test_a_module_with_groups_says_which_weights_decay() -> None:
    class Net(nn.Linear):
        def groups(self, weight_decay: float) -> list[dict[str, object]]:
            return [
                {"params": [self.weight], "weight_decay": weight_decay},
                {"params": [self.bias], "weight_decay": 0.0},
            ]

    made = make_optimiser(Net(2, 2), TrainSettings(weight_decay=0.5))
    assert [group["weight_decay"] for group in made.param_groups] == [0.5, 0.0]


def test_the_rate_is_halved_whenever_the_validation_loss_has_not_fallen_for_long_enough() -> None:
    losses = [3.0, 2.0, 2.5, 2.5, 2.5, 1.0, 1.0, 1.0]
    history = [
        Epoch(number, 1.0, loss, 0.0, 0.0, 0.0) for number, loss in enumerate(losses, start=1)
    ]
    halved = TrainSettings(learning_rate=0.4, halve_after=2)
    rates = [rate_after(history[:n], halved) for n in range(9)]
    assert rates == [0.4, 0.4, 0.4, 0.4, 0.2, 0.2, 0.2, 0.2, 0.1]
    assert rate_after(history, TrainSettings(learning_rate=0.4)) == 0.4


def test_weights_of_another_network_are_refused_by_name() -> None:
    module = torch.nn.Linear(2, 3)
    weights = weights_of(module)
    load_weights(module, weights)
    with pytest.raises(
        StoreError, match=r"bias is missing, the network has \(3,\).*train it again"
    ):
        load_weights(module, {"weight": weights["weight"]})
    with pytest.raises(
        StoreError, match=r"members.0.bias is \(3,\), the network has no such array"
    ):
        load_weights(module, weights | {"members.0.bias": weights["bias"]})
    with pytest.raises(StoreError, match=r"weight is \(2, 3\), the network has \(3, 2\)"):
        load_weights(module, weights | {"weight": weights["weight"].T})


def test_weights_are_copies() -> None:
    module = torch.nn.Linear(2, 3)
    weights = weights_of(module)
    with torch.no_grad():
        module.weight.zero_()
    assert weights["weight"].any()
