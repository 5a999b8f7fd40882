"""Scratch: an upper bound on the memory that an engine takes beside its result, from degrees alone."""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.engines.formulas import clique, closed, is_one_undirected, path
from motifcnn.tensor.engines.join import CHUNK
from motifcnn.tensor.pattern.bounds import walks_to
from motifcnn.tensor.pattern.estimate import Estimate
from motifcnn.tensor.pattern.order import placement, tree_bound
from motifcnn.tensor.pattern.problem import MatchingProblem

ENTRY_BYTES = 12  # an int64 count and an int32 column
# As the kernels of undirected triangles have them, which are not loaded for a plan: rows of bits,
# or those of a core alone.
MAX_BIT_BYTES, MAX_CORE_BYTES = 256 << 20, 32 << 20


def scratch_bytes(known: Estimate, engine: str) -> int:
    """Bytes beside the tensor; kept with the problem, as the next count of it will ask again.

    Examples
    --------
    >>> from motifcnn.graph import Graph, Relation, Schema
    >>> from motifcnn.motif import Motif
    >>> from motifcnn.tensor.pattern.estimate import estimate
    >>> schema = Schema(("user",), (Relation("user", "friend", "user", directed=False),))
    >>> graph = Graph(schema, {("user", "friend", "user"): np.ones((30, 30))}, {"user": 30})
    >>> known = estimate(graph, Motif.parse("(t:user)--(a:user)--(c:user)--(t)"), induced=False)
    >>> scratch_bytes(known, "scipy") > 30 * 30 * ENTRY_BYTES  # all walks of two steps, before a link closes them
    True
    """
    key = f"scratch of {engine}"
    if key not in known.problem.memo:
        engines = {"scipy": _scipy, "join": _join, "enumerate": _enumerate, "matrix": _matrix}
        known.problem.memo[key] = int(engines[engine](known)) + 48 * known.problem.n_targets
    found: int = known.problem.memo[key]
    return found


def _scipy(known: Estimate) -> float:
    """Product, what is taken from or masked out of it, and result side by side; links as int64."""
    problem = known.problem
    work = 3 * ENTRY_BYTES * _stored(problem) + _unshared(known)
    if known.formula is closed:
        first, second = (
            np.minimum(
                problem.linked[0, a] @ np.diff(problem.linked[a, b].indptr).astype(float),
                problem.sizes[b],
            ).sum()
            for a, b in ((1, 2), (2, 1))
        )
        return work + 16.0 * float(max(first, second))
    return work + 2 * ENTRY_BYTES * max(known.nonzeros)


def _join(known: Estimate) -> float:
    """The table of partial instances and what expanding it needs; then each entry once as a key and once on its way to a row."""
    problem = known.problem
    largest = float(tree_bound(problem, placement(problem)).max(initial=0.0))
    rows = max(min(known.steps, 2 * CHUNK), largest)
    stored = max((int(matrix.nnz) for matrix in _distinct(problem)), default=0)
    return (
        rows * 8 * (len(problem.types) + 6)
        + 24 * stored
        + 32 * sum(min(entries, known.steps) for entries in known.nonzeros)
    )


def _enumerate(known: Estimate) -> float:
    """Per thread a counter for each column of each role; the links once more, one after the other."""
    problem = known.problem
    columns = sum(problem.sizes[members[0]] for members in problem.roles)
    copied = sum(4 * int(matrix.nnz) + 8 * int(matrix.shape[0]) for matrix in _distinct(problem))
    return _threads() * 16 * columns + copied + 16 * len(problem.roles) * problem.n_targets


def _matrix(known: Estimate) -> float:
    """Per thread a counter for each column; maps that are no role by themselves; and what a kernel needs besides."""
    problem, threads = known.problem, _threads()
    work = threads * 16 * max(problem.sizes) + _unshared(known)
    if known.formula is clique or (known.formula is closed and is_one_undirected(problem)):
        links = problem.linked[0, 1]
        degree = np.diff(links.indptr).astype(np.int64)
        if known.formula is clique:
            # Bits of the neighbourhood of one target per thread, and no two threads have the same
            # target.
            most = _largest(degree, threads).astype(float)
            return work + float((most * (most + 128) / 8).sum())
        bits = len(degree) * (len(degree) + 64.0) / 8
        bits = bits if bits <= MAX_BIT_BYTES else MAX_CORE_BYTES
        counters = (
            (threads + 4) * 4 * int(links.nnz)
            + threads * 64 * int(degree.max(initial=0))
            + 32 * len(degree)
        )
        return work + counters + bits
    return work + 2 * ENTRY_BYTES * _stored(problem)


def _unshared(known: Estimate) -> float:
    """Bytes of the maps that the formula makes of nodes that are not alone in a role."""
    problem = known.problem
    alone = {members[0] for members in problem.roles if len(members) == 1}
    others = [node for node in range(1, len(problem.types)) if node not in alone]
    if known.formula is path:  # it leaves out the end if no role asks for it
        asked = {member for members in problem.roles for member in members}
        others = [node for node in others if node in asked or (0, node) in problem.linked]
    if known.formula in (closed, clique) and is_one_undirected(
        problem
    ):  # the maps of all nodes are one matrix
        others = (
            others[:1] if len(problem.roles) > 1 or len(others) < len(problem.types) - 1 else []
        )
    return float(
        sum(
            ENTRY_BYTES * np.minimum(walks_to(problem, node), problem.sizes[node]).sum()
            for node in others
        )
    )


def _largest(values: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    return values if len(values) <= count else np.partition(values, len(values) - count)[-count:]


def _distinct(problem: MatchingProblem) -> list[sparse.csr_array]:
    return list(
        {
            id(matrix): matrix for matrix in (*problem.linked.values(), *problem.unlinked.values())
        }.values()
    )


def _stored(problem: MatchingProblem) -> int:
    return sum(int(matrix.nnz) for matrix in _distinct(problem))


def _threads() -> int:
    return os.cpu_count() or 1
