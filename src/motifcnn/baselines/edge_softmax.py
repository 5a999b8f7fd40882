"""Attention over links: each row mixes its columns by a softmax of its own, with a gradient.

`attend_by_definition` is what is computed, in a few torch operations; `attend` gives the same from
compiled loops that keep one number per head of a link, for the gradient only. Each row belongs to
one thread, so runs repeat bit for bit.
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

# Logits further apart than this could vanish beside each other in float32, before a row is scaled.
_SPREAD = 60.0


class Links:
    """Which columns each row attends to.

    Parameters
    ----------
    pattern : (n, m) scipy sparse matrix
        Its values are not looked at.
    own : (n,) int
        The column that is the row itself: where its side of the score comes from.

    Examples
    --------
    >>> Links(sparse.csr_array(np.eye(3)), np.arange(3)).shape
    (3, 3)
    """

    def __init__(self, pattern: Any, own: npt.NDArray[np.int64]) -> None:
        csr = sparse.csr_array(pattern)
        self.shape: tuple[int, int] = csr.shape
        self.indptr = csr.indptr.astype(np.int64)
        self.indices = csr.indices.astype(np.uint32)
        self.own = np.asarray(own, dtype=np.int64)
        self.cuts = balanced_cuts(self.indptr)
        self._on_device: dict[torch.device, tuple[torch.Tensor, ...]] = {}

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
        return (
            indptr,
            self.rows[order].astype(np.uint32),
            order.astype(np.int64),
            balanced_cuts(indptr),
        )

    def on(self, device: torch.device) -> tuple[torch.Tensor, ...]:
        """Row and column of each link, and `own`, as torch indices on a device."""
        if device not in self._on_device:
            parts = self.rows, self.indices.astype(np.int64), self.own
            self._on_device[device] = tuple(torch.as_tensor(part, device=device) for part in parts)
        return self._on_device[device]


def attend(
    links: Links,
    z: torch.Tensor,
    of_row: torch.Tensor,
    of_column: torch.Tensor,
    slope: float = 0.2,
    drop: float = 0.0,
    seed: int = 0,
) -> torch.Tensor:
    r"""Weighted sums over links, per head.

    .. math:: out_i = \sum_j \alpha_{ij} z_j, \quad \alpha_{ij} = softmax_j(leaky(a_1 \cdot z_i + a_2 \cdot z_j))

    Parameters
    ----------
    links : Links
        (n, m).
    z : (m, heads * width)
        Heads side by side.
    of_row, of_column : (heads, width)
        a_1 and a_2 of each head.
    slope : float
        Of the leaky ReLU below 0; at most 1.
    drop : float
        Share of the weights left out, the rest scaled up; which ones depends on `seed` and the
        place of the link only.

    Returns
    -------
    (n, heads * width)

    Examples
    --------
    >>> links, zeros = Links(sparse.csr_array(np.ones((2, 2))), np.arange(2)), torch.zeros(1, 1)
    >>> attend(links, torch.tensor([[1.0], [3.0]]), zeros, zeros)
    tensor([[2.],
            [2.]])
    """
    if z.device.type == "cpu" and links.count:
        s, t = _scores(links, z.detach(), of_row.detach(), of_column.detach())
        if float((t.amax(dim=0) - t.amin(dim=0)).max()) <= _SPREAD:
            result: torch.Tensor = _Attend.apply(
                links, z, of_row, of_column, s, t, slope, drop, seed
            )  # type: ignore[no-untyped-call]
            return result
    return attend_by_definition(links, z, of_row, of_column, slope, drop)


def attend_by_definition(
    links: Links,
    z: torch.Tensor,
    of_row: torch.Tensor,
    of_column: torch.Tensor,
    slope: float = 0.2,
    drop: float = 0.0,
) -> torch.Tensor:
    """What `attend` computes, with one vector per link: (n, heads * width)."""
    i, j, own = links.on(z.device)
    by_head = z.view(-1, *of_row.shape)
    s, t = (by_head[own] * of_row).sum(dim=2), (by_head * of_column).sum(dim=2)
    e = functional.leaky_relu(s[i] + t[j], slope)
    top = torch.full_like(s, -math.inf).scatter_reduce(
        0, i[:, None].expand_as(e), e.detach(), "amax"
    )
    weight = torch.exp(e - top[i])
    alpha = weight / torch.zeros_like(s).index_add(0, i, weight)[i]
    values = functional.dropout(alpha, drop).unsqueeze(2) * by_head[j]
    return torch.zeros(links.shape[0], z.shape[1], dtype=z.dtype, device=z.device).index_add(
        0, i, values.flatten(1)
    )


class _Attend(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,
        links: Links,
        z: torch.Tensor,
        of_row: torch.Tensor,
        of_column: torch.Tensor,
        s: torch.Tensor,
        t: torch.Tensor,
        slope: float,
        drop: float,
        seed: int,
    ) -> torch.Tensor:
        z = z.detach().contiguous()
        heads, width = of_row.shape
        factors = _factors(s, t, slope)
        inverse, out = torch.empty_like(s), torch.empty(links.shape[0], z.shape[1], dtype=z.dtype)
        # In the precision of z: a float64 among float32 would slow every product down.
        kind = z.numpy().dtype.type
        chance = np.uint64(round(drop * 2.0**16)), np.uint64(seed), kind(1.0 / (1.0 - drop))
        _kernels().attend(
            links.indptr,
            links.indices,
            links.cuts,
            *_flat(z, *factors),
            heads,
            width,
            *chance,
            *_flat(inverse, out),
        )
        ctx.links, ctx.slope, ctx.chance = links, kind(slope), chance
        ctx.save_for_backward(z, of_row.detach(), of_column.detach(), *factors, inverse, out)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        kernels, links = _kernels(), ctx.links
        z, of_row, of_column, *factors, inverse, out = ctx.saved_tensors
        heads, width = of_row.shape
        gradient = gradients[0].detach().contiguous()
        mean = (gradient * out).view(-1, heads, width).sum(dim=2)
        logits = torch.empty(links.count, heads, dtype=z.dtype)
        ds, dz, dt = (
            torch.empty_like(inverse),
            torch.empty_like(z),
            torch.empty(len(z), heads, dtype=z.dtype),
        )
        kernels.attend_back(
            *links.transposed,
            *_flat(z, *factors),
            heads,
            width,
            ctx.slope,
            *ctx.chance,
            *_flat(inverse, gradient, mean, logits, dz, dt),
        )
        kernels.sum_links(links.indptr, links.cuts, heads, *_flat(logits, ds))
        kernels.add_scores(links.own, *_flat(ds, dt, of_row, of_column), heads, width, *_flat(dz))
        own = z.index_select(0, links.on(z.device)[2])
        return None, dz, _diagonal(own.T @ ds), _diagonal(z.T @ dt), None, None, None, None, None


def _scores(
    links: Links, z: torch.Tensor, of_row: torch.Tensor, of_column: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Both sides of the logits: s, (n, heads), and t, (m, heads)."""
    return z.index_select(0, links.on(z.device)[2]) @ _spread(of_row), z @ _spread(of_column)


def _factors(s: torch.Tensor, t: torch.Tensor, slope: float) -> tuple[torch.Tensor, ...]:
    """p1, p2, (n, heads), and e1, e2, (m, heads): the larger of p1 e1 and p2 e2 is exp(leaky(s + t) - leaky(s + max t))."""
    top = t.amax(dim=0)
    highest = s + top
    leaky = functional.leaky_relu(highest, slope)
    below = t - top
    return (
        torch.exp(highest - leaky),
        torch.exp(slope * highest - leaky),
        torch.exp(below),
        torch.exp(slope * below),
    )


def _spread(a: torch.Tensor) -> torch.Tensor:
    """(heads * width, heads): z times it has the product of each head with its own row of `a`, (heads, width)."""
    return torch.diag_embed(a.T).transpose(0, 1).reshape(-1, len(a))


def _diagonal(x: torch.Tensor) -> torch.Tensor:
    """(heads, width): of (heads * width, heads), what each head has of itself."""
    heads = x.shape[1]
    return torch.diagonal(x.view(heads, -1, heads), dim1=0, dim2=2).T.contiguous()


def _flat(*parts: torch.Tensor) -> list[npt.NDArray[Any]]:
    return [part.contiguous().view(-1).numpy() for part in parts]


def _kernels() -> Any:
    from motifcnn.baselines.kernels import edge_softmax

    return edge_softmax
