"""SuiteSparse:GraphBLAS through python-graphblas: masked products over (plus, pair), threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.counting.cases import Problem
from benchmarks.counting.checksum import Checksum, of_both, of_entries, of_half, of_total
from benchmarks.counting.peers import Method
from benchmarks.counting.peers.orient import by_degree


def methods(shape: str, homogeneous: bool, same_ends: bool) -> dict[str, Method]:
    """The product; masked, by both methods; half of a symmetric result; oriented cliques."""
    if shape == "path":
        return {"graphblas": Method(_path, _checksum)}
    if shape == "pair":
        return {
            "graphblas": Method(_pair, _checksum),
            "graphblas, both roles": Method(
                _pair_both, lambda both: of_both(*map(_checksum, both)), "context and paper matrix"
            ),
        }
    if shape == "clique4":
        return {
            "graphblas": Method(_clique4, _checksum),
            "graphblas, total": Method(_clique4_total, of_total, "total only"),
        }
    found = {
        f"graphblas, {kind}": Method(partial(_closed, kind=kind), _checksum)
        for kind in ("dot", "saxpy")
    }
    if homogeneous:
        for kind in ("dot", "saxpy"):
            found[f"graphblas, half {kind}"] = Method(
                partial(_half, kind=kind), _half_checksum, "one triangle of the symmetric matrix"
            )
        found["graphblas, total"] = Method(_triangle_total, of_total, "total only")
    return found


def _matrix(matrix: Any) -> Any:
    import graphblas as gb

    return gb.io.from_scipy_sparse(matrix.astype(bool))


def _checksum(matrix: Any) -> Checksum:
    return of_entries(*matrix.to_coo())


def _half_checksum(result: tuple[Any, Any]) -> Checksum:
    row, column, value = result[0].to_coo()
    order = result[1]
    return of_half(order[row], order[column], value)


def _path(problem: Problem) -> Callable[[], Any]:
    import graphblas as gb

    start, end = _matrix(problem.start), _matrix(problem.end)
    plus_pair = gb.semiring.plus_pair["INT64"]

    def run() -> Any:
        product = start.mxm(end, plus_pair).new()
        return gb.select.offdiag(product).new() if problem.same_ends else product

    return run


def _closed(problem: Problem, kind: str) -> Callable[[], Any]:
    import graphblas as gb

    start, closing = _matrix(problem.start), _matrix(problem.closing)
    end, back = _matrix(problem.end), _matrix(problem.end.T.tocsr())
    plus_pair = gb.semiring.plus_pair["INT64"]
    if kind == "dot":
        return lambda: start.mxm(back.T, plus_pair).new(mask=closing.S, axb_method="dot")
    return lambda: start.mxm(end, plus_pair).new(mask=closing.S, axb_method="saxpy")


def _half(problem: Problem, kind: str) -> Callable[[], Any]:
    import graphblas as gb

    low, order = by_degree(problem.start)
    adjacency, lower = _matrix(problem.start[order][:, order]), _matrix(low)
    plus_pair = gb.semiring.plus_pair["INT64"]
    right = adjacency.T if kind == "dot" else adjacency
    return lambda: (adjacency.mxm(right, plus_pair).new(mask=lower.S, axb_method=kind), order)


def _triangle_total(problem: Problem) -> Callable[[], Any]:
    import graphblas as gb

    low, _ = by_degree(problem.start)
    lower, upper = _matrix(low), _matrix(low.T.tocsr())
    plus_pair = gb.semiring.plus_pair["INT64"]

    def run() -> int:
        # C<L> = L U' over (plus, pair): each triangle once
        found = lower.mxm(upper.T, plus_pair).new(mask=lower.S, axb_method="dot")
        return 6 * int(found.reduce_scalar(gb.monoid.plus).new().value or 0)

    return run


def _pair(problem: Problem) -> Callable[[], Any]:
    import graphblas as gb

    start, end = _matrix(problem.start), _matrix(problem.end)
    plus_pair = gb.semiring.plus_pair["INT64"]

    def run() -> Any:
        product = start.mxm(end, plus_pair).new()
        product = gb.select.valuegt(product, 1).new()
        product << product.ewise_mult(
            product.apply(gb.binary.minus, right=1).new(), gb.binary.times
        )
        return product.apply(gb.binary.floordiv, right=2).new()

    return run


def _pair_both(problem: Problem) -> Callable[[], Any]:
    import graphblas as gb

    start, end, back = _matrix(problem.start), _matrix(problem.end), _matrix(problem.end.T.tocsr())
    plus_pair, plus_first = gb.semiring.plus_pair["INT64"], gb.semiring.plus_first["INT64"]

    def run() -> tuple[Any, Any]:
        product = gb.select.valuegt(start.mxm(end, plus_pair).new(), 1).new()
        others = product.apply(gb.binary.minus, right=1).new()
        pairs = (
            product.ewise_mult(others, gb.binary.times)
            .new()
            .apply(gb.binary.floordiv, right=2)
            .new()
        )
        return pairs, others.mxm(back, plus_first).new(mask=start.S)

    return run


def _clique4(problem: Problem) -> Callable[[], Any]:
    import graphblas as gb
    import numpy as np

    adjacency = _matrix(problem.start)
    half = problem.start.tocoo()
    once = half.coords[0] < half.coords[1]
    low, high = half.coords[0][once].astype(np.uint64), half.coords[1][once].astype(np.uint64)
    n = problem.start.shape[0]
    plus_pair = gb.semiring.plus_pair["INT64"]

    def run() -> Any:
        counts = np.zeros(len(low), np.int64)
        for first in range(
            0, len(low), 65536
        ):  # in blocks of links: all at once does not fit into memory
            block = slice(first, first + 65536)
            # row e: the common neighbours of link e; 4-cliques on e are the links among them
            one, other = adjacency[low[block], :].new(), adjacency[high[block], :].new()
            near = one.ewise_mult(other, gb.binary.pair["BOOL"]).new()
            inside = near.mxm(adjacency.T, plus_pair).new(mask=near.S, axb_method="dot")
            index, value = inside.reduce_rowwise(gb.monoid.plus).new().to_coo()
            counts[first + index.astype(np.int64)] = value // 2
        some = counts > 0
        found = gb.Matrix.from_coo(low[some], high[some], counts[some], nrows=n, ncols=n)
        return found.ewise_add(found.T, gb.binary.plus).new()

    return run


def _clique4_total(problem: Problem) -> Callable[[], Any]:
    import graphblas as gb
    import numpy as np

    low, _ = by_degree(problem.start)
    lower = _matrix(low)
    ends = low.tocoo().coords
    source, target = ends[0].astype(np.uint64), ends[1].astype(np.uint64)
    plus_pair = gb.semiring.plus_pair["INT64"]

    def run() -> int:
        total = 0
        for first in range(0, len(source), 131072):
            block = slice(first, first + 131072)
            one, other = lower[source[block], :].new(), lower[target[block], :].new()
            near = one.ewise_mult(other, gb.binary.pair["BOOL"]).new()
            inside = near.mxm(lower.T, plus_pair).new(mask=near.S, axb_method="dot")
            total += int(inside.reduce_scalar(gb.monoid.plus).new().value or 0)
        return 12 * total

    return run
