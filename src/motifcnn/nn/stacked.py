"""Stacked: what the nodes of all types feed in, as one matrix with columns for each type."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.nn.features import Features, as_matrix, drop
from motifcnn.nn.sparse.matrix import SparseMatrix


class Stacked:
    """A block-diagonal (n, width) matrix that is never written out to be multiplied.

    Parameters
    ----------
    types : sequence of sequence of (n_type, width) features
        Per node type its blocks, side by side; there is at least one.

    Examples
    --------
    >>> x = Stacked([[torch.ones(2, 1)], [torch.ones(1, 2), torch.ones(1, 1)]])
    >>> x.shape, (x @ torch.ones(4, 1)).ravel().tolist()
    ((3, 4), [1.0, 1.0, 3.0])
    """

    def __init__(self, types: Sequence[Sequence[Features]]) -> None:
        self.types = [list(blocks) for blocks in types]
        widths = [block.shape[1] for blocks in self.types for block in blocks]
        self._ends = list(pairwise(accumulate(widths, initial=0)))
        self.shape = sum(blocks[0].shape[0] for blocks in self.types), sum(widths)

    def __matmul__(self, weight: torch.Tensor) -> torch.Tensor:
        ends, rows = iter(self._ends), []
        for blocks in self.types:
            terms = [block @ weight[slice(*next(ends))] for block in blocks]
            rows.append(sum(terms[1:], start=terms[0]))
        return torch.cat(rows)

    def dropped(self, share: float) -> Stacked:
        """The matrix with a share of its entries left out and the others scaled up."""
        if not share:
            return self
        return Stacked([[drop(block, share) for block in blocks] for blocks in self.types])

    def to(self, device: torch.device) -> Stacked:
        """The same matrix with its dense blocks on a device; sparse ones work on any."""
        return Stacked(
            [[b.to(device) if isinstance(b, torch.Tensor) else b for b in bs] for bs in self.types]
        )

    @cached_property
    def csr(self) -> sparse.csr_array:
        """The matrix written out."""
        rows = [
            sparse.hstack(
                [
                    sparse.csr_array(b.cpu().numpy())
                    if isinstance(b, torch.Tensor)
                    else as_matrix(b).csr
                    for b in blocks
                ]
            )
            for blocks in self.types
        ]
        return sparse.csr_array(sparse.block_diag(rows, format="csr"), dtype=np.float32)

    def rows(self, rows: npt.NDArray[np.int64]) -> SparseMatrix:
        """Some rows: (len(rows), width)."""
        return SparseMatrix(self.csr[rows])
