"""What each motif of the last layer adds to the logits, and the logits without it.

The output is linear in the vectors of the last layer, and these are sums over motifs. So with the
weights of the motifs as they are, a logit is a sum of one part per motif and the bias:

    logits = b + sum over m of (alpha_m h_m) W
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import torch
from torch import nn

from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.combine import MotifConcat, MotifWeights
from motifcnn.nn.motif_cnn import MotifCNN

Units: TypeAlias = Sequence[torch.Tensor]
Compute: TypeAlias = Callable[[MotifCNN, Units, torch.Tensor | None], torch.Tensor]


def of_last_layer(network: MotifCNN, compute: Compute, predict: Callable[[], Any]) -> torch.Tensor:
    """What `compute` makes of the units that the last layer combines while `predict` runs.

    Parameters
    ----------
    network : MotifCNN
    compute : callable
        From the network, its units, (n, channels) per motif, and which of them count, (n, motifs)
        or None, to a tensor of n rows.
    predict : callable
        Calls the network, for all rows at once or for some at a time.

    Returns
    -------
    tensor
        The results of `compute`, one below the other.
    """
    found: list[torch.Tensor] = []

    def watch(_: nn.Module, given: tuple[Any, ...]) -> None:
        found.append(compute(network, *given))

    handle = last_combine(network).register_forward_pre_hook(watch)
    try:
        with torch.no_grad():
            predict()
    finally:
        handle.remove()
    return torch.cat(found)


def last_combine(network: MotifCNN) -> nn.Module:
    """The module that combines the units of the target in the last layer."""
    return network.layer_of(-1, network.target).combine


def logit_parts(network: MotifCNN, units: Units, present: torch.Tensor | None) -> torch.Tensor:
    """What each motif adds to each logit: (n, motifs, classes); the bias is left out."""
    combine = last_combine(network)
    parts = vector_parts(combine, units, present)
    return torch.stack([network.logits_of(part, constant=False) for part in parts], dim=1)


def predicted_parts(network: MotifCNN, units: Units, present: torch.Tensor | None) -> torch.Tensor:
    """What each motif adds to the largest logit of each node: (n, motifs)."""
    parts = logit_parts(network, units, present)
    sums = parts.sum(dim=1)
    best = (sums if network.output is None else sums + network.output.bias).argmax(dim=1)
    return parts[torch.arange(len(parts)), :, best]


def logits_without(network: MotifCNN, units: Units, present: torch.Tensor | None) -> torch.Tensor:
    """Logits where the last layer does without a motif: (n, motifs, classes).

    Weights that add up to 1, of attention and of the mean, are shared by the remaining motifs; a
    learned weight per motif, and a place side by side, leave a gap. Without its only motif a
    network has the bias alone.
    """
    combine = last_combine(network)
    found = []
    for m in range(len(units)):
        if isinstance(combine, MotifWeights | MotifConcat) or len(units) == 1:
            parts = vector_parts(combine, units, present)
        else:
            parts = vector_parts(combine, units, present, without=m)
        rest = sum((part for k, part in enumerate(parts) if k != m), torch.zeros_like(parts[0]))
        found.append(network.logits_of(rest))
    return torch.stack(found, dim=1)


def vector_parts(
    combine: nn.Module, units: Units, present: torch.Tensor | None, without: int | None = None
) -> list[torch.Tensor]:
    """What each motif adds to the vectors of a layer: per motif (n, out_channels).

    `without` is a motif that gets no weight; only attention and the mean can do without one.

    Examples
    --------
    >>> from motifcnn.nn.combine import MotifMean
    >>> units = [torch.zeros(1, 2), torch.ones(1, 2)]
    >>> [part.tolist() for part in vector_parts(MotifMean(2, 2), units, None)]
    [[[0.0, 0.0]], [[0.5, 0.5]]]
    """
    if isinstance(combine, MotifAttention):
        alpha = combine.weights(units, _counted(units, present, without))  # (n, motifs, heads)
        return [
            (alpha[:, m].unsqueeze(2) * unit.unsqueeze(1)).flatten(1)
            for m, unit in enumerate(units)
        ]
    if isinstance(combine, MotifWeights):
        return [weight * unit for weight, unit in zip(combine.weight, units, strict=True)]
    if isinstance(combine, MotifConcat):
        widths = [unit.shape[1] for unit in units]
        return [
            torch.cat(
                [unit if k == m else unit.new_zeros(len(unit), w) for k, w in enumerate(widths)], 1
            )
            for m, unit in enumerate(units)
        ]
    counted = _counted(units, present, without)
    if counted is None:
        return [unit / len(units) for unit in units]
    weights = counted / counted.sum(dim=1, keepdim=True)
    return [weights[:, m, None] * unit for m, unit in enumerate(units)]


def _counted(
    units: Units, present: torch.Tensor | None, without: int | None
) -> torch.Tensor | None:
    """Motifs that attention weighs, (n, motifs); where none is present, all count."""
    if present is None and without is None:
        return None
    every = torch.ones(len(units[0]), len(units), dtype=torch.bool, device=units[0].device)
    if without is not None:
        every[:, without] = False
    seen = every if present is None else present & every
    return seen | (~seen.any(dim=1, keepdim=True) & every)
