"""Building CSR matrices row by row in parallel, with one copy of the output in memory.

Every thread owns a range of rows and writes them one after the other into its own segment of a buffer that was sized by an
upper bound; pages that no row reaches are never touched. Afterwards the segments are moved together and the buffer is cut.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

INT32_MAX = np.iinfo(np.int32).max
REPORTS = 16  # how often a job that is watched reports
WORTH_A_THREAD = 200_000  # steps; for less, waking another thread can take longer than it saves
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Segments:
    """A CSR matrix in the making.

    Parameters
    ----------
    shape : (rows, columns)
    cuts : (threads + 1,) int64
        Thread t owns the rows cuts[t] to cuts[t + 1].
    starts : (threads,) int64
        Where its segment begins.
    indices, data : (bound,) unsigned and int64
    lengths : (rows,) int64
        Filled by the kernel: entries of each row.
    """

    shape: tuple[int, int]
    cuts: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    indices: npt.NDArray[np.int32] | npt.NDArray[np.int64]
    data: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]

    def part(self, group: slice) -> tuple[npt.NDArray[Any], ...]:
        """What a kernel needs to fill some of the parts: their starts, the indices (unsigned), the data and the lengths."""
        return self.starts[group], unsigned(self.indices), self.data, self.lengths

    def close(self) -> sparse.csr_array:
        """Moves the segments together and returns the matrix; the buffers are gone afterwards."""
        indptr = np.zeros(self.shape[0] + 1, dtype=self.indices.dtype)
        np.cumsum(self.lengths, out=indptr[1:])
        for first, last, start in zip(self.cuts[:-1], self.cuts[1:], self.starts, strict=True):
            for values in (self.indices, self.data):
                _move(values, int(start), int(indptr[first]), int(indptr[last]) - int(indptr[first]))
        for values in (self.indices, self.data):
            values.resize(int(indptr[-1]), refcheck=False)
        return sparse.csr_array((self.data, self.indices, indptr), shape=self.shape)


def open_segments(
    shape: tuple[int, int],
    bound: npt.NDArray[np.integer],
    work: npt.NDArray[np.generic],
    threads: int,
    index_type: type[np.signedinteger] | None = None,
) -> Segments:
    """Room for at most `bound[i]` entries in row i; rows are shared out so that threads have about the same `work`."""
    cuts = balanced_cuts(work, threads)
    room = np.array([bound[first:last].sum(dtype=np.int64) for first, last in pairwise(cuts)])
    total = int(room.sum())
    if index_type is None:
        index_type = np.int32 if total + threads < INT32_MAX else np.int64
    # A spare entry behind each segment: kernels write a candidate before they know whether it counts.
    return Segments(
        shape=shape,
        cuts=cuts,
        starts=np.cumsum(room) - room + np.arange(threads),
        indices=np.empty(total + threads, dtype=index_type),
        data=np.empty(total + threads, dtype=np.int64),
        lengths=np.zeros(shape[0], dtype=np.int64),
    )


def groups(parts: int, progress: Progress | None) -> Iterator[slice]:
    """Slices of the parts of a job, to be run one after the other; all at once where nobody watches."""
    size = parts if progress is None else max(1, parts // REPORTS)
    for first in range(0, parts, size):
        yield slice(first, min(first + size, parts))
        if progress is not None:
            progress(min(first + size, parts) / parts)


def parts_for(work: float, threads: int, progress: Progress | None) -> int:
    """Into how many parts a job of so many steps is cut: one per thread that is worth waking, or enough to report on the way."""
    awake = int(min(threads, max(1, work // WORTH_A_THREAD)))
    return awake if progress is None else threads * REPORTS


def balanced_cuts(work: npt.NDArray[np.generic], threads: int) -> npt.NDArray[np.int64]:
    """Borders of `threads` ranges of rows with about the same work, (threads + 1,) int64.

    Examples
    --------
    >>> balanced_cuts(np.array([1, 1, 1, 3]), 2).tolist()
    [0, 3, 4]
    """
    if threads == 1:
        return np.array([0, len(work)])
    done = np.cumsum(work, dtype=np.float64)
    shares = np.arange(1, threads) * (done[-1] if len(done) else 0.0) / threads
    inner = np.minimum(np.searchsorted(done, shares) + 1, len(work))
    return np.concatenate([[0], inner, [len(work)]]).astype(np.int64)


def unsigned(indices: npt.NDArray[np.signedinteger]) -> npt.NDArray[np.unsignedinteger]:
    """The same memory as unsigned numbers: Numba then leaves out the test for negative indices in inner loops."""
    return indices.view(np.uint32 if indices.dtype == np.int32 else np.uint64)


def _move(values: npt.NDArray[np.generic], source: int, target: int, count: int) -> None:
    if source == target or count == 0:
        return
    address = values.ctypes.data
    ctypes.memmove(address + target * values.itemsize, address + source * values.itemsize, count * values.itemsize)
