"""igraph, one thread: projections, common neighbours, lists of triangles and cliques."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.counting.cases import Problem
from benchmarks.counting.checksum import Checksum, of_entries, of_half, of_total
from benchmarks.counting.peers import Method


def methods(shape: str, homogeneous: bool, same_ends: bool) -> dict[str, Method]:
    """What igraph has for each shape; nothing for typed triangles, mixed paths and pairs."""
    if shape == "path" and homogeneous:
        return {"igraph": Method(_cocitation, _dense_checksum, "dense matrix as lists")}
    if shape == "path" and same_ends:
        return {
            "igraph": Method(
                _projection, _projection_checksum, "one triangle of the symmetric matrix"
            )
        }
    if shape == "closed" and homogeneous:
        return {
            "igraph": Method(_list_triangles, _triangles_checksum, "list of triangles"),
            "igraph, per node": Method(
                _per_node, lambda counts: of_total(2 * round(sum(counts))), "triangles per node"
            ),
        }
    if shape == "clique4":
        return {
            "igraph": Method(_cliques, lambda found: of_total(12 * len(found)), "list of cliques")
        }
    return {}


def _plain(problem: Problem) -> Any:
    import igraph

    entries = problem.start.tocoo()
    once = entries.coords[0] < entries.coords[1]
    return igraph.Graph(
        n=problem.start.shape[0], edges=np.stack([axis[once] for axis in entries.coords], axis=1)
    )


def _projection(problem: Problem) -> Callable[[], Any]:
    import igraph

    n, m = problem.start.shape
    entries = problem.start.tocoo()
    edges = np.stack([entries.coords[0], entries.coords[1] + n], axis=1)
    graph = igraph.Graph(n=n + m, edges=edges)
    kinds = [False] * n + [True] * m
    return lambda: graph.bipartite_projection(types=kinds, which=0)


def _projection_checksum(projection: Any) -> Checksum:
    ends = np.asarray(projection.get_edgelist(), np.int64)
    return of_half(ends[:, 0], ends[:, 1], np.asarray(projection.es["weight"], np.int64))


def _cocitation(problem: Problem) -> Callable[[], Any]:
    graph = _plain(problem)
    return lambda: graph.cocitation()


def _dense_checksum(rows: list[list[float]]) -> Checksum:
    matrix = np.array(rows)
    np.fill_diagonal(matrix, 0)
    row, column = matrix.nonzero()
    return of_entries(row, column, matrix[row, column])


def _list_triangles(problem: Problem) -> Callable[[], Any]:
    graph = _plain(problem)
    return lambda: graph.list_triangles()


def _triangles_checksum(triangles: list[tuple[int, int, int]]) -> Checksum:
    return of_total(6 * len(triangles))


def _per_node(problem: Problem) -> Callable[[], Any]:
    graph = _plain(problem)
    degree = np.asarray(graph.degree())
    pairs = degree * (degree - 1) / 2
    return lambda: (
        np.nan_to_num(np.asarray(graph.transitivity_local_undirected(mode="zero"))) * pairs
    )


def _cliques(problem: Problem) -> Callable[[], Any]:
    graph = _plain(problem)
    return lambda: graph.cliques(4, 4)
