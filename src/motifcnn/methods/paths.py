"""Paths: how many ways lead from one target node to another along a chain of links.

S = L R is kept as its two halves and never multiplied out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse


@dataclass(frozen=True, eq=False)
class Paths:
    """The commuting matrix of a metapath without its diagonal: S = L R - diag(L R).

    Parameters
    ----------
    left : (n, m) csr_array
    right : (m, n) csr_array or None
        None for a path of one link, where S = L.
    loops : (n,) float64
        The diagonal of L R: ways that lead back to where they began.

    Examples
    --------
    >>> by = sparse.csr_array(np.array([[1, 1], [1, 0], [0, 1]]))
    >>> paths([by, by.T]).times(np.eye(3))
    array([[0., 1., 1.],
           [1., 0., 0.],
           [1., 0., 0.]])
    """

    left: sparse.csr_array
    right: sparse.csr_array | None
    loops: npt.NDArray[np.float64]

    def times(
        self, y: npt.NDArray[Any], rows: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[Any]:
        """S y, or only those rows of it: y is (n, c)."""
        reached = y if self.right is None else self.right @ y
        own = slice(None) if rows is None else rows
        left = self.left if rows is None else self.left[rows]
        return np.asarray(left @ reached - self.loops[own, None] * y[own])

    @property
    def reversed(self) -> Paths:
        """The same paths walked from their ends: S transposed."""
        left = self.left.T if self.right is None else self.right.T
        return Paths(
            sparse.csr_array(left),
            None if self.right is None else sparse.csr_array(self.left.T),
            self.loops,
        )


def paths(links: Sequence[sparse.csr_array]) -> Paths:
    """The paths along a chain of links, from (n, .) to (., n)."""
    chain = [sparse.csr_array(link, dtype=np.float64) for link in links]
    middle = (len(chain) + 1) // 2
    left = _product(chain[:middle])
    if len(chain) == 1:
        return Paths(left, None, np.asarray(left.diagonal(), dtype=np.float64))
    right = _product(chain[middle:])
    loops = np.asarray(left.multiply(right.T).sum(axis=1), dtype=np.float64).ravel()
    return Paths(left, right, loops)


def entries_at_most(links: Sequence[sparse.csr_array]) -> int:
    """Upper bound on what the two halves of such a chain hold, before any product."""
    middle = (len(links) + 1) // 2
    return sum(_bound(half) for half in (links[:middle], links[middle:]) if half)


def _product(chain: Sequence[sparse.csr_array]) -> sparse.csr_array:
    whole = chain[0]
    for link in chain[1:]:
        whole = sparse.csr_array(whole @ link)
    return whole


def _bound(chain: Sequence[sparse.csr_array]) -> int:
    """Walks along the chain, and no more than the product has places."""
    walks = np.ones(chain[-1].shape[1])
    for link in reversed(chain):
        walks = link.astype(np.float64) @ walks
    return int(min(walks.sum(), chain[0].shape[0] * chain[-1].shape[1]))
