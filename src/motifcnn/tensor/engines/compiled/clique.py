"""Four-cliques of an undirected graph: triangles among the neighbours of each target, as bits."""

from __future__ import annotations

import numba as nb
import numpy as np
from scipy import sparse

from motifcnn.tensor.csr import work_chunks
from motifcnn.tensor.engines.compiled.bits import lowest, ones
from motifcnn.tensor.engines.compiled.path import walk_counts
from motifcnn.tensor.engines.compiled.segments import lay_out, open_segments, schedule, unsigned
from motifcnn.tensor.engines.engine import Progress
from motifcnn.tensor.kernel.kernel import kernel


def four_clique(links: sparse.csr_array, *, progress: Progress | None = None) -> sparse.csr_array:
    """Four-cliques on each link of a symmetric boolean matrix without diagonal.

    Links that are in none are left out.
    """
    indices = unsigned(links.indices)
    work = walk_counts(links, links)
    job = schedule(work.sum(), nb.get_num_threads(), progress)
    out = open_segments(links.shape, lay_out(np.diff(links.indptr), work_chunks(work, job.parts)))
    for group in job.groups(progress):
        _clique_rows(
            links.indptr,
            indices,
            links.shape[1],
            out.cuts[group.start : group.stop + 1],
            out.part(group),
        )
        out.settle(group)
    return out.close()


@kernel(parallel=True)
def _clique_rows(indptr, indices, columns, cuts, out):
    starts, out_indices, data, lengths = out
    for part in nb.prange(len(cuts) - 1):
        place = np.full(columns, -1, dtype=np.int32)
        at = starts[part]
        for i in range(cuts[part], cuts[part + 1]):
            begin = at
            first, degree = indptr[i], indptr[i + 1] - indptr[i]
            if degree < 3:
                lengths[i] = 0
                continue
            width = (degree + 63) >> 6
            # Which neighbours of i are linked with each other.
            local = np.zeros((degree, width), dtype=np.uint64)
            found = np.zeros(degree, dtype=np.int64)
            for k in range(degree):
                place[indices[first + k]] = k
            for k in range(degree):
                j = np.int64(indices[first + k])
                for x in range(indptr[j], indptr[j + 1]):
                    other = np.int64(place[indices[x]])
                    if other >= 0:
                        local[k, other >> 6] |= np.uint64(1) << np.uint64(other & 63)
            for k in range(degree):
                place[indices[first + k]] = -1
            for k in range(degree):
                row = local[k]
                for word in range(k >> 6, width):
                    rest = row[word]
                    while rest:
                        other = (word << 6) + np.int64(lowest(rest))
                        rest &= rest - np.uint64(1)
                        if other > k:
                            common = np.uint64(0)
                            others = local[other]
                            for w in range(width):
                                common += ones(row[w] & others[w])
                            found[k] += np.int64(common)
                            found[other] += np.int64(common)
            for k in range(degree):
                if found[k]:
                    out_indices[at] = indices[first + k]
                    data[at] = found[k] // 2  # each clique was met at both other pairs with k
                    at += 1
            lengths[i] = at - begin
