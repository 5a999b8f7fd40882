"""Images of a motif with a given target, one after the other, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from motifcnn.tensor.csr import Rows, contains
from motifcnn.tensor.pattern.order import placement
from motifcnn.tensor.pattern.problem import MatchingProblem


def images(problem: MatchingProblem, target: int, *, limit: int, offset: int = 0) -> Rows:
    """Maps of one target, each instance once: (at most `limit`, motif nodes) rows of the graph.

    Motif nodes are placed in the order of `placement`, each at the common neighbours of those
    placed before, smallest row first. What comes before `offset` is skipped without being written
    out, and what comes after the page is never met.

    Examples
    --------
    >>> import motifcnn as mc
    >>> from motifcnn.tensor.pattern.problem import make_problem
    >>> motif = mc.Motif.parse("(t:package)--(l:library)--(c:package)")
    >>> problem = make_problem(mc.load_dataset("debian"), motif, induced=False)
    >>> images(problem, 4, limit=2, offset=1).shape
    (2, 3)
    """
    order = placement(problem)
    parts: list[Rows] = []
    for placed, last in _partial(problem, order, {0: target}) if limit > 0 else ():
        if offset >= len(last):
            offset -= len(last)
            continue
        page = last[offset : offset + limit]
        part = np.empty((len(page), len(order)), dtype=np.int64)
        part[:, list(placed)] = list(placed.values())
        part[:, order[-1]] = page
        parts.append(part)
        limit, offset = limit - len(page), 0
        if limit <= 0:
            break
    return np.concatenate([np.empty((0, len(order)), dtype=np.int64), *parts])


def _partial(
    problem: MatchingProblem, order: tuple[int, ...], placed: dict[int, int]
) -> Iterator[tuple[dict[int, int], Rows]]:
    """Images of all nodes but the last, with those that the last can have."""
    node = order[len(placed)]
    possible = _possible(problem, placed, node)
    if len(placed) == len(order) - 1:
        yield placed, possible
        return
    for row in possible.tolist():
        yield from _partial(problem, order, placed | {node: row})


def _possible(problem: MatchingProblem, placed: dict[int, int], node: int) -> Rows:
    """Graph nodes that a motif node can have as its image, increasing."""
    linked = {p: problem.linked[p, node] for p in placed if (p, node) in problem.linked}
    lists = {p: m.indices[m.indptr[placed[p]] : m.indptr[placed[p] + 1]] for p, m in linked.items()}
    shortest = min(lists, key=lambda p: len(lists[p]))
    found: Rows = lists[shortest].astype(np.int64)
    for p, row in placed.items():
        if p in linked and p != shortest:
            found = found[contains(linked[p], np.full(len(found), row), found)]
        if problem.types[p] == problem.types[node]:
            found = found[found != row]
        if (p, node) in problem.unlinked:
            found = found[~contains(problem.unlinked[p, node], np.full(len(found), row), found)]
        if (p, node) in problem.smaller:
            found = found[found > row]
        if (node, p) in problem.smaller:
            found = found[found < row]
    return found
