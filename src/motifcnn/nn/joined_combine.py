"""Activation and combination of joined units in one pass each way.

The definition is ``CombineMotifs`` of the activated units; `attended` and `mixed` give its vectors
and weights.
"""

from __future__ import annotations

from typing import Any, cast

import torch

_PARTS = 64  # in which sums over nodes are taken, whatever the number of threads


def attended(
    units: torch.Tensor, z: torch.Tensor, scale: float, activation: str
) -> tuple[torch.Tensor, torch.Tensor]:
    """Vectors, (n, d), and weights, (n, motifs), by motif attention from units before their activation, (n, motifs * d).

    `z` is (motifs, d). The units are used up: they are activated in place.

    Examples
    --------
    >>> vectors, weights = attended(torch.tensor([[1.0, -1.0]]), torch.zeros(2, 1), 1.0, "relu")
    >>> vectors, weights
    (tensor([[0.5000]]), tensor([[0.5000, 0.5000]]))
    """
    return cast(tuple[torch.Tensor, torch.Tensor], _Attended.apply(units, z, scale, activation))  # type: ignore[no-untyped-call]


def mixed(units: torch.Tensor, weights: torch.Tensor, activation: str) -> torch.Tensor:
    """Vectors, (n, d), with one weight per motif, (motifs,), from units before their activation, (n, motifs * d), used up.

    Examples
    --------
    >>> mixed(torch.tensor([[1.0, -1.0]]), torch.tensor([3.0, 2.0]), "relu")
    tensor([[3.]])
    """
    return cast(torch.Tensor, _Mixed.apply(units, weights, activation))  # type: ignore[no-untyped-call]


def activated(units: torch.Tensor, activation: str) -> torch.Tensor:
    """Activates in place."""
    return torch.relu_(units) if activation == "relu" else torch.nn.functional.elu_(units)


class _Attended(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, units: torch.Tensor, z: torch.Tensor, scale: float, activation: str
    ) -> tuple[torch.Tensor, torch.Tensor]:
        from motifcnn.nn.joined_kernels import attend

        ctx.units, ctx.z, ctx.scale, ctx.below = (
            activated(units.detach(), activation),
            z.detach().contiguous(),
            scale,
            _below(activation),
        )
        ctx.weights = units.new_empty(units.shape[0], z.shape[0])
        out = units.new_empty(units.shape[0], z.shape[1])
        attend(ctx.units.numpy(), ctx.z.numpy(), scale, ctx.weights.numpy(), out.numpy())
        weights = ctx.weights.clone()
        ctx.mark_non_differentiable(weights)
        return out, weights

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        from motifcnn.nn.joined_kernels import attend_back

        slope, z = gradients[0].contiguous(), ctx.z
        found, parts = torch.empty_like(ctx.units), z.new_empty(_PARTS, *z.shape)
        arrays = (
            slope.numpy(),
            ctx.units.numpy(),
            z.numpy(),
            ctx.scale,
            ctx.weights.numpy(),
            ctx.below,
        )
        attend_back(*arrays, found.numpy(), parts.numpy())
        return found, parts.sum(dim=0), None, None


class _Mixed(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, units: torch.Tensor, weights: torch.Tensor, activation: str
    ) -> torch.Tensor:
        from motifcnn.nn.joined_kernels import mix

        ctx.units, ctx.weights, ctx.below = (
            activated(units.detach(), activation),
            weights.detach().contiguous(),
            _below(activation),
        )
        out = units.new_empty(units.shape[0], units.shape[1] // len(weights))
        mix(ctx.units.numpy(), ctx.weights.numpy(), out.numpy())
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        from motifcnn.nn.joined_kernels import mix_back

        slope = gradients[0].contiguous()
        found, parts = torch.empty_like(ctx.units), slope.new_empty(_PARTS, len(ctx.weights))
        mix_back(
            slope.numpy(),
            ctx.units.numpy(),
            ctx.weights.numpy(),
            ctx.below,
            found.numpy(),
            parts.numpy(),
        )
        return found, parts.sum(dim=0), None


def _below(activation: str) -> float:
    """What the slope of the activation at a result r <= 0 has as a factor of 1 + r."""
    return 1.0 if activation == "elu" else 0.0
