"""The optimiser that the settings name, and its learning rate as training goes on."""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from motifcnn.nn.settings import Settings
from motifcnn.train.stopping import Epoch


class _Light(torch.optim.Optimizer):
    """Methods of torch's optimisers without the wrappers that load torch's compiler: more than a second for nothing used here."""

    add_param_group = inspect.unwrap(torch.optim.Optimizer.add_param_group)
    zero_grad = inspect.unwrap(torch.optim.Optimizer.zero_grad)
    state_dict = inspect.unwrap(torch.optim.Optimizer.state_dict)
    load_state_dict = inspect.unwrap(torch.optim.Optimizer.load_state_dict)

    @torch.no_grad()
    def step(self, closure: Any = None) -> Any:
        """One step by the gradients at hand."""
        own: Any = super()
        inspect.unwrap(own.step.__func__)(self)


class _Adam(_Light, torch.optim.Adam): ...


class _RMSprop(_Light, torch.optim.RMSprop): ...


class _Adagrad(_Light, torch.optim.Adagrad): ...


class _SGD(_Light, torch.optim.SGD): ...


def make_optimiser(module: nn.Module, config: Settings) -> torch.optim.Optimizer:
    """An optimiser over the module's weights; a module with `groups(weight_decay)` says itself which of them decay.

    Examples
    --------
    >>> isinstance(make_optimiser(nn.Linear(2, 2), Settings(optimiser="rmsprop")), torch.optim.RMSprop)
    True
    """
    groups: Any = getattr(module, "groups", lambda _: module.parameters())(config.weight_decay)
    rates: dict[str, Any] = {"lr": config.learning_rate, "weight_decay": config.weight_decay}
    if config.optimiser == "adam":
        return _Adam(groups, fused=True, **rates)
    if config.optimiser == "rmsprop":
        # The first step is the rate / sqrt(1 - alpha): torch's own alpha of 0.99 makes it ten times
        # too long for deep networks.
        return _RMSprop(groups, alpha=0.9, **rates)
    makers: dict[str, Any] = {"adagrad": _Adagrad, "sgd": _SGD}
    made: torch.optim.Optimizer = makers[config.optimiser](groups, **rates)
    return made


def rate_after(history: Sequence[Epoch], config: Settings) -> float:
    """Learning rate of the next epoch; a function of the epochs so far, so that a resumed run has the same.

    Examples
    --------
    >>> history = [Epoch(n, 1.0, loss, 0.5, 0.5, 0.0) for n, loss in enumerate((0.9, 0.8, 0.8, 0.85), start=1)]
    >>> rate_after(history, Settings(learning_rate=0.01, halve_after=2))
    0.005
    """
    rate, best, since = config.learning_rate, math.inf, 0
    if config.halve_after:
        for epoch in history:
            since = 0 if epoch.val_loss < best else since + 1
            best = min(best, epoch.val_loss)
            if since == config.halve_after:
                rate, since = rate / 2, 0
    return rate
