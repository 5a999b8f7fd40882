"""Corners: links in place of nodes, for two motif nodes that lie opposite the same link.

In a diamond, t and v are both linked to a and to b, which are linked. Neither a nor b can be
eliminated alone, but the pair can: v passes its values to the links a-b that it forms a triangle
with, and these pass them to t.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from motifcnn.tensor.operator.factored.counts import Counts, Vector
from motifcnn.tensor.operator.factored.pairs import (
    Bound,
    Index,
    LinkPairs,
    Pairs,
    row_ranges,
    stacked,
    turned,
)


@dataclass(frozen=True, eq=False)
class Corners(Pairs):
    """Per (link a-b, node v): ``one[a, v] * other[b, v]``, which is 1 for each triangle.

    Links are numbered as stored.
    """

    base: LinkPairs
    one: Pairs
    other: Pairs
    limit: float

    @property
    def shape(self) -> tuple[int, int]:  # type: ignore[override]
        """(links, n_v)."""
        return (int(self.base.there.nnz), self.one.shape[1])

    @cached_property
    def stored(self) -> bool:  # type: ignore[override]
        """Whether it is within the limit."""
        return self.bound <= self.limit

    @cached_property
    def ends(self) -> tuple[Index, Index]:
        """The a and the b of each link: (links,) each."""
        there = self.base.there
        return np.repeat(np.arange(there.shape[0]), np.diff(there.indptr)), there.indices.astype(
            np.int64
        )

    @cached_property
    def matrix(self) -> sparse.csr_array:
        parts = [self._rows(np.arange(first, last)) for first, last in self.blocks()]
        return stacked(parts, self.shape)

    def rows(self, index: Index) -> sparse.csr_array:
        """Computed anew unless stored."""
        return sparse.csr_array(self.matrix[index]) if self.stored else self._rows(index)

    def _rows(self, index: Index) -> sparse.csr_array:
        a, b = self.ends
        return _both(self.one.rows(a[index]), self.other.rows(b[index]))

    def through(self, ends: Bound) -> Bound:
        """The smaller bound of the two sides."""
        a, b = self.ends
        return np.minimum(self.one.through(ends)[a], self.other.through(ends)[b])

    def blocks(self, first: int = 0, last: int | None = None) -> Iterator[tuple[int, int]]:
        """Ranges of links whose two sides fit into memory together."""
        last = self.shape[0] if last is None else last
        a, b = self.ends
        return row_ranges(
            self.one.row_bound[a[first:last]] + self.other.row_bound[b[first:last]], first
        )

    def flip(self) -> Pairs:
        """From nodes to links."""
        return _Flipped(self)


@dataclass(frozen=True, eq=False)
class _Flipped(Pairs):
    """Per (node v, link a-b)."""

    corners: Corners

    @property
    def shape(self) -> tuple[int, int]:  # type: ignore[override]
        return self.corners.shape[::-1]

    @property
    def stored(self) -> bool:  # type: ignore[override]
        return self.corners.stored

    @cached_property
    def matrix(self) -> sparse.csr_array:
        return turned(self.corners.matrix)

    def rows(self, index: Index) -> sparse.csr_array:
        if self.stored:
            return sparse.csr_array(self.matrix[index])
        one, other = (
            side.transposed.rows(index) @ at
            for side, at in zip(self._sides, self._at_ends, strict=True)
        )
        return _both(one, other)

    @cached_property
    def _at_ends(self) -> tuple[sparse.csr_array, sparse.csr_array]:
        """The links at each a and at each b: (n_a, links) and (n_b, links)."""
        there, links = self.corners.base.there, np.arange(self.shape[1])
        at_a = sparse.csr_array(
            (np.ones(len(links), np.int64), links, there.indptr), shape=(there.shape[0], len(links))
        )
        b = self.corners.ends[1]
        at_b = sparse.csr_array(
            (np.ones(len(links), np.int64), (b, links)), shape=(there.shape[1], len(links))
        )
        return at_a, at_b

    def through(self, ends: Bound) -> Bound:
        one, other = (
            side.transposed.through(at @ ends)
            for side, at in zip(self._sides, self._at_ends, strict=True)
        )
        return np.minimum(one, other)

    def blocks(self, first: int = 0, last: int | None = None) -> Iterator[tuple[int, int]]:
        """Both sides are held before they are compared."""
        return row_ranges(self._held[first : self.shape[0] if last is None else last], first)

    @cached_property
    def _held(self) -> Bound:
        one, other = (
            side.transposed.through(at.sum(axis=1))
            for side, at in zip(self._sides, self._at_ends, strict=True)
        )
        return one + other

    @property
    def _sides(self) -> tuple[Pairs, Pairs]:
        return self.corners.one, self.corners.other

    def flip(self) -> Pairs:
        return self.corners


def link_counts(base: LinkPairs, at_a: Counts | None, at_b: Counts | None) -> Counts | None:
    """The product of the counts at both ends of each link: (links,)."""
    if at_a is None and at_b is None:
        return None
    there = base.there

    def compute() -> Vector:
        counts = np.ones(there.nnz, dtype=np.int64)
        if at_a is not None:
            counts *= np.repeat(at_a.value, np.diff(there.indptr))
        if at_b is not None:
            counts *= at_b.value[there.indices]
        return counts

    return Counts(int(there.nnz), compute)


def _both(one: sparse.csr_array, other: sparse.csr_array) -> sparse.csr_array:
    result = sparse.csr_array(one.astype(np.int64) * other.astype(np.int64))
    result.sum_duplicates()
    return result
