"""Glorot's uniform initialisation, for weights that multiply from the right."""

from __future__ import annotations

import torch
from torch import nn


def glorot(in_channels: int, out_channels: int) -> nn.Parameter:
    """A weight, (in_channels, out_channels), drawn from U(-b, b) with b = sqrt(6 / (in + out))."""
    weight = torch.empty(in_channels, out_channels)
    return nn.Parameter(nn.init.xavier_uniform_(weight) if in_channels else weight)
