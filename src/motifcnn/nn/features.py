"""Features: what the nodes of a type hold, dense or sparse, and what layers do with it."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
import torch
from torch.nn import functional

from motifcnn.nn.sparse.aggregate import Role, SomeRows, aggregate
from motifcnn.nn.sparse.matrix import SparseMatrix
from motifcnn.nn.sparse.one_hot import DroppedOneHot, OneHot
from motifcnn.nn.uncompiled import uncompiled

Features: TypeAlias = torch.Tensor | SparseMatrix | OneHot | DroppedOneHot
"""(n, d): a dense tensor, a sparse matrix, or one-hot rows. All have `shape` and ``@ weight``."""

_LARGE = 1 << 14  # entries from which the compiled mask takes less time than torch's


def drop(x: Features, share: float) -> Features:
    """Leaves out a share of the entries and scales the others up.

    Examples
    --------
    >>> sorted(drop(torch.ones(100, 4), 0.5).unique().tolist())
    [0.0, 2.0]
    """
    if not share:
        return x
    if not isinstance(x, torch.Tensor):
        assert not isinstance(x, DroppedOneHot)
        return x.dropped(share)
    if x.device.type != "cpu" or x.dtype != torch.float32 or x.numel() < _LARGE:
        return functional.dropout(x, share)
    if x.requires_grad:
        return x * drop_blocks(torch.ones_like(x), [x.shape[1]], 0.0, share)
    return drop_blocks(x, [x.shape[1]], 0.0, share)


@uncompiled
def drop_blocks(
    x: torch.Tensor, widths: list[int], block_share: float, entry_share: float
) -> torch.Tensor:
    """Leaves out a share of the (row, block) pairs of constant columns, and of the other entries.

    Parameters
    ----------
    x : (n, sum of widths) tensor
        Without a gradient.
    widths : list of int
        Columns of each block.
    block_share, entry_share : float

    Examples
    --------
    >>> dropped = drop_blocks(torch.ones(100, 3), [1, 2], 0.5, 0.0)
    >>> bool((dropped[:, 1] == dropped[:, 2]).all())
    True
    """
    kept = torch.rand(x.shape[0], len(widths), device=x.device) >= block_share
    factors = kept.to(x.dtype) / (1 - block_share)
    if x.device.type != "cpu":
        columns = torch.tensor(widths, device=x.device)
        return functional.dropout(x * factors.repeat_interleave(columns, dim=1), entry_share)
    from motifcnn.nn.fused.dropout import drop_blocks as kernel
    from motifcnn.nn.fused.threads import threads_for

    seed, limit = int(torch.randint(2**32, ()).item()), math.floor(entry_share * 2.0**32)
    factors /= 1 - entry_share
    out = torch.empty_like(x)
    ends = np.cumsum(widths)
    arrays = x.contiguous().numpy(), ends, factors.numpy(), out.numpy()
    with threads_for(x.numel()):
        kernel(*arrays, np.uint32(limit), np.uint32(seed))
    return out


def take(x: Features, rows: torch.Tensor | None) -> Features:
    """Some rows, (len(rows), d); all of them for None."""
    if rows is None:
        return x
    if isinstance(x, torch.Tensor):
        return x.index_select(0, rows)
    return as_matrix(x).rows(rows.cpu().numpy())


def unit_rows(x: Features) -> Features:
    """Rows scaled to length 1; rows of zeros stay."""
    if isinstance(x, torch.Tensor):
        return functional.normalize(x, dim=1)
    return as_matrix(x).unit_rows()


@uncompiled
def product(role: Role, x: Features) -> Features:
    """D^-1 A_k x for dense or sparse x: (n_target, d)."""
    if isinstance(x, torch.Tensor):
        return aggregate(role, x)
    matrix = role.role.rows(role.rows) if isinstance(role, SomeRows) else role.matrix
    return (
        SparseMatrix(matrix) if isinstance(x, OneHot) else SparseMatrix(matrix @ as_matrix(x).csr)
    )


@uncompiled
def as_matrix(x: SparseMatrix | OneHot | DroppedOneHot) -> SparseMatrix:
    """Sparse features as a matrix that is written out."""
    from scipy import sparse

    if isinstance(x, SparseMatrix):
        return x
    if not isinstance(x, OneHot | DroppedOneHot):  # they write themselves out
        return SparseMatrix(x.csr)
    values = np.ones(x.shape[0]) if isinstance(x, OneHot) else x.diagonal.numpy().ravel()
    return SparseMatrix(sparse.diags_array(values, format="csr"))
