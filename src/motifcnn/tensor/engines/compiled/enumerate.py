"""Any connected motif: instances met one by one, in one compiled loop for all shapes.

The motif is data, not code: a `Program` says for each position which earlier nodes it must be
linked with, which not, and how it compares with them. The candidates of a position are the shortest
of its neighbour lists, tested against the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import work_chunks
from motifcnn.tensor.engines.compiled.search import holds
from motifcnn.tensor.engines.compiled.segments import (
    UNWRITTEN,
    lay_out,
    open_segments,
    schedule,
    unsigned,
)
from motifcnn.tensor.engines.engine import Counted, Progress
from motifcnn.tensor.kernel.kernel import kernel
from motifcnn.tensor.pattern.order import placement, tree_bound
from motifcnn.tensor.pattern.problem import MatchingProblem

LINKED, UNLINKED, DIFFERENT, SMALLER, GREATER = range(5)


def enumerate_instances(
    problem: MatchingProblem,
    bounds: list[npt.NDArray[np.int64]],
    *,
    progress: Progress | None = None,
) -> Counted:
    """Instances per target and one matrix per role.

    `bounds[k]` bounds the entries of each row of role k, (n_target,).
    """
    order, program = make_program(problem)
    work = tree_bound(problem, order)
    job = schedule(work.sum(), nb.get_num_threads(), progress)
    cuts = work_chunks(work, job.parts)
    largest = max(int(bound.sum()) for bound in bounds) + job.parts
    index_type = np.int32 if largest < np.iinfo(np.int32).max else np.int64
    outputs = [
        open_segments(
            (problem.n_targets, problem.sizes[members[0]]), lay_out(bound, cuts), index_type
        )
        for members, bound in zip(problem.roles, bounds, strict=True)
    ]
    instances = np.zeros(problem.n_targets, dtype=np.int64)
    lengths = np.full((len(outputs), problem.n_targets), UNWRITTEN, dtype=np.int64)
    sizes = np.array([out.shape[1] for out in outputs], dtype=np.int64)
    for group in job.groups(progress):
        _instances(
            program.first,
            program.tests,
            program.role,
            program.indptr,
            program.indices,
            program.offset,
            sizes,
            outputs[0].cuts[group.start : group.stop + 1],
            np.stack([out.part(group)[0] for out in outputs]),
            tuple(unsigned(out.indices) for out in outputs),
            tuple(out.data for out in outputs),
            lengths,
            instances,
        )
        for out, entries in zip(outputs, lengths, strict=True):
            out.lengths[:] = entries
            out.settle(group)
    return instances, [out.close() for out in outputs]


@dataclass(frozen=True)
class Program:
    """A motif for the enumeration.

    The tests of position d are the rows first[d] to first[d + 1] of `tests`: (kind, earlier
    position, matrix).

    Parameters
    ----------
    first : (positions + 1,) int64
    tests : (m, 3) int64
        LINKED tests come first for each position.
    role : (positions,) int64
        Role of each position, -1 for none.
    indptr, indices : the link matrices, one after the other
    offset : (matrices,) int64
        Where the row pointer of each begins.
    """

    first: npt.NDArray[np.int64]
    tests: npt.NDArray[np.int64]
    role: npt.NDArray[np.int64]
    indptr: npt.NDArray[np.int64]
    indices: npt.NDArray[np.unsignedinteger]
    offset: npt.NDArray[np.int64]


def make_program(problem: MatchingProblem) -> tuple[tuple[int, ...], Program]:
    """The order of the nodes and the program that finds them."""
    order = placement(problem)
    matrices: dict[int, tuple[int, sparse.csr_array]] = {}

    def number(matrix: sparse.csr_array) -> int:
        return matrices.setdefault(id(matrix), (len(matrices), matrix))[0]

    tests: list[tuple[int, int, int]] = []
    first = [0, 0]
    for position in range(1, len(order)):
        node, placed = order[position], list(enumerate(order[:position]))
        tests += [
            (LINKED, d, number(problem.linked[p, node]))
            for d, p in placed
            if (p, node) in problem.linked
        ]
        tests += [
            (UNLINKED, d, number(problem.unlinked[p, node]))
            for d, p in placed
            if (p, node) in problem.unlinked
        ]
        tests += [(SMALLER, d, -1) for d, p in placed if (p, node) in problem.smaller]
        tests += [(GREATER, d, -1) for d, p in placed if (node, p) in problem.smaller]
        tests += [
            (DIFFERENT, d, -1)
            for d, p in placed
            if problem.types[p] == problem.types[node] and (p, node) not in problem.linked
        ]
        first.append(len(tests))
    role = [
        next((k for k, members in enumerate(problem.roles) if node in members), -1)
        for node in order
    ]
    kept = [matrix for _, matrix in matrices.values()]
    starts = np.cumsum([0, *(matrix.nnz for matrix in kept[:-1])])
    program = Program(
        first=np.array(first, dtype=np.int64),
        tests=np.array(tests, dtype=np.int64).reshape(-1, 3),
        role=np.array(role, dtype=np.int64),
        indptr=np.concatenate(
            [
                matrix.indptr.astype(np.int64) + start
                for matrix, start in zip(kept, starts, strict=True)
            ]
        ),
        indices=np.concatenate([unsigned(matrix.indices) for matrix in kept]),
        offset=np.cumsum([0, *(matrix.shape[0] + 1 for matrix in kept[:-1])]).astype(np.int64),
    )
    return order, program


@kernel()
def _passes(first, tests, indptr, indices, offset, image, base, position, candidate):
    for k in range(first[position], first[position + 1]):
        if k == base:
            continue
        kind, earlier = tests[k, 0], image[tests[k, 1]]
        if kind in (LINKED, UNLINKED):
            if holds(indptr, indices, offset[tests[k, 2]] + earlier, candidate) != (kind == LINKED):
                return False
        elif (
            (kind == DIFFERENT and earlier == candidate)
            or (kind == SMALLER and earlier >= candidate)
            or (kind == GREATER and earlier <= candidate)
        ):
            return False
    return True


@kernel()
def _shortest(first, tests, indptr, offset, image, position):
    """The LINKED test with the fewest candidates, and the range of these."""
    base, low, high = -1, 0, 0
    for k in range(first[position], first[position + 1]):
        if tests[k, 0] != LINKED:
            break
        at = offset[tests[k, 2]] + image[tests[k, 1]]
        if base < 0 or indptr[at + 1] - indptr[at] < high - low:
            base, low, high = k, indptr[at], indptr[at + 1]
    return base, low, high


@kernel()
def _leaves(first, tests, indptr, indices, offset, image, base, low, high, met, touched, n_touched):
    """How many candidates of the last position pass; `met` counts each, if it has a role.

    `n_touched` is the number of candidates met so far, or -1 if the position has no role.
    """
    found = 0
    position = len(first) - 2
    for x in range(low, high):
        candidate = np.int64(indices[x])
        if _passes(first, tests, indptr, indices, offset, image, base, position, candidate):
            found += 1
            if n_touched >= 0:
                touched[n_touched] = candidate
                n_touched += met[candidate] == 0
                met[candidate] += 1
    return found, n_touched


@kernel(parallel=True)
def _instances(
    first,
    tests,
    role,
    indptr,
    indices,
    offset,
    sizes,
    cuts,
    starts,
    out_indices,
    out_data,
    lengths,
    instances,
):
    """Thread t counts the targets cuts[t] to cuts[t + 1]; role k goes to out_*[k]."""
    last = len(first) - 2
    roles = len(sizes)
    # Where the counters of each role begin, with a spare one behind each.
    begin = np.zeros(roles + 1, dtype=np.int64)
    begin[1:] = np.cumsum(sizes + 1)
    for thread in nb.prange(len(cuts) - 1):
        met = np.zeros(begin[roles], dtype=np.int64)
        touched = np.empty(begin[roles], dtype=np.int64)
        n_touched = np.zeros(roles, dtype=np.int64)
        image = np.zeros(last + 1, dtype=np.int64)
        base = np.zeros(last + 1, dtype=np.int64)
        low = np.zeros(last + 1, dtype=np.int64)
        high = np.zeros(last + 1, dtype=np.int64)
        # Instances found with the current image of each position.
        below = np.zeros(last + 1, dtype=np.int64)
        written = np.zeros(roles, dtype=np.int64)
        for target in range(cuts[thread], cuts[thread + 1]):
            image[0] = target
            below[0] = 0
            position = 1
            base[1], low[1], high[1] = _shortest(first, tests, indptr, offset, image, 1)
            while position > 0:
                found = 0
                if low[position] == high[position]:  # no candidate left: back by one position
                    position -= 1
                    found = below[position]
                    candidate = image[position]
                    below[position] = 0
                    if position == 0:
                        instances[target] = found
                        break
                elif position == last:
                    k = role[last]
                    from_, to = (begin[k], begin[k + 1]) if k >= 0 else (0, 0)
                    below[last - 1], seen = _leaves(
                        first,
                        tests,
                        indptr,
                        indices,
                        offset,
                        image,
                        base[last],
                        low[last],
                        high[last],
                        met[from_:to],
                        touched[from_:to],
                        n_touched[k] if k >= 0 else -1,
                    )
                    if k >= 0:
                        n_touched[k] = seen
                    low[last] = high[last]
                else:
                    candidate = np.int64(indices[low[position]])
                    low[position] += 1
                    if _passes(
                        first,
                        tests,
                        indptr,
                        indices,
                        offset,
                        image,
                        base[position],
                        position,
                        candidate,
                    ):
                        image[position] = candidate
                        position += 1
                        base[position], low[position], high[position] = _shortest(
                            first, tests, indptr, offset, image, position
                        )
                if found:
                    below[position - 1] += found
                    k = role[position]
                    if k >= 0:
                        if met[begin[k] + candidate] == 0:
                            touched[begin[k] + n_touched[k]] = candidate
                            n_touched[k] += 1
                        met[begin[k] + candidate] += found
            for k in range(roles):
                at = starts[k, thread] + written[k]
                nodes = touched[begin[k] : begin[k] + n_touched[k]]
                nodes.sort()
                for node in nodes:
                    out_indices[k][at] = node
                    out_data[k][at] = met[begin[k] + node]
                    met[begin[k] + node] = 0
                    at += 1
                lengths[k, target] = n_touched[k]
                written[k] += n_touched[k]
                n_touched[k] = 0
