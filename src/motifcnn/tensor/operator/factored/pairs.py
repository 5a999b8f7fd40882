"""Pairs: in how many ways two motif nodes can be mapped to two graph nodes, as a lazy matrix.

Links are stored with the graph. Walks that a link closes are stored once computed, as they are no
more than the links. A product that no link closes is stored only if it is known to be small;
otherwise it is computed a block of rows at a time, as the walks of two steps can be far more than
the links.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.operator.factored.counts import Counts, Vector
from motifcnn.tensor.operator.factored.masked import Parts, csr_parts, masked_product

Index = npt.NDArray[np.int64]
Bound = npt.NDArray[np.float64]
BLOCK_ENTRIES = 4_000_000  # at a time, of a matrix that is not stored


class Pairs(ABC):
    """A matrix of whole numbers between the nodes of two types.

    `shape` is (n_a, n_b). `stored` says whether `matrix` may be asked for; `rows` always may.
    """

    shape: tuple[int, int]
    stored: bool

    @property
    @abstractmethod
    def matrix(self) -> sparse.csr_array:
        """All of it, if `stored`: boolean or int64 CSR."""

    def rows(self, index: Index) -> sparse.csr_array:
        """Some rows: (len(index), n_b) CSR."""
        return sparse.csr_array(self.matrix[index])

    @cached_property
    def parts(self) -> Parts:
        """What a kernel reads of `matrix`."""
        return csr_parts(self.matrix)

    @abstractmethod
    def through(self, ends: Bound) -> Bound:
        """For each row an upper bound on the sum of `ends` over its entries: (n_a,)."""

    @abstractmethod
    def flip(self) -> Pairs:
        """The transpose, made anew; ask for `transposed`."""

    @cached_property
    def transposed(self) -> Pairs:
        """The transpose; that of the transpose is this object."""
        flipped = self.flip()
        flipped.__dict__["transposed"] = self
        return flipped

    @cached_property
    def row_bound(self) -> Bound:
        """Upper bound on the entries of each row: (n_a,)."""
        return np.minimum(self.through(np.ones(self.shape[1])), self.shape[1])

    @cached_property
    def bound(self) -> float:
        """Upper bound on all entries."""
        return float(self.row_bound.sum())

    def blocks(self, first: int = 0, last: int | None = None) -> Iterator[tuple[int, int]]:
        """Ranges of rows that fit into memory."""
        return row_ranges(self.row_bound[first : self.shape[0] if last is None else last], first)

    def fold(self, ends: Counts | None) -> Vector:
        """The sum of the rows, each entry times the count at its end: (n_a,) int64."""
        vector = np.ones(self.shape[1], dtype=np.int64) if ends is None else ends.value
        if self.stored:
            if ends is None and self.matrix.dtype == bool:
                degrees: Vector = np.diff(self.matrix.indptr).astype(np.int64)
                return degrees
            sums: Vector = self.matrix @ vector
            return sums
        parts = [
            np.asarray(self.rows(np.arange(first, last)) @ vector) for first, last in self.blocks()
        ]
        return np.concatenate([np.empty(0, np.int64), *parts])


@dataclass(frozen=True, eq=False)
class LinkPairs(Pairs):
    """The graph's own links: a boolean matrix and its transpose."""

    there: sparse.csr_array
    back: sparse.csr_array
    stored = True

    @property
    def shape(self) -> tuple[int, int]:  # type: ignore[override]
        """(n_a, n_b)."""
        return (self.there.shape[0], self.there.shape[1])

    @cached_property
    def matrix(self) -> sparse.csr_array:
        return self.there

    def through(self, ends: Bound) -> Bound:
        """Exact."""
        return np.asarray(self.there @ ends)

    def flip(self) -> Pairs:
        """Read the other way."""
        return self if self.there is self.back else LinkPairs(self.back, self.there)


@dataclass(frozen=True, eq=False)
class ClosedPairs(Pairs):
    """``mask * (first diag(middle) second)``: walks over a motif node that the mask closes."""

    mask: Pairs
    first: Pairs
    middle: Counts | None
    second: Pairs
    stored = True

    @property
    def shape(self) -> tuple[int, int]:  # type: ignore[override]
        """(n_a, n_b)."""
        return self.mask.shape

    @cached_property
    def matrix(self) -> sparse.csr_array:
        """Computed once; if a side is not stored, a block of rows at a time."""
        if "transposed" in self.__dict__ and "matrix" in self.transposed.__dict__:
            return turned(self.transposed.matrix)
        if self.first.stored and not self.second.stored:
            return turned(self.transposed.matrix)
        middle = None if self.middle is None else self.middle.value
        other = self.second.transposed
        mask = self.mask.matrix
        if self.first.stored:
            if (
                middle is None
                and mask is self.first.matrix
                and mask is other.matrix
                and self._is_large(mask)
            ):
                from motifcnn.tensor.engines.compiled.undirected import undirected_triangle

                return undirected_triangle(mask)
            return masked_product(mask, self.first.matrix, middle, other.matrix)
        parts = []
        for begin, end in self.first.blocks():
            index = np.arange(begin, end)
            rows = sparse.csr_array(mask[begin:end])
            others = other.matrix if other.stored else scattered(other, np.unique(rows.indices))
            parts.append(masked_product(rows, self.first.rows(index), middle, others))
        return stacked(parts, self.shape)

    def _is_large(self, mask: sparse.csr_array) -> bool:
        return bool(mask.dtype == bool and mask.nnz > 100_000)

    def through(self, ends: Bound) -> Bound:
        """The bound of the mask."""
        return self.mask.through(ends)

    def flip(self) -> Pairs:
        """The walks taken backwards."""
        if self.mask.transposed is self.mask and self.second.transposed is self.first:
            return self
        return ClosedPairs(
            self.mask.transposed, self.second.transposed, self.middle, self.first.transposed
        )


@dataclass(frozen=True, eq=False)
class WalkPairs(Pairs):
    """The elementwise product of factors ``first diag(middle) second`` that no link closes."""

    factors: tuple[tuple[Pairs, Counts | None, Pairs], ...]
    limit: float

    @property
    def shape(self) -> tuple[int, int]:  # type: ignore[override]
        """(n_a, n_b)."""
        return (self.factors[0][0].shape[0], self.factors[0][2].shape[1])

    @cached_property
    def stored(self) -> bool:  # type: ignore[override]
        """Whether it is within the limit."""
        return self.bound <= self.limit

    @cached_property
    def matrix(self) -> sparse.csr_array:
        if "transposed" in self.__dict__ and "matrix" in self.transposed.__dict__:
            return turned(self.transposed.matrix)
        return self._rows(None)

    def rows(self, index: Index) -> sparse.csr_array:
        """Computed anew unless stored."""
        return sparse.csr_array(self.matrix[index]) if self.stored else self._rows(index)

    def _rows(self, index: Index | None) -> sparse.csr_array:
        result = None
        for first, middle, second in self.factors:
            left = (
                first.matrix if index is None and first.stored else first.rows(_all(first, index))
            ).astype(np.int64)
            if middle is not None:
                left.data = left.data * middle.value[left.indices]
            right = second.matrix if second.stored else scattered(second, np.unique(left.indices))
            part = left @ right.astype(np.int64)
            result = part if result is None else result * part
        result = sparse.csr_array(result)
        result.sum_duplicates()
        result.eliminate_zeros()
        return result

    def through(self, ends: Bound) -> Bound:
        """The smallest bound of the factors."""
        bounds = [first.through(second.through(ends)) for first, _, second in self.factors]
        least: Bound = np.minimum.reduce(bounds)
        return least

    def flip(self) -> Pairs:
        """The walks taken backwards."""
        if all(second.transposed is first for first, _, second in self.factors):
            return self
        turned_factors = tuple(
            (second.transposed, middle, first.transposed) for first, middle, second in self.factors
        )
        flipped = WalkPairs(turned_factors, self.limit)
        flipped.__dict__["stored"] = self.stored
        return flipped


@dataclass(frozen=True, eq=False)
class StoredPairs(Pairs):
    """A matrix that was computed elsewhere."""

    values: sparse.csr_array
    stored = True

    @property
    def shape(self) -> tuple[int, int]:  # type: ignore[override]
        """(n_a, n_b)."""
        return (self.values.shape[0], self.values.shape[1])

    @cached_property
    def matrix(self) -> sparse.csr_array:
        return self.values

    def through(self, ends: Bound) -> Bound:
        """Exact."""
        pattern = sparse.csr_array(
            (np.ones(self.values.nnz), self.values.indices, self.values.indptr),
            shape=self.values.shape,
        )
        sums: Bound = pattern @ ends
        return sums

    def flip(self) -> Pairs:
        """Transposed."""
        return StoredPairs(turned(self.values))


def turned(matrix: sparse.csr_array) -> sparse.csr_array:
    """The transpose as CSR with sorted rows."""
    return sparse.csr_array(matrix.T.tocsr())


def row_ranges(held: Bound, first: int) -> Iterator[tuple[int, int]]:
    """Ranges of rows from `first` on, with at most BLOCK_ENTRIES or a single row each."""
    reached = np.cumsum(held)
    start = 0
    while start < len(held):
        before = reached[start - 1] if start else 0.0
        end = max(start + 1, int(np.searchsorted(reached, before + BLOCK_ENTRIES, side="right")))
        yield first + start, first + end
        start = end


def scattered(pairs: Pairs, index: Index) -> sparse.csr_array:
    """The wanted rows in their places, all other rows empty: (n_a, n_b) CSR."""
    rows = pairs.rows(index.astype(np.int64))
    lengths = np.zeros(pairs.shape[0] + 1, dtype=np.int64)
    lengths[index.astype(np.int64) + 1] = np.diff(rows.indptr)
    return sparse.csr_array((rows.data, rows.indices, np.cumsum(lengths)), shape=pairs.shape)


def stacked(parts: list[sparse.csr_array], shape: tuple[int, int]) -> sparse.csr_array:
    """Blocks of rows one below the other: (n_a, n_b) int64 CSR."""
    if not parts:
        return sparse.csr_array(shape, dtype=np.int64)
    return sparse.csr_array(sparse.vstack(parts, format="csr"))


def _all(pairs: Pairs, index: Index | None) -> Index:
    return np.arange(pairs.shape[0]) if index is None else index
