"""Skip-gram with negative sampling (Mikolov et al. 2013) on walks, in torch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional


class SkipGram(nn.Module):
    r"""A vector v_i of every node, and what it is as a context, u_i: (nodes, dimension) each.

    .. math:: -\sum_{a, b} near(a, b) \Big[ \log \sigma(v_a \cdot u_b) + \frac{negatives}{|N|}
              \sum_{m \in N} \log \sigma(-v_a \cdot u_m) \Big], \quad
              near(a, b) = \max(0, 1 - \frac{|a - b| - 1}{reach})

    over the places a and b of a walk that hold two different nodes. near is how often b lies in a
    window around a whose width is drawn from 1 to `reach`. The random nodes N serve all pairs of a
    batch of walks, so that the loss is two matrix products (r).

    Parameters
    ----------
    nodes, dimension : int
    rng : Generator
        Draws the first vectors and contexts.
    """

    def __init__(self, nodes: int, dimension: int, rng: np.random.Generator) -> None:
        super().__init__()
        first = (rng.random((2, nodes, dimension), dtype=np.float32) - 0.5) / dimension
        # Sparse gradients: a batch of walks meets few of the nodes.
        self.vectors, self.contexts = (
            nn.Embedding(nodes, dimension, sparse=True, _weight=torch.from_numpy(table))
            for table in first
        )

    def forward(
        self, walks: torch.Tensor, noise: torch.Tensor, reach: int, negatives: int
    ) -> torch.Tensor:
        """The loss, summed over pairs, of walks, (n, length) int64, with N in `noise`, (m,)."""
        place = torch.arange(walks.shape[1])
        gap = (place[:, None] - place).abs()
        near = (1 - (gap - 1) / reach).clamp(min=0) * (walks[:, :, None] != walks[:, None, :])
        v = self.vectors(walks)
        true = functional.logsigmoid(v @ self.contexts(walks).transpose(1, 2)) * near
        false = functional.logsigmoid(-v @ self.contexts(noise).T).mean(dim=2) * near.sum(dim=2)
        return -true.sum() - negatives * false.sum()


def noise_shares(walks: npt.NDArray[np.int64], nodes: int) -> npt.NDArray[np.float64]:
    """How likely each node is as a negative, in proportion to its count to the power 3/4: (nodes,).

    Examples
    --------
    >>> noise_shares(np.array([[0, 2, 0], [2, 0, 2]]), 4)
    array([0.5, 0. , 0.5, 0. ])
    """
    powers = np.bincount(walks.ravel(), minlength=nodes) ** 0.75
    return np.asarray(powers / powers.sum())
