"""Triangles of an undirected graph: how many triangles lie on each link.

Two ways. Bit rows: the common neighbours of two linked nodes are the set bits of the conjunction of
their rows; best where rows are well filled. Oriented: each triangle is found once, from its node of
lowest degree; best where bits would be mostly empty.
"""

from __future__ import annotations

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import row_chunks
from motifcnn.tensor.engines.compiled.bits import bit_rows, ones
from motifcnn.tensor.engines.compiled.oriented import oriented_support
from motifcnn.tensor.engines.compiled.segments import ROUNDS, Schedule, unsigned
from motifcnn.tensor.engines.engine import Progress
from motifcnn.tensor.engines.memory_bound import MAX_BIT_BYTES
from motifcnn.tensor.kernel.kernel import kernel

# A step through a neighbour list costs as much as four words of a conjunction.
LIST_STEPS_PER_WORD = 0.25


def undirected_triangle(
    links: sparse.csr_array, *, progress: Progress | None = None
) -> sparse.csr_array:
    """Triangles on each link of a symmetric boolean matrix without diagonal.

    Links without triangles are left out.
    """
    degree = np.diff(links.indptr).astype(np.int64)
    words = (links.shape[0] + 63) // 64
    list_steps = float((np.sqrt(degree) * degree).sum())  # grows as the oriented search does
    if (
        links.shape[0] * words * 8 <= MAX_BIT_BYTES
        and LIST_STEPS_PER_WORD * words * links.nnz / 2 < list_steps
    ):
        return _present(links, bit_support(links, progress=progress))
    return _present(links, oriented_support(links, progress=progress))


def bit_support(
    links: sparse.csr_array, *, progress: Progress | None = None
) -> npt.NDArray[np.int64]:
    """Triangles on each entry of a symmetric boolean matrix with sorted rows, (nnz,) int64."""
    indices = unsigned(links.indices)
    support = np.empty(links.nnz, dtype=np.int64)
    bits = bit_rows(links.indptr, indices, links.shape[1])
    at_once = 8 * nb.get_num_threads()
    job = Schedule(at_once * (1 if progress is None else ROUNDS), at_once)
    cuts = row_chunks(links.indptr, job.parts)
    mirror = _mirror(links.indptr, indices)
    for group in job.groups(progress):
        _conjoin(links.indptr, indices, bits, cuts[group.start : group.stop + 1], mirror, support)
    return support


def _present(links: sparse.csr_array, support: npt.NDArray[np.integer]) -> sparse.csr_array:
    """The links with triangles, and how many: int64."""
    cuts = row_chunks(links.indptr, 16 * nb.get_num_threads())
    indptr = np.zeros(len(links.indptr), dtype=links.indptr.dtype)
    _count_present(links.indptr, support, cuts, indptr)
    np.cumsum(indptr, out=indptr)
    indices, data = (
        np.empty(indptr[-1], dtype=links.indices.dtype),
        np.empty(indptr[-1], dtype=np.int64),
    )
    _fill_present(
        links.indptr, unsigned(links.indices), support, cuts, indptr, unsigned(indices), data
    )
    return sparse.csr_array((data, indices, indptr), shape=links.shape)


@kernel(parallel=True)
def _count_present(indptr, support, cuts, lengths):
    for part in nb.prange(len(cuts) - 1):
        for i in range(cuts[part], cuts[part + 1]):
            present = 0
            for x in range(indptr[i], indptr[i + 1]):
                present += support[x] > 0
            lengths[i + 1] = present


@kernel(parallel=True)
def _fill_present(indptr, indices, support, cuts, starts, out, data):
    for part in nb.prange(len(cuts) - 1):
        at, end = np.uint64(starts[cuts[part]]), np.uint64(starts[cuts[part + 1]])
        for x in range(np.uint64(indptr[cuts[part]]), np.uint64(indptr[cuts[part + 1]])):
            # An entry is written before it is known to count; behind the last one of this part, it
            # would be another part's.
            if at < end:
                out[at], data[at] = indices[x], support[x]
                at += np.uint64(support[x] > 0)


@kernel(parallel=True)
def _conjoin(indptr, indices, bits, cuts, mirror, support):
    for part in nb.prange(len(cuts) - 1):
        for i in range(cuts[part], cuts[part + 1]):
            row = bits[i]
            for x in range(indptr[i], indptr[i + 1]):
                j = np.int64(indices[x])
                if j > i:
                    other = bits[j]
                    common = np.uint64(0)
                    for word in range(bits.shape[1]):
                        common += ones(row[word] & other[word])
                    support[x] = common
                    support[mirror[x]] = common


@kernel()
def _mirror(indptr, indices):
    """For the entry (i, j) of a symmetric matrix with sorted rows, where (j, i) stands."""
    following = indptr[:-1].astype(np.int64)
    mirror = np.empty(len(indices), dtype=np.int64)
    for i in range(len(indptr) - 1):
        for x in range(indptr[i], indptr[i + 1]):
            j = indices[x]
            mirror[x] = following[j]
            following[j] += 1
    return mirror
