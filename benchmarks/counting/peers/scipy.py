"""scipy.sparse: one thread, row-wise products in C++."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.counting.cases import Problem
from benchmarks.counting.checksum import Checksum, of_both, of_half, of_matrix, of_total
from benchmarks.counting.peers import Method
from benchmarks.counting.peers.orient import by_degree


def methods(shape: str, homogeneous: bool, same_ends: bool) -> dict[str, Method]:
    """The product, masked where the motif is closed; oriented products for plain triangles."""
    if shape == "path":
        return {"scipy": Method(_path, of_matrix)}
    if shape == "pair":
        return {
            "scipy": Method(_pair, of_matrix),
            "scipy, both roles": Method(
                _pair_both, lambda both: of_both(*map(of_matrix, both)), "context and paper matrix"
            ),
        }
    if shape == "clique4":
        return {
            "scipy": Method(_clique4, of_matrix),
            "scipy, total": Method(_clique4_total, of_total, "total only"),
        }
    found = {"scipy": Method(_closed, of_matrix)}
    if homogeneous:
        found["scipy, oriented"] = Method(
            _triangle_oriented, _half_checksum, "one triangle of the symmetric matrix"
        )
    return found


def _path(problem: Problem) -> Callable[[], Any]:
    start, end = problem.start.astype(np.int64), problem.end.astype(np.int64)

    def run() -> sparse.csr_array:
        product = start @ end
        if problem.same_ends:
            rows = np.repeat(
                np.arange(product.shape[0], dtype=product.indices.dtype), np.diff(product.indptr)
            )
            product.data[product.indices == rows] = 0
            product.eliminate_zeros()
        return product

    return run


def _closed(problem: Problem) -> Callable[[], Any]:
    start, end, closing = (
        m.astype(np.int64) for m in (problem.start, problem.end, problem.closing)
    )
    return lambda: (start @ end).multiply(closing)


def _triangle_oriented(problem: Problem) -> Callable[[], Any]:
    low, order = by_degree(problem.start)
    low = low.astype(np.int64)
    up = low.T.tocsr()

    def run() -> tuple[sparse.csr_array, Any]:
        # a triangle has one link of each kind: lowest to highest, highest to middle, middle to
        # lowest
        return (low @ low).multiply(low) + (low @ up).multiply(low) + (up @ low).multiply(
            low
        ), order

    return run


def _half_checksum(result: tuple[sparse.csr_array, Any]) -> Checksum:
    half, order = result[0].tocoo(), result[1]
    return of_half(order[half.coords[0]], order[half.coords[1]], half.data)


def _pair(problem: Problem) -> Callable[[], Any]:
    start, end = problem.start.astype(np.int64), problem.end.astype(np.int64)

    def run() -> sparse.csr_array:
        product = start @ end
        product.data = product.data * (product.data - 1) // 2
        product.eliminate_zeros()
        return product

    return run


def _pair_both(problem: Problem) -> Callable[[], Any]:
    start, end = problem.start.astype(np.int64), problem.end.astype(np.int64)
    back = end.T.tocsr()

    def run() -> tuple[sparse.csr_array, sparse.csr_array]:
        product = start @ end
        others = sparse.csr_array(
            (product.data - 1, product.indices, product.indptr), product.shape, copy=True
        )
        others.eliminate_zeros()
        product.data = product.data * (product.data - 1) // 2
        product.eliminate_zeros()
        return product, (others @ back).multiply(start)

    return run


def _clique4(problem: Problem) -> Callable[[], Any]:
    adjacency = problem.start.astype(np.int64)

    def run() -> sparse.csr_array:
        # 4-cliques of node i are the triangles among its neighbours
        counts = np.zeros(adjacency.nnz, np.int64)
        for i in range(adjacency.shape[0]):
            part = slice(adjacency.indptr[i], adjacency.indptr[i + 1])
            inside = adjacency[adjacency.indices[part]][:, adjacency.indices[part]]
            counts[part] = (inside @ inside).multiply(inside).sum(axis=1) // 2
        result = sparse.csr_array((counts, adjacency.indices, adjacency.indptr), adjacency.shape)
        result.eliminate_zeros()
        return result

    return run


def _clique4_total(problem: Problem) -> Callable[[], Any]:
    low = by_degree(problem.start)[0].astype(np.int64)

    def run() -> int:
        total = 0
        for i in range(low.shape[0]):
            near = low.indices[low.indptr[i] : low.indptr[i + 1]]
            if len(near) > 2:
                inside = low[near][:, near]
                total += int((inside @ inside).multiply(inside).sum())
        return 12 * total

    return run
