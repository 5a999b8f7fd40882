"""The optimiser that the settings name."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from motifcnn.methods.epoch import Epoch
from motifcnn.nn.settings import TrainSettings
from motifcnn.train.loop.optimiser import make_optimiser, rate_after


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("adam", torch.optim.Adam),
        ("rmsprop", torch.optim.RMSprop),
        ("adagrad", torch.optim.Adagrad),
        ("sgd", torch.optim.SGD),
    ],
)
def test_each_name_gives_its_optimiser_with_the_rates_of_the_settings(
    name: str, kind: type
) -> None:
    made = make_optimiser(
        nn.Linear(2, 3), TrainSettings(optimiser=name, learning_rate=0.2, weight_decay=0.1)
    )
    assert isinstance(made, kind)
    assert (made.param_groups[0]["lr"], made.param_groups[0]["weight_decay"]) == (0.2, 0.1)


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
    rates = [
        rate_after(history[:n], TrainSettings(learning_rate=0.4, halve_after=2)) for n in range(9)
    ]
    assert rates == [0.4, 0.4, 0.4, 0.4, 0.2, 0.2, 0.2, 0.2, 0.1]
    assert rate_after(history, TrainSettings(learning_rate=0.4)) == 0.4
