"""A schema as SVG: the target in the middle, other node types around it, links between them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from markupsafe import Markup

from motifcnn.graph.schema import Relation, Schema

MOST_TYPES = 12  # more are not readable around one node
_LINE = 14  # height of a line of text


def draw_schema(schema: Schema, target: str, counts: Mapping[str, int] | None = None) -> Markup:
    """An SVG drawing with the target type marked; empty if there are more than `MOST_TYPES` types.

    Examples
    --------
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> draw_schema(schema, "paper").count("<rect")
    2
    """
    types = list(schema.node_types)
    if len(types) > MOST_TYPES:
        return Markup("")
    around = [t for t in types if t != target]
    rx, ry = (300.0, 150.0) if len(around) < 6 else (360.0, 220.0)
    places = {target: (0.0, 0.0)} if target in types else {}
    for number, node_type in enumerate(around):
        angle = -math.pi / 2 + 2 * math.pi * (number + 0.5) / len(around)
        places[node_type] = (rx * math.cos(angle), ry * math.sin(angle))
    pairs: dict[tuple[str, str], list[Relation]] = {}
    for relation in schema.relations:
        one, two = sorted((relation.source, relation.target))
        pairs.setdefault((one, two), []).append(relation)
    lines, labels = [], []
    for (one, two), relations in pairs.items():
        (ax, ay), (bx, by) = places[one], places[two]
        if one == two:
            lines.append(
                Markup(
                    f'<path class="link" d="M{ax - 22:.0f},{ay - 18:.0f} c-34,-52 78,-52 44,0"/>'
                )
            )
            lx, ly = ax, ay - 62 - (len(relations) - 1) * _LINE / 2
        else:
            lines.append(
                Markup(
                    f'<line class="link" x1="{ax:.0f}" y1="{ay:.0f}" x2="{bx:.0f}" y2="{by:.0f}"/>'
                )
            )
            lx, ly = ax + 0.5 * (bx - ax), ay + 0.5 * (by - ay)
        labels.append(
            _label(lx, ly, [_arrow(relation, one, bx - ax, by - ay) for relation in relations])
        )
    nodes = [
        _node(node_type, places[node_type], node_type == target, counts) for node_type in types
    ]
    top = (
        min(
            places[t][1] - (62 + _LINE * len(pairs.get((t, t), ())) if (t, t) in pairs else 0)
            for t in types
        )
        - 34
    )
    bottom = max(y for _, y in places.values()) + 34
    half = max((abs(x) for x, _ in places.values()), default=0.0) + 130
    box = f"{-half:.0f} {top:.0f} {2 * half:.0f} {bottom - top:.0f}"
    head = f'<svg class="schema" viewBox="{box}" role="img" aria-label="schema">'
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
            f"{x:.0f}", f"{first + k * _LINE:.0f}", _short(text)
        )
        for k, text in enumerate(texts)
    ]
    return Markup("<g>") + Markup("").join(rows) + Markup("</g>")


def _node(
    name: str, place: tuple[float, float], is_target: bool, counts: Mapping[str, int] | None
) -> Markup:
    x, y = place
    count = f"{counts[name]:,}" if counts is not None else ""
    width = max(72.0, 8.6 * len(_short(name)) + 24)
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
