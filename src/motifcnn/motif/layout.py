"""Layout of a motif's drawing: nodes on an ellipse, links as curves, labels where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from motifcnn.motif.motif import Motif

Point = tuple[float, float]

NODE_FONT, SMALL_FONT = 14, 11
NODE_HEIGHT = 44
_LABEL_HEIGHT = 17
_LONGEST = 30
# Places for the nodes other than the target, in degrees, by number of nodes; the target is at 180.
_ANGLES = {2: [0], 3: [90, 0], 4: [90, 270, 0], 5: [120, 60, 270, 0], 6: [120, 60, 240, 300, 0]}


@dataclass(frozen=True)
class Box:
    """A rectangle, by its centre."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Box) -> bool:
        """Whether the two rectangles share a point."""
        return (
            abs(self.x - other.x) * 2 < self.width + other.width
            and abs(self.y - other.y) * 2 < self.height + other.height
        )

    def holds(self, point: Point) -> bool:
        """Whether the point is inside."""
        return abs(point[0] - self.x) * 2 < self.width and abs(point[1] - self.y) * 2 < self.height


@dataclass(frozen=True)
class Bezier:
    """A quadratic Bezier curve: start, control point, end."""

    start: Point
    control: Point
    end: Point

    def at(self, u: float) -> Point:
        """The point at parameter u, from 0 to 1."""
        return self._blossom(u, u)

    def cut(self, u: float, v: float) -> Bezier:
        """The part between two parameters."""
        return Bezier(self.at(u), self._blossom(u, v), self.at(v))

    def _blossom(self, u: float, v: float) -> Point:
        first, second = _between(self.start, self.control, u), _between(self.control, self.end, u)
        return _between(first, second, v)


@dataclass(frozen=True)
class MotifLayout:
    """Boxes of a motif's nodes, and by edge its curve and the box of its label."""

    nodes: list[Box]
    curves: list[Bezier]
    labels: list[Box | None]


def arrange(
    motif: Motif, captions: Sequence[str], labels: Sequence[str] | None = None
) -> MotifLayout:
    """Places a motif's nodes, links and link labels so that texts do not cover each other.

    Parameters
    ----------
    motif : Motif
    captions : sequence of str
        The small text under the name in each node.
    labels : sequence of str, optional
        The name in each node; None is the node's name and type in the motif.

    Examples
    --------
    >>> from motifcnn.motif import Motif
    >>> layout = arrange(Motif.parse("(t:paper)--(c:author)"), ["target", "context"])
    >>> layout.nodes[0].x < layout.nodes[1].x
    True
    """
    widths = [
        max(text_width(shortened(label), NODE_FONT), text_width(caption, SMALL_FONT)) + 22
        for label, caption in zip(labels or node_labels(motif), captions, strict=True)
    ]
    nodes = [
        Box(x, y, width, NODE_HEIGHT)
        for (x, y), width in zip(_places(motif, widths), widths, strict=True)
    ]
    curves = _curves(motif, nodes)
    return MotifLayout(nodes, curves, _labels(motif, nodes, curves))


def node_labels(motif: Motif) -> list[str]:
    """Name and type of each node, as patterns have them."""
    return [f"{node.name}:{node.node_type}" for node in motif.nodes]


def text_width(text: str, size: int) -> float:
    """Width of a text in a sans-serif font, estimated from above."""
    return size * sum(1.05 if east_asian_width(letter) in "WF" else 0.62 for letter in text)


def shortened(text: str) -> str:
    """The text, or its beginning where it is too long to draw."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _places(motif: Motif, widths: list[float]) -> list[Point]:
    angles = _angles(motif)
    names = [
        text_width(shortened(edge.relation), SMALL_FONT)
        for edge in motif.edges
        if edge.relation is not None
    ]
    room = max(names, default=0) + 56
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


def _curves(motif: Motif, nodes: list[Box]) -> list[Bezier]:
    """A straight line per link; several links of one pair are bent apart."""
    siblings: dict[frozenset[int], list[int]] = {}
    for number, edge in enumerate(motif.edges):
        siblings.setdefault(frozenset((edge.source, edge.target)), []).append(number)
    curves = []
    for number, edge in enumerate(motif.edges):
        pair = siblings[frozenset((edge.source, edge.target))]
        bend = (pair.index(number) - (len(pair) - 1) / 2) * 52
        low, high = sorted((edge.source, edge.target))
        a, b = nodes[edge.source], nodes[edge.target]
        dx, dy = nodes[high].x - nodes[low].x, nodes[high].y - nodes[low].y
        length = hypot(dx, dy)
        control = ((a.x + b.x) / 2 - bend * dy / length, (a.y + b.y) / 2 + bend * dx / length)
        curves.append(_cut_at_nodes(Bezier((a.x, a.y), control, (b.x, b.y)), a, b))
    return curves


def _cut_at_nodes(curve: Bezier, source: Box, target: Box) -> Bezier:
    steps = [i / 200 for i in range(201)]
    leaves = next((u for u in steps if not _grown(source).holds(curve.at(u))), 0.0)
    enters = next((u for u in reversed(steps) if not _grown(target).holds(curve.at(u))), 1.0)
    return curve.cut(leaves, enters) if leaves < enters else curve


def _grown(node: Box) -> Box:
    return Box(node.x, node.y, node.width + 6, node.height + 6)


def _labels(motif: Motif, nodes: list[Box], curves: list[Bezier]) -> list[Box | None]:
    placed: list[Box | None] = []
    for number, edge in enumerate(motif.edges):
        if edge.relation is None:
            placed.append(None)
            continue
        width = text_width(shortened(edge.relation), SMALL_FONT)
        options: list[tuple[float, int, Box]] = []
        for away in (0.0, 0.08, 0.14, 0.2, 0.26, 0.32):
            for u in (0.5 - away, 0.5 + away):
                x, y = curves[number].at(u)
                box = Box(x, y, width, _LABEL_HEIGHT)
                covered = 100 * _overlapping(box, nodes) + 40 * _overlapping(
                    box, (b for b in placed if b is not None)
                )
                crossed = sum(
                    _crosses(box, curve) for other, curve in enumerate(curves) if other != number
                )
                options.append((covered + 3 * crossed + 10 * away, len(options), box))
        placed.append(min(options, key=lambda option: option[:2])[2])
    return placed


def _overlapping(box: Box, others: Iterable[Box]) -> int:
    return sum(box.overlaps(other) for other in others)


def _crosses(box: Box, curve: Bezier) -> bool:
    return any(box.holds(curve.at(i / 40)) for i in range(41))


def _between(a: Point, b: Point, u: float) -> Point:
    return a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u
