"""The optimiser that the settings name."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn

from motifcnn.methods.epoch import Epoch
from motifcnn.nn.settings import TrainSettings
from motifcnn.train.loop.optimiser import make_optimiser, rate_after

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
    plain = kind(theirs.parameters(), lr=0.1, weight_decay=0.01, **options)  # type: ignore[call-arg]
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
