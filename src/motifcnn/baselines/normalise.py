"""Batch normalisation, ReLU and dropout as one step, with its gradient.

The definition is ``dropout(relu(norm(x)), drop, seed)``, and that is what other devices than the
CPU compute. On the CPU, torch's normalisation of tall matrices goes down one column after the
other, and each of the three would read and write all of x.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn

from motifcnn.nn.buffers import empty
from motifcnn.nn.dropout import drawing, dropout

_BLOCKS = 64


def normalised(
    x: torch.Tensor, norm: nn.BatchNorm1d, drop: float = 0.0, seed: int = 0
) -> torch.Tensor:
    """The step, (n, d); as `norm` does, it takes the statistics of x while training, and keeps a running mean of them.

    Parameters
    ----------
    x : (n, d)
    norm : BatchNorm1d
        Whether it is in training decides for all.
    drop : float
        Share of the entries left out, the rest scaled up; 0 unless in training.

    Examples
    --------
    >>> normalised(torch.tensor([[1.0], [3.0]]), nn.BatchNorm1d(1).train()).round(decimals=3).tolist()
    [[0.0], [1.0]]
    """
    drop = drop if norm.training else 0.0
    if x.device.type != "cpu" or len(x) < 2:
        return dropout(torch.relu(norm(x)), drop, seed)
    if norm.training:
        mean, variance = _moments(x.detach())
        _keep(norm, mean, variance, len(x))
        result: torch.Tensor = _Normalised.apply(
            x, norm.weight, norm.bias, mean, variance, norm.eps, drop, seed
        )  # type: ignore[no-untyped-call]
        return result
    if torch.is_grad_enabled():
        return torch.relu(norm(x))
    assert norm.running_mean is not None and norm.running_var is not None
    factor, shift = _line(norm.weight, norm.bias, norm.running_mean, norm.running_var, norm.eps)
    return _rectified(x, factor, shift, 0.0, 0)


class _Normalised(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,
        x: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor,
        mean: torch.Tensor,
        variance: torch.Tensor,
        eps: float,
        drop: float,
        seed: int,
    ) -> torch.Tensor:
        x = x.detach().contiguous()
        out = _rectified(x, *_line(weight, bias, mean, variance, eps), drop, seed)
        ctx.eps, ctx.scale = eps, 1.0 / (1.0 - drop)
        ctx.save_for_backward(x, out, weight.detach(), mean, variance)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        kernels = _kernels()
        x, out, weight, mean, variance = ctx.saved_tensors
        gradient = gradients[0].detach().contiguous()
        parts = [part.numpy() for part in (x, out, gradient)]
        scale = x.numpy().dtype.type(ctx.scale)
        sums, products = (np.empty((_BLOCKS, x.shape[1])) for _ in range(2))
        kernels.rectify_sums(*parts, scale, _cuts(len(x)), sums, products)
        one, inverse = torch.from_numpy(sums.sum(axis=0)), 1.0 / torch.sqrt(variance + ctx.eps)
        # Of the normalised values: sum of g (x - mean) / deviation.
        two = (torch.from_numpy(products.sum(axis=0)) - mean * one) * inverse
        factor = weight.double() * inverse
        slope = -factor * inverse * two / len(x)
        constant = -factor * one / len(x) - slope * mean
        dx = empty(tuple(x.shape), x.dtype)
        kernels.rectify_back(
            *parts,
            *(v.to(x.dtype).numpy() for v in (factor * ctx.scale, constant, slope)),
            dx.numpy(),
        )
        return dx, two.to(weight.dtype), one.to(weight.dtype), None, None, None, None, None


def _moments(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and variance of each column, float64: (d,) each."""
    sums, squares = (np.empty((_BLOCKS, x.shape[1])) for _ in range(2))
    _kernels().moments(x.contiguous().numpy(), _cuts(len(x)), sums, squares)
    mean = sums.sum(axis=0) / len(x)
    return torch.from_numpy(mean), torch.from_numpy(
        np.maximum(squares.sum(axis=0) / len(x) - mean**2, 0)
    )


def _keep(norm: nn.BatchNorm1d, mean: torch.Tensor, variance: torch.Tensor, n: int) -> None:
    """What `norm` remembers of the statistics; of the variance it is the unbiased one."""
    assert (
        norm.running_mean is not None
        and norm.running_var is not None
        and norm.num_batches_tracked is not None
    )
    assert norm.momentum is not None
    norm.num_batches_tracked.add_(1)
    norm.running_mean.lerp_(mean.to(norm.running_mean.dtype), norm.momentum)
    norm.running_var.lerp_((variance * (n / (n - 1))).to(norm.running_var.dtype), norm.momentum)


def _line(
    weight: torch.Tensor, bias: torch.Tensor, mean: torch.Tensor, variance: torch.Tensor, eps: float
) -> tuple[Any, Any]:
    """Factor and shift that normalise a column: (d,) each."""
    factor = weight.detach().double() / torch.sqrt(variance.double() + eps)
    return factor, bias.detach().double() - mean.double() * factor


def _rectified(
    x: torch.Tensor, factor: torch.Tensor, shift: torch.Tensor, drop: float, seed: int
) -> torch.Tensor:
    x = x.detach().contiguous()
    out = empty(tuple(x.shape), x.dtype)
    limit, start, scale = drawing(drop, seed)
    chance = limit, start, x.numpy().dtype.type(scale)
    _kernels().rectify(
        x.numpy(), factor.to(x.dtype).numpy(), shift.to(x.dtype).numpy(), *chance, out.numpy()
    )
    return out


def _cuts(rows: int) -> Any:
    return np.linspace(0, rows, _BLOCKS + 1).astype(np.int64)


def _kernels() -> Any:
    from motifcnn.baselines.kernels import normalise

    return normalise
