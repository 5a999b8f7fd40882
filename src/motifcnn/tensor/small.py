"""Motifs of two and three nodes, and four-node rings and cliques, by formulas over a few matrix operations.

Each formula gives N_v, the injective maps per (target, image of motif node v). The operations come from `algebra` (scipy) or from
compiled kernels; both mean the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.problem import Problem

Matrix = sparse.csr_array
Counted = tuple[npt.NDArray[np.int64], list[Matrix]]


@dataclass(frozen=True)
class Operations:
    """The matrix operations that the formulas need; see `algebra` for their meaning. None: not offered."""

    product: Callable[..., Matrix]
    triangle: Callable[[Matrix, Matrix, Matrix, Matrix], tuple[Matrix, Matrix]]
    undirected_triangle: Callable[[Matrix], Matrix]
    cycle: Callable[..., tuple[Matrix, Matrix, Matrix]] | None = None
    four_clique: Callable[[Matrix], Matrix] | None = None


Formula = Callable[[Problem, Operations], dict[int, Matrix]]


def find_formula(problem: Problem) -> Formula | None:
    """The formula that fits, or None: larger motifs, and pairs that must not be linked, are for the enumerations."""
    if problem.unlinked:
        return None
    n, pairs = len(problem.types), len(problem.linked) // 2
    if n == 2:
        return edge
    if n == 3:
        if pairs == 3:
            return closed
        return centre if len(problem.neighbours(0)) == 2 else path
    if n == 4 and pairs == 6 and _is_one_undirected(problem):
        return clique
    if n == 4 and pairs == 4 and all(len(problem.neighbours(node)) == 2 for node in range(4)) and _ring_fits(problem):
        return ring
    return None


def count_by_formula(problem: Problem, formula: Formula, operations: Operations) -> Counted:
    """Instances per target and one matrix per role."""
    maps = formula(problem, operations)
    matrices = [_role_matrix([maps[member] for member in members], problem.symmetries) for members in problem.roles]
    per_target = row_sums(matrices[0])
    return per_target // len(problem.roles[0]), matrices


def edge(problem: Problem, operations: Operations) -> dict[int, Matrix]:
    """t-a: the link itself."""
    link = problem.linked[0, 1]
    return {1: with_values(link, np.ones(link.nnz, dtype=np.int64))}


def centre(problem: Problem, operations: Operations) -> dict[int, Matrix]:
    """a-t-b: N_a[i, a] = degree of i towards b, less one if a itself could be that b."""
    maps = {}
    for node, other in ((1, 2), (2, 1)):
        link, towards = problem.linked[0, node], problem.linked[0, other]
        if node == 2 and link is towards:
            maps[2] = maps[1]
            continue
        degree = np.diff(towards.indptr).astype(np.int64)
        taken = both(link, towards) if problem.types[node] == problem.types[other] else 0
        maps[node] = with_values(link, np.repeat(degree, np.diff(link.indptr)) - taken)
    return maps


def path(problem: Problem, operations: Operations) -> dict[int, Matrix]:
    """t-a-b: N_b = (t-a)(a-b) off the diagonal, N_a[i, a] = degree of a towards b, less one if i itself could be that b."""
    middle = problem.neighbours(0)[0]
    end = 3 - middle
    first, second = problem.linked[0, middle], problem.linked[middle, end]
    back = problem.types[0] == problem.types[end]
    degree = np.diff(second.indptr).astype(np.int64)
    taken = both(first, problem.linked[end, middle]) if back else 0
    maps = {middle: with_values(first, degree[first.indices] - taken)}
    if any(end in members for members in problem.roles):
        maps[end] = operations.product(first, second, off_diagonal=back)
    return maps


def closed(problem: Problem, operations: Operations) -> dict[int, Matrix]:
    """t-a, t-b, a-b: N_a[i, a] = common b of i and a."""
    if _is_one_undirected(problem):
        matrix = operations.undirected_triangle(problem.linked[0, 1])
        return {1: matrix, 2: matrix}
    a, b = operations.triangle(problem.linked[0, 1], problem.linked[0, 2], problem.linked[1, 2], problem.linked[2, 1])
    return {1: a, 2: b}


def ring(problem: Problem, operations: Operations) -> dict[int, Matrix]:
    """t-a-c-b-t: see `cycle`."""
    a, b = problem.neighbours(0)
    c = 6 - a - b
    assert operations.cycle is not None
    n_a, n_b, n_c = operations.cycle(
        problem.linked[0, a],
        problem.linked[a, c],
        problem.linked[0, b],
        problem.linked[b, c],
        off_diagonal=problem.types[c] == problem.types[0],
    )
    return {a: n_a, b: n_b, c: n_c}


def clique(problem: Problem, operations: Operations) -> dict[int, Matrix]:
    """Four nodes, all linked: with each clique on a link come 2 maps that send one node to its other end."""
    assert operations.four_clique is not None
    matrix = operations.four_clique(problem.linked[0, 1])
    matrix.data *= 2
    return {1: matrix, 2: matrix, 3: matrix}


def _is_one_undirected(problem: Problem) -> bool:
    """Whether all links are the same symmetric matrix."""
    return len({id(matrix) for matrix in problem.linked.values()}) == 1


def _ring_fits(problem: Problem) -> bool:
    """Whether the two middles of a ring can never be confused: of different types, or asked for the same links."""
    a, b = problem.neighbours(0)
    c = 6 - a - b
    same = problem.linked[0, a] is problem.linked[0, b] and problem.linked[a, c] is problem.linked[b, c]
    return same or problem.types[a] != problem.types[b]


def _role_matrix(maps: list[Matrix], symmetries: int) -> Matrix:
    """The sum over a role's members of their maps, as instances: each has `symmetries` maps."""
    distinct = list({id(matrix): matrix for matrix in maps}.values())
    if len(distinct) == 1:
        matrix, times = distinct[0], len(maps)
        if times == symmetries:
            return matrix
        return with_values(matrix, matrix.data * times // symmetries)
    total = sparse.csr_array(sum(maps[1:], start=maps[0]))
    return with_values(total, total.data // symmetries)


def with_values(pattern: Matrix, values: npt.NDArray[np.int64]) -> Matrix:
    """A matrix with the places of `pattern` and these values; zeros are left out."""
    matrix = sparse.csr_array((values, pattern.indices.copy(), pattern.indptr.copy()), shape=pattern.shape)
    if not values.all():
        matrix.eliminate_zeros()
    return matrix


def both(one: Matrix, other: Matrix) -> npt.NDArray[np.int64] | int:
    """For each entry of `one`, 1 if `other` has it too."""
    if one is other:
        return 1
    marked = sparse.csr_array((np.arange(1, one.nnz + 1), one.indices, one.indptr), shape=one.shape) * other
    shared = np.zeros(one.nnz, dtype=np.int64)
    shared[sparse.csr_array(marked).data - 1] = 1
    return shared


def row_sums(matrix: Matrix) -> npt.NDArray[np.int64]:
    """Sum of each row in int64: (rows,)."""
    sums: npt.NDArray[np.int64] = matrix @ np.ones(matrix.shape[1], dtype=np.int64)
    return sums
