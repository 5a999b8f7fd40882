"""Draws a motif as a self-contained SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from motifcnn.motif.layout import (
    NODE_FONT,
    SMALL_FONT,
    Bezier,
    Box,
    arrange,
    node_labels,
    shortened,
    text_width,
)
from motifcnn.visible import visible

if TYPE_CHECKING:
    from motifcnn.motif.motif import Motif

# Fill, outline and text. Colour-blind readers distinguish red and amber by their brightness.
_COLOURS = {
    "target": ("#a61e35", "#7d1226", "#ffffff"),
    "context": ("#ffbf47", "#b97d00", "#222222"),
    "auxiliary": ("#e9edf2", "#8a97a6", "#222222"),
}
_LINE = "#4a5563"
_MARGIN = 14
_NOT_XML = str.maketrans("\ufffe\uffff", "\ufffd\ufffd")


def draw(
    motif: Motif, labels: Sequence[str] | None = None, captions: Sequence[str] | None = None
) -> str:
    """An SVG drawing: nodes coloured as target, context or auxiliary, with roles and relations.

    Parameters
    ----------
    motif : Motif
    labels, captions : sequence of str, optional
        What stands in each node, and the small text below; None: its name and type in the motif,
        and its role.

    Examples
    --------
    >>> from motifcnn.motif import Motif
    >>> draw(Motif.parse("(t:paper)-[:cites]->(c:paper)"))[:5]
    '<svg '
    """
    labels = [visible(label) for label in labels or node_labels(motif)]
    captions = captions or [_caption(motif, node) for node in range(len(motif.nodes))]
    captions = [visible(caption) for caption in captions]
    layout = arrange(motif, captions, labels)
    parts = [f"<title>{_text(str(motif))}</title>"]
    for edge, curve in zip(motif.edges, layout.curves, strict=True):
        parts.append(_link(curve, edge.directed))
    for edge, label in zip(motif.edges, layout.labels, strict=True):
        if label is not None and edge.relation is not None:
            parts.append(_label(label, edge.relation))
    for index, box in enumerate(layout.nodes):
        parts.append(_node(box, labels[index], _part(motif, index), captions[index]))
    boxes = [
        *layout.nodes,
        *(label for label in layout.labels if label is not None),
        *map(_extent, layout.curves),
    ]
    left = min(box.x - box.width / 2 for box in boxes) - _MARGIN
    top = min(box.y - box.height / 2 for box in boxes) - _MARGIN
    width = max(box.x + box.width / 2 for box in boxes) + _MARGIN - left
    height = max(box.y + box.height / 2 for box in boxes) + _MARGIN - top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" '
        f'font-family="system-ui, Helvetica, Arial, sans-serif" text-anchor="middle">'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'rx="8" fill="#ffffff"/>' + "".join(parts) + "</svg>"
    )


def _part(motif: Motif, node: int) -> str:
    return "target" if node == motif.target else "context" if node == motif.context else "auxiliary"


def _caption(motif: Motif, node: int) -> str:
    part = _part(motif, node)
    role = next(
        (f"role {shortened(role.label)}" for role in motif.roles if node in role.members), ""
    )
    return ", ".join(word for word in ("" if part == "auxiliary" else part, role) if word)


def _node(box: Box, name: str, part: str, caption: str) -> str:
    fill, outline, ink = _COLOURS[part]
    return (
        f'<g class="{part}"><title>{_text(name)}</title>'
        f'<rect x="{box.x - box.width / 2:.1f}" y="{box.y - box.height / 2:.1f}" '
        f'width="{box.width:.1f}" height="{box.height:.1f}" rx="14" fill="{fill}" '
        f'stroke="{outline}" stroke-width="1.5"/>'
        f'<text x="{box.x:.1f}" y="{box.y + (-2 if caption else 5):.1f}" '
        f'font-size="{NODE_FONT}" fill="{ink}">{_text(shortened(name))}</text>'
        f'<text x="{box.x:.1f}" y="{box.y + 13:.1f}" font-size="{SMALL_FONT}" fill="{ink}" '
        f'fill-opacity="0.85">{_text(caption)}</text></g>'
    )


def _label(box: Box, relation: str) -> str:
    """A relation on a white background, which keeps it readable across lines."""
    width, height = text_width(shortened(relation), SMALL_FONT), SMALL_FONT * 1.3
    return (
        f'<g class="relation"><title>{_text(relation)}</title>'
        f'<rect x="{box.x - width / 2:.1f}" y="{box.y - height / 2:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}" rx="3" fill="#ffffff" fill-opacity="0.88"/>'
        f'<text x="{box.x:.1f}" y="{box.y + SMALL_FONT * 0.35:.1f}" '
        f'font-size="{SMALL_FONT}" fill="#222222">{_text(shortened(relation))}</text></g>'
    )


def _link(curve: Bezier, directed: bool) -> str:
    (ax, ay), (cx, cy), (bx, by) = curve.start, curve.control, curve.end
    head = ""
    if directed:
        # The line ends inside the arrow head, which keeps its tip sharp.
        length = hypot(bx - cx, by - cy) or 1.0
        ux, uy = (bx - cx) / length, (by - cy) / length
        corners = [
            (bx, by),
            (bx - 10 * ux - 5 * uy, by - 10 * uy + 5 * ux),
            (bx - 10 * ux + 5 * uy, by - 10 * uy - 5 * ux),
        ]
        head = (
            f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}" fill="{_LINE}"/>'
        )
        bx, by = bx - 7 * ux, by - 7 * uy
    line = f"M{ax:.1f},{ay:.1f} Q{cx:.1f},{cy:.1f} {bx:.1f},{by:.1f}"
    return f'<path d="{line}" fill="none" stroke="{_LINE}" stroke-width="1.8"/>{head}'


def _extent(curve: Bezier) -> Box:
    points = [curve.at(i / 20) for i in range(21)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(
        (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs), max(ys) - min(ys)
    )


def _text(value: str) -> str:
    return escape(visible(value).translate(_NOT_XML))
