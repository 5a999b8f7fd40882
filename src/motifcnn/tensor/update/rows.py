"""LinkRows: a link matrix of which some rows were replaced, so that a change costs its rows and not the matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.kernels.rows import merge_rows

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LinkRows:
    """A boolean matrix with sorted rows.

    Parameters
    ----------
    base : (n, m) boolean CSR
    rows : (r,) int64, increasing
        The rows that are not those of `base`.
    indptr : (r + 1,) int64, indices : as in CSR
        What they are instead.
    """

    base: sparse.csr_array
    rows: Rows
    indptr: Rows
    indices: npt.NDArray[Any]


def untouched(base: sparse.csr_array) -> LinkRows:
    """The matrix as it is."""
    return LinkRows(base, np.empty(0, np.int64), np.zeros(1, np.int64), np.empty(0, base.indices.dtype))


def change_rows(links: LinkRows, pairs: Rows, signs: Rows) -> LinkRows:
    """The matrix with the pairs of sign 1 and without those of sign -1, in time linear in the rows that they lie in.

    Parameters
    ----------
    links : LinkRows
    pairs : (n, 2) int64
        Sorted; pairs of sign 1 are not there yet, pairs of sign -1 are.
    signs : (n,) int64

    Examples
    --------
    >>> links = untouched(sparse.csr_array(np.array([[0, 1, 0], [1, 0, 1]], dtype=bool)))
    >>> changed = change_rows(links, np.array([[0, 0], [0, 1]]), np.array([1, -1]))
    >>> changed.rows.tolist(), changed.indices.tolist()
    ([0], [0])
    """
    if not len(pairs):
        return links
    base = links.base
    matrix = read_only(base.indptr), read_only(base.indices)
    return LinkRows(base, *merge_rows(*matrix, links.rows, links.indptr, read_only(links.indices), pairs, signs))


def read_only(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A view that cannot be written to: kernels that choose between arrays need them of one kind."""
    view = values.view()
    view.flags.writeable = False
    return view
