r"""Slices joined: what a layer reads along every relation, as one sparse and a few dense products.

.. math:: V' = \sum_l A_l V W_l + V W_I + b

`Joined.by_definition` computes it slice by slice. `Joined.times` gives the same with one dense
product per node type, for all the weights that its rows meet, and one sparse product over all
slices; whichever of the two comes first is the cheaper one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.nn.buffers import empty
from motifcnn.nn.spmm import SparseMatrix, multiply, spmm
from motifcnn.nn.term import DENSE_SPEED

Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Reading:
    """Nodes of one type read nodes of another, or themselves, and multiply by one weight.

    Parameters
    ----------
    reader, read : int
        Types.
    weight : int
        Which one.
    matrix : (n, m) csr_array
    """

    reader: int
    read: int
    weight: int
    matrix: sparse.csr_array

    @cached_property
    def ready(self) -> SparseMatrix:
        """The matrix, to be multiplied alone."""
        return SparseMatrix(self.matrix)


class Joined:
    """All readings of one layer: from (m, d), nodes of all types stacked, to (n, out), those that the layer computes.

    Parameters
    ----------
    readings : sequence of Reading
    outs, ins : sequence of int
        Nodes of each type that come out, and that come in.

    Examples
    --------
    >>> mean = sparse.csr_array(np.array([[0.5, 0.5]], np.float32))
    >>> layer = Joined([Reading(0, 1, 0, mean)], (1, 0), (0, 2))
    >>> layer.times(torch.tensor([[1.0], [3.0]]), [torch.tensor([[10.0]])], torch.ones(1))
    tensor([[21.]])
    """

    def __init__(
        self, readings: Sequence[Reading], outs: Sequence[int], ins: Sequence[int]
    ) -> None:
        self.readings = tuple(reading for reading in readings if reading.matrix.nnz)
        self.outs, self.ins = (
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64) for sizes in (outs, ins)
        )
        self.by_reader, self.by_read = (
            [[r for r in self.readings if getattr(r, side) == t] for t in range(len(outs))]
            for side in ("reader", "read")
        )

    @property
    def nnz(self) -> int:
        """Stored entries of all readings."""
        return sum(int(reading.matrix.nnz) for reading in self.readings)

    def times(
        self, h: torch.Tensor, weights: Sequence[torch.Tensor], bias: torch.Tensor
    ) -> torch.Tensor:
        """(n, out) from `h`, (m, d), weights of (d, out) and a bias of (out,)."""
        if h.device.type != "cpu":
            return self.by_definition(h, weights, bias)
        result: torch.Tensor = _Times.apply(self, h, bias, *weights)  # type: ignore[no-untyped-call]
        return result

    def by_definition(
        self, h: torch.Tensor, weights: Sequence[torch.Tensor], bias: torch.Tensor
    ) -> torch.Tensor:
        """What `times` computes, reading by reading."""
        pieces = []
        for t, group in enumerate(self.by_reader):
            piece = bias.expand(int(self.outs[t + 1] - self.outs[t]), -1)
            for reading in group:
                source = h[self.ins[reading.read] : self.ins[reading.read + 1]]
                piece = piece + spmm(reading.ready, source @ weights[reading.weight])
            pieces.append(piece)
        return torch.cat(pieces)

    def links_first(self, d: int, out: int) -> bool:
        """Whether to multiply by the slices before the weights."""
        before = int(self.stacked_outs[-1]) * d * out // DENSE_SPEED + self.nnz * d
        after = int(self.stacked_ins[-1]) * d * out // DENSE_SPEED + self.nnz * out
        return before < after

    @cached_property
    def stacked_ins(self) -> Offsets:
        """Where each type begins when each of its nodes has a row per reading that reads it."""
        return _offsets(self.ins, self.by_read)

    @cached_property
    def stacked_outs(self) -> Offsets:
        """Where each type begins when each of its nodes has a row per reading that it makes."""
        return _offsets(self.outs, self.by_reader)

    @cached_property
    def gather(self) -> SparseMatrix:
        """(n, stacked ins): sums what every node reads, after the weights."""
        return self._joint(
            lambda r, i: self.outs[r.reader] + i,
            lambda r, j: _place(self.stacked_ins, self.by_read, r.read, r, j),
            True,
        )

    @cached_property
    def spread(self) -> SparseMatrix:
        """(stacked outs, m): what every node reads, side by side, before the weights."""
        return self._joint(
            lambda r, i: _place(self.stacked_outs, self.by_reader, r.reader, r, i),
            lambda r, j: self.ins[r.read] + j,
            False,
        )

    def _joint(self, row: Any, column: Any, gathers: bool) -> SparseMatrix:
        shape = (
            (self.outs[-1], self.stacked_ins[-1])
            if gathers
            else (self.stacked_outs[-1], self.ins[-1])
        )
        rows, columns, values = [], [], []
        for reading in self.readings:
            coo = reading.matrix.tocoo()
            i, j = (part.astype(np.int64) for part in coo.coords)
            rows.append(row(reading, i))
            columns.append(column(reading, j))
            values.append(coo.data)
        if not values:
            return SparseMatrix(sparse.csr_array(shape, dtype=np.float32))
        places = (np.concatenate(rows), np.concatenate(columns))
        return SparseMatrix(sparse.csr_array((np.concatenate(values), places), shape=shape))


class _Times(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, joined: Joined, h: torch.Tensor, bias: torch.Tensor, *weights: torch.Tensor
    ) -> torch.Tensor:
        h = h.detach().contiguous()
        d, out = weights[0].shape
        ctx.joined, ctx.links_first, ctx.count = joined, joined.links_first(d, out), len(weights)
        groups = joined.by_reader if ctx.links_first else joined.by_read
        joint = [
            torch.cat([weights[r.weight] for r in g], dim=0 if ctx.links_first else 1)
            if g
            else None
            for g in groups
        ]
        if ctx.links_first:
            stacked = multiply(joined.spread, h, 0.0, 0)
            result = torch.empty(int(joined.outs[-1]), out, dtype=h.dtype)
            for weight, to, part in _types(
                joint, joined.outs, result, joined.stacked_outs, stacked
            ):
                if weight is None:
                    to.zero_()
                else:
                    torch.mm(part.view(len(to), -1), weight, out=to)
            ctx.save_for_backward(stacked, *weights)
        else:
            stacked = empty((int(joined.stacked_ins[-1]), out), h.dtype)
            for weight, source, part in _types(joint, joined.ins, h, joined.stacked_ins, stacked):
                if weight is not None and len(source):
                    torch.mm(source, weight, out=part.view(len(source), -1))
            result = multiply(joined.gather, stacked, 0.0, 0)
            ctx.save_for_backward(h, *weights)
        ctx.joint = joint
        return result.add_(bias.detach())

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[Any, ...]:
        joined: Joined = ctx.joined
        gradient = gradients[0].detach().contiguous()
        left, *weights = ctx.saved_tensors
        found: list[torch.Tensor | None] = [None] * len(weights)

        def learn(group: list[Reading], parts: Sequence[torch.Tensor]) -> None:
            for reading, part in zip(group, parts, strict=True):
                known = found[reading.weight]
                found[reading.weight] = part if known is None else known + part

        d, out = weights[0].shape
        dh: torch.Tensor
        if ctx.links_first:
            stacked = empty(tuple(left.shape), left.dtype)
            for t, (weight, given, part) in enumerate(
                _types(ctx.joint, joined.outs, gradient, joined.stacked_outs, left)
            ):
                if weight is not None and len(given):
                    to = stacked[
                        int(joined.stacked_outs[t]) : int(joined.stacked_outs[t + 1])
                    ].view(len(given), -1)
                    torch.mm(given, weight.T, out=to)
                    learn(
                        joined.by_reader[t], (part.view(len(given), -1).T @ given).split(d, dim=0)
                    )
            dh = multiply(joined.spread, stacked, 0.0, 0, transpose=True)
        else:
            dh, stacked = (
                empty(tuple(left.shape), left.dtype),
                multiply(joined.gather, gradient, 0.0, 0, transpose=True),
            )
            for t, (weight, source, part) in enumerate(
                _types(ctx.joint, joined.ins, left, joined.stacked_ins, stacked)
            ):
                to = dh[int(joined.ins[t]) : int(joined.ins[t + 1])]
                if weight is None:
                    to.zero_()
                elif len(source):
                    torch.mm(part.view(len(source), -1), weight.T, out=to)
                    learn(
                        joined.by_read[t], (source.T @ part.view(len(source), -1)).split(out, dim=1)
                    )
        return None, dh, gradient.sum(dim=0), *found


def _types(
    joint: Any, offsets: Offsets, x: torch.Tensor, stacked_offsets: Offsets, stacked: torch.Tensor
) -> Any:
    """Of each type the joint weight, its rows of x, and its rows among those stacked per reading."""
    for t, weight in enumerate(joint):
        yield (
            weight,
            x[int(offsets[t]) : int(offsets[t + 1])],
            stacked[int(stacked_offsets[t]) : int(stacked_offsets[t + 1])],
        )


def _offsets(offsets: Offsets, groups: list[list[Reading]]) -> Offsets:
    sizes = np.diff(offsets) * np.array([len(group) for group in groups], np.int64)
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _place(
    offsets: Offsets, groups: list[list[Reading]], t: int, reading: Reading, node: Offsets
) -> Offsets:
    """Row of each node for that reading, where the rows of one node are side by side."""
    return np.asarray(offsets[t] + node * len(groups[t]) + groups[t].index(reading))
