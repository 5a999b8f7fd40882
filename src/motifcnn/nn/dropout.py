"""Dropout that is a function of a seed and a place: quick on the CPU, and the same for any number of threads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from motifcnn.nn.buffers import empty


def dropout(x: torch.Tensor, share: float, seed: int) -> torch.Tensor:
    """Sets a share of the entries to 0 and scales the rest up.

    Examples
    --------
    >>> dropped = dropout(torch.ones(1000, 4), 0.5, seed=1)
    >>> sorted(dropped.unique().tolist())
    [0.0, 2.0]
    """
    if not share:
        return x
    if x.device.type != "cpu":
        return torch.nn.functional.dropout(x, share)
    result: torch.Tensor = _Dropout.apply(x, share, seed)  # type: ignore[no-untyped-call]
    return result


def drawing(share: float, seed: int) -> tuple[np.uint64, np.uint64, float]:
    """What kernels take: the hash below which an entry is left out, the seed, and the scale of the rest.

    Examples
    --------
    >>> limit, seed, scale = drawing(0.5, seed=1)
    >>> int(limit) == 2**31, int(seed), scale
    (True, 1, 2.0)
    """
    return np.uint64(math.floor(share * 2.0**32)), np.uint64(seed), 1.0 / (1.0 - share)


def next_seed() -> int:
    """A seed drawn from torch's own generator, so that a checkpoint of its state covers it."""
    return int(torch.randint(2**62, ()).item())


class _Dropout(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, share: float, seed: int) -> torch.Tensor:
        ctx.share, ctx.seed = share, seed
        return _dropped(x, share, seed)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        return dropout(gradients[0], ctx.share, ctx.seed), None, None


def _dropped(x: torch.Tensor, share: float, seed: int) -> torch.Tensor:
    from motifcnn.nn.kernels import dropout as kernel

    x = x.detach().contiguous()
    result = torch.empty_like(x)
    kernel(x.view(-1).numpy(), result.view(-1).numpy(), *drawing(share, seed))
    return result


def block_dropout(
    x: torch.Tensor, widths: Sequence[int], share: float, within: float = 0.0
) -> torch.Tensor:
    """Leaves out a share of the (row, block) pairs of constant columns, and of the entries in those that stay.

    What stays is scaled up. Blocks are `widths` columns wide.

    Examples
    --------
    >>> dropped = block_dropout(torch.ones(1000, 3), (1, 2), 0.5)
    >>> bool((dropped[:, 1] == dropped[:, 2]).all()), sorted(dropped.unique().tolist())
    (True, [0.0, 2.0])
    """
    if not share:
        return dropout(x, within, next_seed()) if within else x
    factors = (torch.rand(x.shape[0], len(widths), device=x.device) >= share).to(x.dtype) / (
        1 - share
    )
    seed = next_seed() if within else 0
    if x.device.type != "cpu":
        return dropout(
            x * factors.repeat_interleave(torch.tensor(widths, device=x.device), dim=1),
            within,
            seed,
        )
    from motifcnn.nn.kernels import dropout_blocks

    x = x.detach().contiguous()
    result = empty(tuple(x.shape), x.dtype)
    limit, seed_bits, scale = drawing(within, seed)
    dropout_blocks(
        x.numpy(), np.cumsum(widths), (factors * scale).numpy(), result.numpy(), limit, seed_bits
    )
    return result
