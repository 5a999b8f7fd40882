"""The optimiser that the settings name."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from motifcnn.nn.settings import Settings


def make_optimiser(module: nn.Module, config: Settings) -> torch.optim.Optimizer:
    """An optimiser over the module's weights; a module with `groups(weight_decay)` says itself which of them decay.

    Examples
    --------
    >>> type(make_optimiser(nn.Linear(2, 2), Settings(optimiser="rmsprop"))).__name__
    'RMSprop'
    """
    groups: Any = getattr(module, "groups", lambda _: module.parameters())(config.weight_decay)
    rates: dict[str, Any] = {"lr": config.learning_rate, "weight_decay": config.weight_decay}
    if config.optimiser == "adam":
        return torch.optim.Adam(groups, fused=True, **rates)
    makers: dict[str, Any] = {"rmsprop": torch.optim.RMSprop, "adagrad": torch.optim.Adagrad, "sgd": torch.optim.SGD}
    made: torch.optim.Optimizer = makers[config.optimiser](groups, **rates)
    return made
