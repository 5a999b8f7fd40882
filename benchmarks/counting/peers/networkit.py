"""networkit: triangles per link of a plain graph. It has no products and no typed motifs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.counting.cases import Problem
from benchmarks.counting.checksum import Checksum, of_half
from benchmarks.counting.peers import Method


def methods(shape: str, homogeneous: bool, same_ends: bool) -> dict[str, Method]:
    """Two algorithms for the triangles of each link."""
    if shape != "closed" or not homogeneous:
        return {}
    gives = "one score per undirected link"
    return {
        "networkit": Method(partial(_scores, algorithm="TriangleEdgeScore"), _checksum, gives),
        "networkit, Chiba-Nishizeki": Method(
            partial(_scores, algorithm="ChibaNishizekiTriangleEdgeScore"), _checksum, gives
        ),
    }


def _scores(problem: Problem, algorithm: str) -> Callable[[], Any]:
    import networkit as nk

    entries = problem.start.tocoo()
    once = entries.coords[0] < entries.coords[1]
    ends = tuple(axis[once].astype(np.uint64) for axis in entries.coords)
    graph = nk.GraphFromCoo(ends, n=problem.start.shape[0], edgesIndexed=True)
    graph.sortEdges()

    def run() -> Any:
        score = getattr(nk.sparsification, algorithm)(graph)
        score.run()  # the scores stay inside; turning them into Python numbers is not timed
        return ends, graph, score

    return run


def _checksum(result: tuple[Any, Any, Any]) -> Checksum:
    (low, high), graph, score = result
    for edge in range(0, len(low), 1 + len(low) // 1000):
        assert graph.edgeId(int(low[edge]), int(high[edge])) == edge, (
            "links are numbered in the order given"
        )
    return of_half(
        low.astype(np.int64), high.astype(np.int64), np.asarray(score.scores(), np.float64)
    )
