"""A schema as SVG: node types with their counts, the links between them and their names."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif.layout import Box
from motifcnn.report.schema_places import Point, schema_places

MOST_TYPES = 12  # more are not readable around one node
_LINE = 15  # height of a line of text
_LETTER, _BOLD_LETTER = 7.0, 8.6  # widths, estimated from above
_MARGIN = 8
_AXES = (("x", "width"), ("y", "height"))
_AWAY = (0.0, 0.06, 0.12, 0.18, 0.24)  # from the middle of a link, where its label is tried


def draw_schema(schema: Schema, target: str, counts: Mapping[str, int] | None = None) -> Markup:
    """An SVG drawing with the target type marked; empty if there are more than `MOST_TYPES` types.

    Its width and height are such that text has the size that the style sheet gives it.

    Examples
    --------
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> draw_schema(schema, "paper").count("<rect")
    2
    """
    types = list(schema.node_types)
    if len(types) > MOST_TYPES:
        return Markup("")
    widths = {t: max(72.0, _BOLD_LETTER * len(_short(t)) + 24) for t in types}
    names = max((len(_short(relation.name)) + 2 for relation in schema.relations), default=0)
    places = schema_places(schema, target, widths, names * _LETTER)
    pairs: dict[tuple[str, str], list[Relation]] = {}
    for relation in schema.relations:
        one, two = sorted((relation.source, relation.target))
        pairs.setdefault((one, two), []).append(relation)
    boxes = [Box(x, y, widths[t], 40) for t, (x, y) in places.items()]
    lines, labels = [], []
    # Loops first: they have one place each, and other labels go round them.
    for (one, two), relations in sorted(pairs.items(), key=lambda item: item[0][0] != item[0][1]):
        (ax, ay), (bx, by) = places[one], places[two]
        texts = [_short(_arrow(relation, one, bx - ax, by - ay)) for relation in relations]
        size = (max(map(len, texts)) * _LETTER, len(texts) * _LINE)
        if one == two:
            side = -1 if ay <= 0 else 1  # above the target, below a type under it
            curve = f"M{ax - 22:.0f},{ay + 18 * side:.0f} c-34,{52 * side} 78,{52 * side} 44,0"
            line = f'<path class="link" d="{curve}"/>'
            boxes.append(Box(ax, ay + 38 * side, 50, 36))
            box = Box(ax, ay + side * (59 + size[1] / 2), *size)
        else:
            line = f'<line class="link" x1="{ax:.0f}" y1="{ay:.0f}" x2="{bx:.0f}" y2="{by:.0f}"/>'
            box = _free((ax, ay), (bx, by), size, boxes)
        lines.append(Markup(line))
        labels.append(_label(box.x, box.y, texts))
        boxes.append(box)
    nodes = [_node(t, places[t], widths[t], t == target, counts) for t in types]
    left, top = (
        min(getattr(b, at) - getattr(b, by) / 2 for b in boxes) - _MARGIN for at, by in _AXES
    )
    right, bottom = (
        max(getattr(b, at) + getattr(b, by) / 2 for b in boxes) + _MARGIN for at, by in _AXES
    )
    width, height = f"{right - left:.0f}", f"{bottom - top:.0f}"
    head = (
        f'<svg class="schema" width="{width}" height="{height}" '
        f'viewBox="{left:.0f} {top:.0f} {width} {height}" role="img" aria-label="schema">'
    )
    return Markup(head) + Markup("").join([*lines, *labels, *nodes]) + Markup("</svg>")


def _arrow(relation: Relation, one: str, dx: float, dy: float) -> str:
    """The name with an arrow as drawn, where the way from type `one` to the other is (dx, dy)."""
    if not relation.directed or relation.source == relation.target:
        return relation.name
    if abs(dx) < 1:
        return f"{relation.name} {'↓' if (relation.source == one) == (dy > 0) else '↑'}"
    return f"{relation.name} →" if (relation.source == one) == (dx > 0) else f"← {relation.name}"


def _free(start: Point, end: Point, size: tuple[float, float], taken: list[Box]) -> Box:
    """A box on the line, near its middle, that covers as few others as possible."""
    spots = [0.5 + side * away for away in _AWAY for side in (1, -1)]
    options = [
        Box(start[0] + u * (end[0] - start[0]), start[1] + u * (end[1] - start[1]), *size)
        for u in spots
    ]
    return min(options, key=lambda box: sum(box.overlaps(other) for other in taken))


def _label(x: float, y: float, texts: list[str]) -> Markup:
    first = y - (len(texts) - 1) * _LINE / 2 + 4
    rows = [
        Markup('<text class="relation" x="{}" y="{}">{}</text>').format(
            f"{x:.0f}", f"{first + k * _LINE:.0f}", text
        )
        for k, text in enumerate(texts)
    ]
    return Markup("<g>") + Markup("").join(rows) + Markup("</g>")


def _node(
    name: str, place: Point, width: float, is_target: bool, counts: Mapping[str, int] | None
) -> Markup:
    x, y = place
    count = f"{counts[name]:,}" if counts is not None else ""
    box = (
        f'<rect x="{x - width / 2:.0f}" y="{y - 20:.0f}" width="{width:.0f}" height="40" rx="14"/>'
    )
    texts = Markup('<text class="type" x="{}" y="{}">{}</text>').format(
        f"{x:.0f}", f"{y - 1 if count else y + 5:.0f}", _short(name)
    )
    if count:
        texts += Markup(f'<text class="count" x="{x:.0f}" y="{y + 13:.0f}">{count}</text>')
    title = Markup("<title>{}</title>").format(name)
    return (
        Markup(f'<g class="node{" target" if is_target else ""}">')
        + title
        + Markup(box)
        + texts
        + Markup("</g>")
    )


def _short(text: str, most: int = 28) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
