"""The optimiser that the settings name, and its learning rate as training goes on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from motifcnn.methods.epoch import Epoch
from motifcnn.nn.settings import TrainSettings


def make_optimiser(module: nn.Module, settings: TrainSettings) -> torch.optim.Optimizer:
    """An optimiser over the module's weights.

    A module with a method `groups(weight_decay)` says itself which of them decay.

    Examples
    --------
    >>> make_optimiser(nn.Linear(2, 2), TrainSettings(optimiser="sgd")).defaults["lr"]
    0.01
    """
    groups: Any = getattr(module, "groups", lambda _: module.parameters())(settings.weight_decay)
    rates: dict[str, Any] = {"lr": settings.learning_rate, "weight_decay": settings.weight_decay}
    if settings.optimiser == "adam":
        return torch.optim.Adam(groups, fused=True, **rates)
    if settings.optimiser == "rmsprop":
        # The first step is rate / sqrt(1 - alpha). With torch's alpha of 0.99 it is ten times the
        # rate, too long for deep networks.
        return torch.optim.RMSprop(groups, alpha=0.9, **rates)
    if settings.optimiser == "adagrad":
        return torch.optim.Adagrad(groups, **rates)
    return torch.optim.SGD(groups, **rates)


def rate_after(history: Sequence[Epoch], settings: TrainSettings) -> float:
    """Learning rate of the next epoch, from the epochs so far: a resumed run has the same.

    Examples
    --------
    >>> losses = (0.9, 0.8, 0.8, 0.85)
    >>> history = [Epoch(n, 1.0, loss, 0.5, 0.5, 0.0) for n, loss in enumerate(losses, start=1)]
    >>> rate_after(history, TrainSettings(learning_rate=0.01, halve_after=2))
    0.005
    """
    rate, best, since = settings.learning_rate, math.inf, 0
    if settings.halve_after:
        for epoch in history:
            since = 0 if epoch.val_loss < best else since + 1
            best = min(best, epoch.val_loss)
            if since == settings.halve_after:
                rate, since = rate / 2, 0
    return rate
