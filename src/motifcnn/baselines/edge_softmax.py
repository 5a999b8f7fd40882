"""Attention over links: each row mixes its columns by a softmax of its own, with a gradient.

`attend_by_definition` is what is computed, in a few torch operations; `attend` gives the same from compiled loops that keep one
number per link and head. Each row belongs to one thread, so runs repeat bit for bit.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch.nn import functional

from motifcnn.nn.spmm import balanced_cuts


class Links:
    """Which columns each row attends to.

    Parameters
    ----------
    pattern : (n, m) scipy sparse matrix
        Its values are not looked at.

    Examples
    --------
    >>> Links(sparse.csr_array(np.eye(3))).shape
    (3, 3)
    """

    def __init__(self, pattern: Any) -> None:
        csr = sparse.csr_array(pattern)
        self.shape: tuple[int, int] = csr.shape
        self.indptr = csr.indptr.astype(np.int64)
        self.indices = csr.indices.astype(np.uint32)
        self.cuts = balanced_cuts(self.indptr)

    @property
    def count(self) -> int:
        """How many."""
        return len(self.indices)

    @cached_property
    def rows(self) -> npt.NDArray[np.int64]:
        """Row of each link."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))

    @cached_property
    def transposed(self) -> tuple[npt.NDArray[Any], ...]:
        """By column: where each begins, rows, places of the links in the order of rows, and chunks of columns."""
        order = np.argsort(self.indices, kind="stable")
        indptr = np.zeros(self.shape[1] + 1, np.int64)
        np.cumsum(np.bincount(self.indices, minlength=self.shape[1]), out=indptr[1:])
        return indptr, self.rows[order].astype(np.uint32), order.astype(np.int64), balanced_cuts(indptr)


def attend(
    links: Links, z: torch.Tensor, s: torch.Tensor, t: torch.Tensor, slope: float = 0.2, drop: float = 0.0, seed: int = 0
) -> torch.Tensor:
    r"""Weighted sums over links, per head.

    .. math:: out_i = \sum_j \alpha_{ij} z_j, \quad \alpha_{ij} = softmax_j(leaky(s_i + t_j))

    Parameters
    ----------
    links : Links
        (n, m).
    z : (m, heads * width)
        Heads side by side.
    s : (n, heads)
    t : (m, heads)
    slope : float
        Of the leaky ReLU below 0.
    drop : float
        Share of the weights left out, the rest scaled up; which ones depends on `seed` and the place of the link only.

    Returns
    -------
    (n, heads * width)

    Examples
    --------
    >>> zeros = torch.zeros(2, 1)
    >>> attend(Links(sparse.csr_array(np.ones((2, 2)))), torch.tensor([[1.0], [3.0]]), zeros, zeros)
    tensor([[2.],
            [2.]])
    """
    if z.device.type != "cpu":
        return attend_by_definition(links, z, s, t, slope, drop)
    result: torch.Tensor = _Attend.apply(links, z, s, t, slope, drop, seed)  # type: ignore[no-untyped-call]
    return result


def attend_by_definition(
    links: Links, z: torch.Tensor, s: torch.Tensor, t: torch.Tensor, slope: float = 0.2, drop: float = 0.0
) -> torch.Tensor:
    """What `attend` computes, with one vector per link: (n, heads * width)."""
    i = torch.as_tensor(links.rows, device=z.device)
    j = torch.as_tensor(links.indices.astype(np.int64), device=z.device)
    heads = s.shape[1]
    e = functional.leaky_relu(s[i] + t[j], slope)
    top = torch.full_like(s, -math.inf).scatter_reduce(0, i[:, None].expand_as(e), e.detach(), "amax")
    weight = torch.exp(e - top[i])
    alpha = weight / torch.zeros_like(s).index_add(0, i, weight)[i]
    values = functional.dropout(alpha, drop).unsqueeze(2) * z.view(-1, heads, z.shape[1] // heads)[j]
    return torch.zeros(links.shape[0], z.shape[1], dtype=z.dtype, device=z.device).index_add(0, i, values.flatten(1))


class _Attend(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, links: Links, z: torch.Tensor, s: torch.Tensor, t: torch.Tensor, slope: float, drop: float, seed: int
    ) -> torch.Tensor:
        kernels = _kernels()
        z, s, t = (part.detach().contiguous() for part in (z, s, t))
        alpha = torch.empty(links.count, s.shape[1], dtype=z.dtype)
        out = torch.empty(links.shape[0], z.shape[1], dtype=z.dtype)
        # In the precision of z: a float64 among float32 would slow every product down.
        kind = z.numpy().dtype.type
        numbers = kind(slope), np.uint64(math.floor(drop * 2.0**32)), np.uint64(seed), kind(1.0 / (1.0 - drop))
        kernels.attend(
            links.indptr, links.indices, links.cuts, z.numpy(), s.numpy(), t.numpy(), *numbers, alpha.numpy(), out.numpy()
        )
        ctx.links, ctx.numbers = links, numbers
        ctx.save_for_backward(z, s, t, alpha)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        kernels = _kernels()
        z, s, t, alpha = ctx.saved_tensors
        links: Links = ctx.links
        gradient = gradients[0].detach().contiguous().numpy()
        logits, ds, dz, dt = (torch.empty_like(part) for part in (alpha, s, z, t))
        kernels.attend_back(
            links.indptr,
            links.indices,
            links.cuts,
            z.numpy(),
            s.numpy(),
            t.numpy(),
            *ctx.numbers,
            alpha.numpy(),
            gradient,
            logits.numpy(),
            ds.numpy(),
        )
        kernels.attend_back_sources(
            *links.transposed, *ctx.numbers[1:], alpha.numpy(), gradient, logits.numpy(), dz.numpy(), dt.numpy()
        )
        return None, dz, ds, dt, None, None, None


def _kernels() -> Any:
    from motifcnn.baselines.kernels import edge_softmax

    return edge_softmax
