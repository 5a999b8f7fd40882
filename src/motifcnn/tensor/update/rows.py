"""LinkRows: a link matrix of which some rows were replaced, so that a change costs its rows and not the matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

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
    touched, slot = np.unique(pairs[:, 0], return_inverse=True)
    columns, lengths = read_rows(links, touched)
    width = links.base.shape[1]
    # Numbered row after row, all entries ascend: one search finds every place.
    numbered = columns + np.repeat(np.arange(len(touched)) * width, lengths)
    wanted = slot * width + pairs[:, 1]
    gone, came = wanted[signs < 0], wanted[signs > 0]
    numbered = np.delete(numbered, np.searchsorted(numbered, gone))
    numbered = np.insert(numbered, np.searchsorted(numbered, came), came)
    lengths = lengths + np.bincount(slot, weights=signs, minlength=len(touched)).astype(np.int64)
    columns = numbered - np.repeat(np.arange(len(touched)) * width, lengths)
    kept = ~np.isin(links.rows, touched)
    rows = np.concatenate([links.rows[kept], touched])
    order = np.argsort(rows)
    pool = np.concatenate([links.indices, columns.astype(links.indices.dtype)])
    starts = np.concatenate([links.indptr[:-1][kept], len(links.indices) + np.cumsum(lengths) - lengths])[order]
    sizes = np.concatenate([np.diff(links.indptr)[kept], lengths])[order]
    return LinkRows(links.base, rows[order], np.concatenate([[0], np.cumsum(sizes)]), pool[_positions(starts, sizes)])


def read_rows(links: LinkRows, rows: Rows) -> tuple[Rows, Rows]:
    """The columns of the given rows, one after the other, and the length of each."""
    base, place = links.base, np.searchsorted(links.rows, rows)
    is_replaced = np.append(links.rows, -1)[place] == rows
    place = np.where(is_replaced, place, 0)
    starts = base.indptr[rows].astype(np.int64)
    sizes = base.indptr[rows + 1] - starts
    if len(links.rows):
        starts = np.where(is_replaced, links.indptr[place], starts)
        sizes = np.where(is_replaced, links.indptr[place + 1] - starts, sizes)
    positions, from_replaced = _positions(starts, sizes), np.repeat(is_replaced, sizes)
    columns = np.empty(len(positions), np.int64)
    columns[from_replaced] = links.indices[positions[from_replaced]]
    columns[~from_replaced] = base.indices[positions[~from_replaced]]
    return columns, sizes


def _positions(starts: Rows, sizes: Rows) -> Rows:
    """starts[0], starts[0] + 1, ..., then those of the next: `sizes` of each."""
    ends = np.cumsum(sizes)
    result: Rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - sizes), sizes)
    return result
