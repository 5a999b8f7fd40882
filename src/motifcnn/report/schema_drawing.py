"""A schema as SVG: the target in the middle, other node types around it, links between them."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from motifcnn.graph.schema import Relation, Schema
from motifcnn.report.schema_places import Point, schema_places

MOST_TYPES = 12  # more are not readable around one node
_LINE = 15  # height of a line of text
_LETTER, _BOLD_LETTER = 7.0, 8.6  # widths, estimated from above
_MARGIN = 8


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
    places = schema_places(schema, target, widths)
    pairs: dict[tuple[str, str], list[Relation]] = {}
    for relation in schema.relations:
        one, two = sorted((relation.source, relation.target))
        pairs.setdefault((one, two), []).append(relation)
    lines, labels = [], []
    edges = [(x - widths[t] / 2, y - 20, x + widths[t] / 2, y + 20) for t, (x, y) in places.items()]
    for (one, two), relations in pairs.items():
        (ax, ay), (bx, by) = places[one], places[two]
        if one == two:
            lines.append(
                Markup(
                    f'<path class="link" d="M{ax - 22:.0f},{ay - 18:.0f} c-34,-52 78,-52 44,0"/>'
                )
            )
            lx, ly = ax, ay - 66 - (len(relations) - 1) * _LINE / 2
        else:
            lines.append(
                Markup(
                    f'<line class="link" x1="{ax:.0f}" y1="{ay:.0f}" x2="{bx:.0f}" y2="{by:.0f}"/>'
                )
            )
            lx, ly = (ax + bx) / 2, (ay + by) / 2
        texts = [_short(_arrow(relation, one, bx - ax, by - ay)) for relation in relations]
        labels.append(_label(lx, ly, texts))
        half = max(map(len, texts)) * _LETTER / 2
        height = len(texts) * _LINE / 2
        edges.append((lx - half, ly - height, lx + half, ly + height))
    nodes = [_node(t, places[t], widths[t], t == target, counts) for t in types]
    left, top = (min(edge[k] for edge in edges) - _MARGIN for k in (0, 1))
    right, bottom = (max(edge[k] for edge in edges) + _MARGIN for k in (2, 3))
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
