"""Places of a motif's nodes in its drawing: chains on a line, other motifs on an ellipse."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from math import cos, radians, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motifcnn.motif.motif import Motif

Point = tuple[float, float]

LONGEST_CHAIN = 4  # nodes on one line; a longer chain is too wide for a page
_GAP = 34  # least length of a link on a line
_ROOM = 56  # around the name of a relation
# Places for the nodes other than the target, in degrees, by number of nodes; the target is at 180.
_ANGLES = {2: [0], 3: [90, 0], 4: [90, 270, 0], 5: [120, 60, 270, 0], 6: [120, 60, 240, 300, 0]}


def places(motif: Motif, widths: Sequence[float], names: Sequence[float]) -> list[Point]:
    """Centre of each node.

    Parameters
    ----------
    motif : Motif
    widths : sequence of float
        Of the nodes.
    names : sequence of float
        Width of the name at each edge; 0 where it has none.

    Examples
    --------
    >>> from motifcnn.motif import Motif
    >>> motif = Motif.parse("(t:paper)--(a:author)--(b:author)--(c:paper)")
    >>> places(motif, [80] * 4, [0] * 3)
    [(0.0, 0.0), (114.0, 0.0), (228.0, 0.0), (342.0, 0.0)]
    """
    order = chain(motif)
    return _on_a_line(motif, order, widths, names) if order else _on_ellipse(motif, widths, names)


def chain(motif: Motif) -> list[int]:
    """Nodes from left to right if the motif is a short chain, else an empty list.

    The end nearer to the target is at the left; among equals, the one farther from the context.

    Examples
    --------
    >>> from motifcnn.motif import Motif
    >>> motifs = "(x:a)--(t:b)--(y:a)--(c:b)", "(t:a)--(x:b), (t)--(y:b), (t)--(c:b)"
    >>> [chain(Motif.parse(motif, target="t")) for motif in motifs]
    [[0, 1, 2, 3], []]
    """
    nodes = range(len(motif.nodes))
    near = {i: motif.neighbours(i) for i in nodes}
    ends = [i for i in nodes if len(near[i]) == 1]
    pairs = sum(map(len, near.values())) // 2
    if len(nodes) > LONGEST_CHAIN or len(ends) != 2 or pairs != len(nodes) - 1:
        return []
    order = [ends[0]]
    while len(order) < len(nodes):
        order.append(next(i for i in near[order[-1]] if i not in order))
    ways = (order, order[::-1])
    return min(ways, key=lambda way: (way.index(motif.target), -way.index(motif.context)))


def _on_a_line(
    motif: Motif, order: Sequence[int], widths: Sequence[float], names: Sequence[float]
) -> list[Point]:
    at = {order[0]: 0.0}
    for left, right in pairwise(order):
        named = [
            width
            for edge, width in zip(motif.edges, names, strict=True)
            if {edge.source, edge.target} == {left, right}
        ]
        gap = max(_GAP, max(named) + 24)
        at[right] = at[left] + (widths[left] + widths[right]) / 2 + gap
    return [(at[i], 0.0) for i in range(len(order))]


def _on_ellipse(motif: Motif, widths: Sequence[float], names: Sequence[float]) -> list[Point]:
    angles = _angles(motif)
    room = max(names, default=0) + _ROOM
    wide = max(widths)
    radius = (wide + room) / 2
    if len(motif.nodes) == 3:
        radius = max(radius, wide * 0.6 + room * 0.4)
    elif len(motif.nodes) > 4:
        # Two nodes share the upper row, one radius apart.
        radius = wide + (room if _row_has_names(motif, angles) else 40)
    height = 100 if len(motif.nodes) < 5 else 125
    return [
        (radius * cos(radians(angles[i])), -height * sin(radians(angles[i])))
        for i in range(len(motif.nodes))
    ]


def _angles(motif: Motif) -> dict[int, int]:
    """Angle of each node: the target at the left, the others with as few crossings as possible.

    Among equal numbers of crossings the context stands at the right, then links are short.
    """
    others = [i for i in range(len(motif.nodes)) if i != motif.target]
    links = {(min(e.source, e.target), max(e.source, e.target)) for e in motif.edges}

    def cost(angle: dict[int, int]) -> tuple[int, bool, float]:
        spans = [sorted((angle[i], angle[j])) for i, j in links]
        # Chords of an ellipse cross if exactly one end of one lies between the ends of the other.
        crossings = sum(a < c < b < d for a, b in spans for c, d in spans)
        return (
            crossings,
            angle[motif.context] != 0,
            round(sum(sin(radians(b - a) / 2) for a, b in spans), 6),
        )

    choices = [
        dict(zip(others, angles, strict=True)) for angles in permutations(_ANGLES[len(motif.nodes)])
    ]
    return min(({motif.target: 180} | choice for choice in choices), key=cost)


def _row_has_names(motif: Motif, angles: dict[int, int]) -> bool:
    rows = ({120, 60}, {240, 300})
    return any(
        edge.relation is not None and {angles[edge.source], angles[edge.target]} in rows
        for edge in motif.edges
    )
