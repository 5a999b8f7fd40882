"""LinkRows: a link matrix with some rows replaced, so that a change copies only these rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.update.compiled.rows import merge_rows

Rows = npt.NDArray[np.int64]
SMALL_POOL = 1 << 16  # values; not worth sweeping


@dataclass(eq=False)
class Pool:
    """Rows one after the other. Values are only appended: the first n never change."""

    values: npt.NDArray[Any]
    used: int = 0
    lock: Any = field(default_factory=Lock)

    def append(self, used: int, more: npt.NDArray[Any]) -> Pool:
        """The pool with `more` behind the first `used` values.

        It is this one, unless it is full or something else was appended.
        """
        with self.lock:
            if self.used == used and used + len(more) <= len(self.values):
                self.values[used : used + len(more)] = more
                self.used += len(more)
                return self
        other = Pool(np.empty(2 * (used + len(more)), self.values.dtype), used + len(more))
        other.values[:used], other.values[used : other.used] = self.values[:used], more
        return other


@dataclass(frozen=True, eq=False)
class LinkRows:
    """A boolean matrix with sorted rows.

    Parameters
    ----------
    base : (n, m) boolean CSR
    rows : (r,) int64, increasing
        The rows that are not those of `base`.
    starts, stops : (r,) int64
        Where they are in the pool.
    pool : Pool
    used : int
        Values of the pool that belong to this matrix.
    """

    base: sparse.csr_array
    rows: Rows
    starts: Rows
    stops: Rows
    pool: Pool
    used: int


def untouched(base: sparse.csr_array) -> LinkRows:
    """The matrix as it is."""
    none = np.empty(0, np.int64)
    return LinkRows(base, none, none, none, Pool(np.empty(0, base.indices.dtype)), 0)


def change_rows(links: LinkRows, pairs: Rows, signs: Rows) -> LinkRows:
    """The matrix with the pairs of sign 1 and without those of sign -1.

    Takes time in proportion to the entries of the rows that change.

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
    >>> changed.rows.tolist(), changed.pool.values[: changed.used].tolist()
    ([0], [0])
    """
    if not len(pairs):
        return links
    base, pool = links.base, links.pool
    matrix = read_only(base.indptr), read_only(base.indices)
    touched, ends, merged = merge_rows(
        *matrix, links.rows, links.starts, links.stops, read_only(pool.values), pairs, signs
    )
    pool = pool.append(links.used, merged)
    starts, stops = links.used + ends[:-1], links.used + ends[1:]
    place = np.searchsorted(links.rows, touched)
    again = np.append(links.rows, -1)[place] == touched
    tables = []
    for before, now in ((links.rows, touched), (links.starts, starts), (links.stops, stops)):
        table = before.copy()
        table[place[again]] = now[again]
        tables.append(np.insert(table, place[~again], now[~again]))
    return _swept(LinkRows(base, tables[0], tables[1], tables[2], pool, links.used + len(merged)))


def _swept(links: LinkRows) -> LinkRows:
    """The same with a pool of its own, if most values of the pool are of rows replaced again."""
    sizes = links.stops - links.starts
    ends = np.cumsum(sizes)
    if links.used <= max(SMALL_POOL, 2 * int(ends[-1])):
        return links
    places = np.arange(ends[-1]) + np.repeat(links.starts - (ends - sizes), sizes)
    values = links.pool.values[places]
    return LinkRows(
        links.base, links.rows, ends - sizes, ends, Pool(values, len(values)), len(values)
    )


def read_only(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A read-only view: kernels that choose between arrays need them of one type."""
    view = values.view()
    view.flags.writeable = False
    return view
