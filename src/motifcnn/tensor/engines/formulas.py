"""Formulas for motifs of two and three nodes, and for rings and cliques of four.

Each formula gives N_v, the injective maps per (target, image of motif node v), from a few matrix
operations. `scipy_formulas` writes these operations with scipy; `compiled` has them as kernels that
give the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.engines.engine import Counted
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES
from motifcnn.tensor.pattern.bounds import walks_to
from motifcnn.tensor.pattern.problem import MatchingProblem

Matrix: TypeAlias = sparse.csr_array
Totals = npt.NDArray[np.int64]
Paths = tuple[Matrix, Matrix, Totals]
"""Maps per (target, one node), per (target, the other node) and per target."""


@dataclass(frozen=True)
class Operations:
    """The matrix operations that the formulas use; `scipy_formulas` defines them.

    `cycle` and `four_clique` are None where they are not offered.
    """

    path: Callable[..., Paths]
    triangle: Callable[..., Paths]
    undirected_triangle: Callable[[Matrix], Matrix]
    cycle: Callable[..., tuple[Matrix, Matrix, Matrix, Totals]] | None = None
    four_clique: Callable[[Matrix], Matrix] | None = None


Maps = dict[int, Matrix]
Formula = Callable[[MatchingProblem, Operations], tuple[Maps, Totals]]


def find_formula(problem: MatchingProblem) -> Formula | None:
    """The formula that counts this problem, or None.

    Larger motifs have none, nor have those with pairs that must not be linked.
    """
    if problem.unlinked:
        return None
    n, pairs = len(problem.types), len(problem.linked) // 2
    if n == 2:
        return edge
    if n == 3:
        if pairs == 3:
            return closed
        return centre if len(problem.neighbours(0)) == 2 else path
    if n == 4 and pairs == 6 and is_one_undirected(problem):
        return clique
    if (
        n == 4
        and pairs == 4
        and all(len(problem.neighbours(node)) == 2 for node in range(4))
        and _ring_fits(problem)
    ):
        return ring
    return None


def count_by_formula(problem: MatchingProblem, operations: Operations) -> Counted:
    """Instances per target and one matrix per role, of a problem that has a formula."""
    formula = find_formula(problem)
    assert formula is not None
    maps, per_target = formula(problem, operations)
    used = [id(maps[member]) for members in problem.roles for member in dict.fromkeys(members)]
    matrices = []
    for members in problem.roles:
        own = [maps[member] for member in members]
        alone = used.count(id(own[0])) == len(own)
        matrices.append(_role_matrix(own, problem.symmetries, in_place=alone))
    return per_target // problem.symmetries, matrices


def extra_map_bytes(problem: MatchingProblem) -> float:
    """Upper bound on the memory of the maps N_v that are not the matrix of a role by themselves."""
    formula = find_formula(problem)
    alone = {members[0] for members in problem.roles if len(members) == 1}
    others = [node for node in range(1, len(problem.types)) if node not in alone]
    if formula is path:  # it leaves the end out if no role asks for it
        asked = {member for members in problem.roles for member in members}
        others = [node for node in others if node in asked or (0, node) in problem.linked]
    if formula in (closed, clique) and is_one_undirected(problem):  # one matrix for all nodes
        several = len(problem.roles) > 1 or len(others) < len(problem.types) - 1
        others = others[:1] if several else []
    entries = (np.minimum(walks_to(problem, v), problem.sizes[v]).sum() for v in others)
    return float(ENTRY_BYTES * sum(entries))


def edge(problem: MatchingProblem, operations: Operations) -> tuple[Maps, Totals]:
    """t-a: the link itself."""
    link = problem.linked[0, 1]
    return {1: with_values(link, np.ones(link.nnz, dtype=np.int64))}, np.diff(link.indptr).astype(
        np.int64
    )


def centre(problem: MatchingProblem, operations: Operations) -> tuple[Maps, Totals]:
    """a-t-b: N_a[i, a] = degree of i towards b, less one if a itself could be that b."""
    maps: Maps = {}
    for node, other in ((1, 2), (2, 1)):
        link, towards = problem.linked[0, node], problem.linked[0, other]
        if node == 2 and link is towards:
            maps[2] = maps[1]
            continue
        degree = np.diff(towards.indptr).astype(np.int64)
        values = np.repeat(degree, np.diff(link.indptr))
        if problem.types[node] == problem.types[other]:
            values -= both(link, towards)
        maps[node] = with_values(link, values)
    return maps, row_sums(maps[1])


def path(problem: MatchingProblem, operations: Operations) -> tuple[Maps, Totals]:
    """t-a-b: N_b = (t-a)(a-b) off the diagonal, and N_a from the degree of a towards b.

    N_a[i, a] is this degree, less one if i itself could be that b.
    """
    middle = problem.neighbours(0)[0]
    end = 3 - middle
    first, second = problem.linked[0, middle], problem.linked[middle, end]
    if not any(end in members for members in problem.roles):  # the product is never needed
        values = np.diff(second.indptr).astype(np.int64)[first.indices]
        if problem.types[0] == problem.types[end]:
            values -= both(first, problem.linked[end, middle])
        matrix = with_values(first, values)
        return {middle: matrix}, row_sums(matrix)
    through, reached, maps = operations.path(
        first, second, off_diagonal=problem.types[0] == problem.types[end]
    )
    return {middle: through, end: reached}, maps


def closed(problem: MatchingProblem, operations: Operations) -> tuple[Maps, Totals]:
    """t-a, t-b, a-b: N_a[i, a] = common b of i and a."""
    if is_one_undirected(problem):
        matrix = operations.undirected_triangle(problem.linked[0, 1])
        return {1: matrix, 2: matrix}, row_sums(matrix)
    links = problem.linked
    a, b, maps = operations.triangle(links[0, 1], links[0, 2], links[1, 2], links[2, 1])
    return {1: a, 2: b}, maps


def ring(problem: MatchingProblem, operations: Operations) -> tuple[Maps, Totals]:
    """t-a-c-b-t: N_c from the ways over a and over b; `compiled.cycle` has the equations."""
    a, b = problem.neighbours(0)
    c = 6 - a - b
    assert operations.cycle is not None
    n_a, n_b, n_c, maps = operations.cycle(
        problem.linked[0, a],
        problem.linked[a, c],
        problem.linked[0, b],
        problem.linked[b, c],
        off_diagonal=problem.types[c] == problem.types[0],
    )
    return {a: n_a, b: n_b, c: n_c}, maps


def clique(problem: MatchingProblem, operations: Operations) -> tuple[Maps, Totals]:
    """Four nodes, all linked: a clique on a link (i, j) has 2 maps that send t to i and v to j."""
    assert operations.four_clique is not None
    matrix = operations.four_clique(problem.linked[0, 1])
    matrix.data *= 2
    return {1: matrix, 2: matrix, 3: matrix}, row_sums(matrix)


def is_one_undirected(problem: MatchingProblem) -> bool:
    """Whether all links are the same symmetric matrix."""
    return len({id(matrix) for matrix in problem.linked.values()}) == 1


def _ring_fits(problem: MatchingProblem) -> bool:
    """Whether the two middles of a ring have different types, or ask for the same links."""
    a, b = problem.neighbours(0)
    c = 6 - a - b
    same = (
        problem.linked[0, a] is problem.linked[0, b]
        and problem.linked[a, c] is problem.linked[b, c]
    )
    return same or problem.types[a] != problem.types[b]


def _role_matrix(maps: list[Matrix], symmetries: int, *, in_place: bool) -> Matrix:
    """The instances per (target, node in the role): the members' maps, over maps per instance.

    With `in_place` no other role needs these matrices, and the result takes their memory.
    """
    if all(matrix is maps[0] for matrix in maps):
        matrix, times = maps[0], len(maps)
        if times == symmetries:
            return matrix
        if not in_place:
            matrix = matrix.copy()
        matrix.data *= times
        matrix.data //= symmetries
        return matrix
    total = sparse.csr_array(sum(maps[1:], start=maps[0]))
    total.data //= symmetries
    return total


def with_values(pattern: Matrix, values: npt.NDArray[np.int64]) -> Matrix:
    """A matrix with the places of `pattern` and these values; zeros are left out."""
    matrix = sparse.csr_array(
        (values, pattern.indices.copy(), pattern.indptr.copy()), shape=pattern.shape
    )
    if not values.all():
        matrix.eliminate_zeros()
    return matrix


def both(one: Matrix, other: Matrix) -> npt.NDArray[np.int64] | int:
    """For each entry of `one`, 1 if `other` has it too."""
    if one is other:
        return 1
    marked = (
        sparse.csr_array((np.arange(1, one.nnz + 1), one.indices, one.indptr), shape=one.shape)
        * other
    )
    shared = np.zeros(one.nnz, dtype=np.int64)
    shared[sparse.csr_array(marked).data - 1] = 1
    return shared


def row_sums(matrix: Matrix) -> npt.NDArray[np.int64]:
    """Sum of each row in int64: (rows,)."""
    sums: npt.NDArray[np.int64] = matrix @ np.ones(matrix.shape[1], dtype=np.int64)
    return sums
