"""The optimiser that the settings name."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch
from motifcnn.train.optimiser import make_optimiser, rate_after
from motifcnn.train.stopping import Epoch
from torch import nn

from motifcnn.nn.settings import Settings


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
        nn.Linear(2, 3), Settings(optimiser=name, learning_rate=0.2, weight_decay=0.1)
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

    made = make_optimiser(Net(2, 2), Settings(weight_decay=0.5))
    assert [group["weight_decay"] for group in made.param_groups] == [0.5, 0.0]


def test_the_rate_is_halved_whenever_the_validation_loss_has_not_fallen_for_long_enough() -> None:
    losses = [3.0, 2.0, 2.5, 2.5, 2.5, 1.0, 1.0, 1.0]
    history = [
        Epoch(number, 1.0, loss, 0.0, 0.0, 0.0) for number, loss in enumerate(losses, start=1)
    ]
    rates = [rate_after(history[:n], Settings(learning_rate=0.4, halve_after=2)) for n in range(9)]
    assert rates == [0.4, 0.4, 0.4, 0.4, 0.2, 0.2, 0.2, 0.2, 0.1]
    assert rate_after(history, Settings(learning_rate=0.4)) == 0.4


@pytest.mark.parametrize("name", ["adam", "rmsprop", "adagrad", "sgd"])
def test_steps_are_those_of_torch(name: str) -> None:
    settings = Settings(optimiser=name, learning_rate=0.1, weight_decay=0.01)
    torch.manual_seed(0)
    ours, theirs = nn.Linear(3, 2), nn.Linear(3, 2)
    theirs.load_state_dict(ours.state_dict())
    made = make_optimiser(ours, settings)
    kind = type(made).__mro__[2]
    options = {
        key: value
        for key, value in made.defaults.items()
        if key in ("lr", "weight_decay", "alpha", "fused")
    }
    plain = kind(theirs.parameters(), **options)
    x = torch.randn(5, 3)
    for _ in range(3):
        for net, optimiser in ((ours, made), (theirs, plain)):
            optimiser.zero_grad()
            net(x).square().sum().backward()
            optimiser.step()
    assert torch.equal(ours.weight, theirs.weight)


def test_the_compiler_of_torch_is_not_loaded() -> None:
    code = """
import sys, torch
from motifcnn.nn.settings import Settings
from motifcnn.train.optimiser import make_optimiser
net = torch.nn.Linear(2, 2)
made = make_optimiser(net, Settings())
made.zero_grad()
net(torch.ones(1, 2)).sum().backward()
made.step()
made.load_state_dict(made.state_dict())
print("torch._dynamo" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
