"""Layout of a motif's drawing: boxes of nodes, links as curves, labels where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from motifcnn.motif.places import Point, places

if TYPE_CHECKING:
    from motifcnn.motif.motif import Motif

NODE_FONT, SMALL_FONT = 14, 11
NODE_HEIGHT = 44
_LABEL_HEIGHT = 17
_LONGEST = 30


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
    names = [
        0.0 if edge.relation is None else text_width(shortened(edge.relation), SMALL_FONT)
        for edge in motif.edges
    ]
    nodes = [
        Box(x, y, width, NODE_HEIGHT)
        for (x, y), width in zip(places(motif, widths, names), widths, strict=True)
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
