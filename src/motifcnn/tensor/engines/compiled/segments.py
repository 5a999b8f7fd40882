"""CSR matrices built row by row in parallel, with one copy of the output in memory.

Every thread owns a range of rows and writes them one after the other into its own segment of a
buffer that is sized by an upper bound; pages that no row reaches are never touched. Then the
segments are moved together. A long job does that in rounds, so that gaps are a small share of the
output at any time, and the buffer is cut at the end.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.engines.engine import Progress

UNWRITTEN = -1  # length of a row that a kernel has still to write
INT32_MAX = np.iinfo(np.int32).max
ROUNDS = 16  # of a job that is long or reports its progress
LONG_JOB = 20_000_000  # steps: well under a second
WORTH_A_THREAD = 200_000  # steps; with fewer, waking a thread can take longer than it saves


@dataclass(frozen=True)
class Schedule:
    """A job in `parts` parts, `at_once` of which run in parallel."""

    parts: int
    at_once: int

    def groups(self, progress: Progress | None) -> Iterator[slice]:
        """The parts that run in parallel, round after round; reports after each round."""
        for first in range(0, self.parts, self.at_once):
            yield slice(first, min(first + self.at_once, self.parts))
            if progress is not None:
                progress(min(first + self.at_once, self.parts) / self.parts)


def schedule(work: float, threads: int, progress: Progress | None) -> Schedule:
    """One part per thread that is worth waking; in rounds if long, or to report progress."""
    awake = int(min(threads, max(1, work // WORTH_A_THREAD)))
    rounds = ROUNDS if progress is not None or work >= LONG_JOB else 1
    return Schedule(awake * rounds, awake)


@dataclass
class Segments:
    """A CSR matrix in the making.

    Parameters
    ----------
    shape : (rows, columns)
    cuts : (parts + 1,) int64
        Part p is the rows cuts[p] to cuts[p + 1].
    room : (parts,) int64
        Upper bound on its entries.
    indices, data : (bound,) signed and int64
    lengths : (rows,) int64
        Filled by the kernel: entries of each row.
    """

    shape: tuple[int, int]
    cuts: npt.NDArray[np.int64]
    room: npt.NDArray[np.int64]
    indices: npt.NDArray[np.int32] | npt.NDArray[np.int64]
    data: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    filled: int = 0

    def part(self, group: slice) -> tuple[npt.NDArray[Any], ...]:
        """What a kernel fills: where each part of the group begins, indices, data and lengths."""
        return self._starts(group), unsigned(self.indices), self.data, self.lengths

    def settle(self, group: slice) -> None:
        """Moves the filled segments of a group together, behind those of earlier groups.

        A row that is still `UNWRITTEN` is a `MemoryError`: a thread that cannot allocate its
        counters ends without a word.
        """
        for number, start in enumerate(self._starts(group).tolist(), start=group.start):
            lengths = self.lengths[self.cuts[number] : self.cuts[number + 1]]
            if lengths.min(initial=0) == UNWRITTEN:
                raise MemoryError("a thread could not allocate its counters")
            count = int(lengths.sum())
            for values in (self.indices, self.data):
                _move(values, start, self.filled, count)
            self.filled += count

    def close(self) -> sparse.csr_array:
        """The matrix, after all groups are settled. It takes the buffers over."""
        indptr = np.zeros(self.shape[0] + 1, dtype=self.indices.dtype)
        np.cumsum(self.lengths, out=indptr[1:])
        for values in (self.indices, self.data):
            values.resize(self.filled, refcheck=False)
        return sparse.csr_array((self.data, self.indices, indptr), shape=self.shape)

    def _starts(self, group: slice) -> npt.NDArray[np.int64]:
        # A spare entry behind each segment, as kernels write candidates before testing them.
        room = self.room[group] + 1
        return self.filled + np.cumsum(room) - room


@dataclass(frozen=True)
class RowLayout:
    """How rows are divided into parts: `cuts` and `room` as in `Segments`."""

    cuts: npt.NDArray[np.int64]
    room: npt.NDArray[np.int64]


def lay_out(bound: npt.NDArray[np.integer], cuts: npt.NDArray[np.int64]) -> RowLayout:
    """Room for at most `bound[i]` entries in row i, in the parts between the cuts."""
    return RowLayout(
        cuts, np.array([bound[first:last].sum(dtype=np.int64) for first, last in pairwise(cuts)])
    )


def open_segments(
    shape: tuple[int, int], layout: RowLayout, index_type: type[np.signedinteger] | None = None
) -> Segments:
    """Empty segments with room as laid out."""
    total = int(layout.room.sum()) + len(layout.room)
    if index_type is None:
        index_type = np.int32 if total < INT32_MAX else np.int64
    return Segments(
        shape=shape,
        cuts=layout.cuts,
        room=layout.room,
        indices=np.empty(total, dtype=index_type),
        data=np.empty(total, dtype=np.int64),
        lengths=np.full(shape[0], UNWRITTEN, dtype=np.int64),
    )


def unsigned(indices: npt.NDArray[np.signedinteger]) -> npt.NDArray[np.unsignedinteger]:
    """The same memory, unsigned: Numba then does not test indices for being negative."""
    return indices.view(np.uint32 if indices.dtype == np.int32 else np.uint64)


def _move(values: npt.NDArray[np.generic], source: int, target: int, count: int) -> None:
    if source == target or count == 0:
        return
    address = values.ctypes.data
    ctypes.memmove(
        address + target * values.itemsize,
        address + source * values.itemsize,
        count * values.itemsize,
    )
