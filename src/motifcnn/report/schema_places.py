"""Places of node types in the drawing of a schema: the target above or amid the others."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import permutations

from motifcnn.graph.schema import Schema

Point = tuple[float, float]

MOST_BELOW = 3
MOST_ORDERS = 6  # types around the target of which every order is tried


def schema_places(
    schema: Schema, target: str, widths: Mapping[str, float], names: float = 0.0
) -> dict[str, Point]:
    """Centre of each type, such that no link runs through a type that it does not belong to.

    Up to three other types stand below the target, so that two of them that are linked make a
    triangle with it; more stand around it. Up to six stand in the order with the shortest links
    among them.

    Parameters
    ----------
    schema : Schema
    target : str
    widths : mapping of type to float
    names : float
        Width of the longest name of a relation.

    Examples
    --------
    >>> from motifcnn.graph import Relation
    >>> links = (Relation("a", "x", "b"), Relation("b", "y", "c"), Relation("c", "z", "a"))
    >>> schema_places(Schema(("a", "b", "c"), links), "a", dict.fromkeys("abc", 80.0))
    {'a': (0.0, 0.0), 'b': (-110.0, 110.0), 'c': (110.0, 110.0)}
    """
    around = [t for t in schema.node_types if t != target]
    links = {
        frozenset((r.source, r.target))
        for r in schema.relations
        if target not in (r.source, r.target)
    }
    links = {pair for pair in links if len(pair) == 2}
    wide = max(widths.values(), default=0.0)
    middle = {target: (0.0, 0.0)} if target in schema.node_types else {}
    if len(around) <= MOST_ORDERS:
        around = min(map(list, permutations(around)), key=lambda order: _length(order, links))
    if len(around) <= MOST_BELOW:
        return middle | _below(around, wide)
    # The two types at the top, and those at the bottom, stand side by side.
    side = (wide + 12) / (2 * math.sin(math.pi / max(len(around), 2)))
    rx = max(wide + 70, wide + names, 180.0, side)
    ry = 140.0 if len(around) < 6 else 190.0
    angles = _angles(len(around))
    return middle | {
        node_type: (round(rx * math.cos(angle), 1), round(ry * math.sin(angle), 1))
        for node_type, angle in zip(around, angles, strict=True)
    }


def _below(others: list[str], wide: float) -> dict[str, Point]:
    """One type straight below, two side by side; the middle one of three is lower."""
    half = max(wide + 30, 110.0) if len(others) == 3 else max(wide / 2 + 45, 110.0)
    spots: dict[int, list[Point]] = {
        0: [],
        1: [(0.0, 110.0)],
        2: [(-half, 110.0), (half, 110.0)],
        3: [(-half, 95.0), (0.0, 165.0), (half, 95.0)],
    }
    return dict(zip(others, spots[len(others)], strict=True))


def _angles(count: int) -> list[float]:
    """Even angles, none of them straight above the target, where its own links are."""
    return [-math.pi / 2 + 2 * math.pi * (number + 0.5) / count for number in range(count)]


def _length(order: list[str], links: set[frozenset[str]]) -> tuple[int, float]:
    """Links that run through the target, and the length of all."""
    n = len(order)
    steps = [abs(order.index(a) - order.index(b)) for a, b in map(sorted, links)]
    through = sum(2 * step == n for step in steps)
    return through, round(sum(math.sin(math.pi * step / n) for step in steps), 6)
