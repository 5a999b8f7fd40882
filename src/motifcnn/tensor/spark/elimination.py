"""Elimination: which tables to join, and which nodes to sum over, to count homomorphisms.

What is wanted is, for each image of some `free` nodes, the number of ways to map the others. A node
that is not free is eliminated: the tables that mention it are joined, and the ways are summed over
it. A leaf becomes a count per node; a node between two becomes a count per pair. A table between
these two is joined as well, before the sum, so that only pairs that it has are kept. Trees need no
table of more than two nodes: walks are never listed.

Nothing is joined here. Tables are known by their rows and degrees, and the result is a list of
steps with the rows that each is expected to yield.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod, sqrt


@dataclass(frozen=True)
class Table:
    """A table of links or of counts.

    Parameters
    ----------
    nodes : tuple of str
        Columns: the nodes of the motif that it binds.
    rows : float
    squares : mapping of node to float
        Sum of the squared degrees of the column.
    """

    nodes: tuple[str, ...]
    rows: float
    squares: Mapping[str, float]


@dataclass(frozen=True)
class Step:
    """Joins tables, in this order, and sums over what is not kept.

    Parameters
    ----------
    joined : tuple of int
        Tables by number; the result of a step gets the next number.
    keep : tuple of str
    rows : float
        What the joins are expected to yield, before the sum.
    width : int
        Columns of those rows.
    """

    joined: tuple[int, ...]
    keep: tuple[str, ...]
    rows: float
    width: int


@dataclass(frozen=True)
class Elimination:
    """Steps that end in a table with the free nodes.

    Parameters
    ----------
    steps : tuple of Step
    width : int
        Most nodes that a table between steps binds.
    """

    steps: tuple[Step, ...]
    width: int

    @property
    def rows(self) -> float:
        """Rows that all joins are expected to yield."""
        return sum(step.rows for step in self.steps)


def eliminate(
    tables: Sequence[Table], free: Sequence[str], sizes: Mapping[str, int]
) -> Elimination:
    """The steps that lead from tables to one table with the free nodes.

    Parameters
    ----------
    tables : sequence of Table
        Together connected.
    free : sequence of str
    sizes : mapping of node to int
        How many images each can have.

    Examples
    --------
    The degrees of the middle of a path, then the links of its first node with them:

    >>> links = Table(("a", "b"), 10, {"a": 20, "b": 30}), Table(("b", "c"), 8, {"b": 20, "c": 9})
    >>> steps = eliminate(links, ("a", "b"), {"a": 5, "b": 5, "c": 5}).steps
    >>> [(step.joined, step.keep) for step in steps]
    [((1,), ('b',)), ((0, 2), ('a', 'b'))]
    """
    known = list(tables)
    live = set(range(len(known)))
    steps: list[Step] = []
    width = len(free)
    while True:
        inner = {node for number in live for node in known[number].nodes} - set(free)
        options = [_option(known, live, node, free, sizes) for node in sorted(inner)]
        if not options:
            break
        step = min(options, key=lambda step: (max(2, len(step.keep)), len(step.joined), step.rows))
        _apply(step, known, live, sizes)
        steps.append(step)
        width = max(width, len(step.keep))
    if len(live) > 1:
        order, rows, columns = _ordered(known, sorted(live), sizes)
        last = Step(order, _sorted(columns, free), rows, len(columns))
        _apply(last, known, live, sizes)
        steps.append(last)
    return Elimination(tuple(steps), width)


def _option(
    known: list[Table], live: set[int], node: str, free: Sequence[str], sizes: Mapping[str, int]
) -> Step:
    bucket = [number for number in sorted(live) if node in known[number].nodes]
    around = {other for number in bucket for other in known[number].nodes} - {node}
    inside = [
        number
        for number in sorted(live)
        if number not in bucket
        and len(known[number].nodes) > 1
        and around >= {*known[number].nodes}
    ]
    order, rows, columns = _ordered(known, bucket + inside, sizes)
    return Step(order, _sorted(around, free), rows, len(columns))


def _sorted(nodes: set[str], free: Sequence[str]) -> tuple[str, ...]:
    """Free nodes first, in their order."""
    return (*(node for node in free if node in nodes), *sorted(nodes - set(free)))


def _ordered(
    known: list[Table], numbers: list[int], sizes: Mapping[str, int]
) -> tuple[tuple[int, ...], float, set[str]]:
    """Tables in the order in which to join them: each next one yields the fewest rows."""
    best: tuple[float, tuple[int, ...], set[str]] | None = None
    for first in numbers:
        order, table, total = [first], known[first], 0.0
        rest = [number for number in numbers if number != first]
        while rest:
            joined = {n: join_rows(table, known[n], sizes) for n in rest}
            chosen = min(
                rest, key=lambda n: (not set(table.nodes) & set(known[n].nodes), joined[n])
            )
            table = _joined(table, known[chosen], joined[chosen], sizes)
            total += joined[chosen]
            order.append(chosen)
            rest.remove(chosen)
        if best is None or total < best[0]:
            best = total, tuple(order), set(table.nodes)
    assert best is not None
    return best[1], best[0], best[2]


def join_rows(one: Table, other: Table, sizes: Mapping[str, int]) -> float:
    """Rows of a join: at most sqrt(sum of squares * sum of squares) for one common node."""
    common = [node for node in one.nodes if node in other.nodes]
    if not common:
        return one.rows * other.rows
    bounds = [sqrt(one.squares[node] * other.squares[node]) for node in common]
    if set(one.nodes) <= set(other.nodes):
        bounds.append(other.rows)
    if set(other.nodes) <= set(one.nodes):
        bounds.append(one.rows)
    return min(*bounds, one.rows * other.rows)


def _joined(one: Table, other: Table, rows: float, sizes: Mapping[str, int]) -> Table:
    nodes = (*one.nodes, *(node for node in other.nodes if node not in one.nodes))
    return Table(nodes, rows, {node: _even(rows, sizes[node]) for node in nodes})


def _even(rows: float, size: int) -> float:
    """Sum of squared degrees where all degrees are equal."""
    return max(rows, rows * rows / max(1, size))


def _apply(step: Step, known: list[Table], live: set[int], sizes: Mapping[str, int]) -> None:
    inside = [known[n].rows for n in step.joined if set(known[n].nodes) == set(step.keep)]
    rows = min([step.rows, float(prod(sizes[node] for node in step.keep)), *inside])
    if len(step.joined) == 1:
        rows = min(rows, known[step.joined[0]].rows)
    live.difference_update(step.joined)
    live.add(len(known))
    known.append(Table(step.keep, rows, {n: _even(rows, sizes[n]) for n in step.keep}))
