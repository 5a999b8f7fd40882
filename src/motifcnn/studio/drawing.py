"""A motif, or an instance of it, as boxes and curves that the page draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from motifcnn.motif.layout import arrange, node_labels, shortened
from motifcnn.motif.motif import Motif
from motifcnn.motif.nouns import words_of
from motifcnn.studio.answer import Answer
from motifcnn.visible import visible

_MARGIN = 12
Point = tuple[float, float]


class DrawnNode(Answer):
    """A node: its rectangle by its centre, its texts, and the colour of its role.

    `colour` is 0 for the target, 1 for the role of the context, and 2 on for the other roles.
    """

    name: str
    label: str
    title: str
    caption: str
    part: Literal["target", "context", "auxiliary"]
    colour: int
    x: float
    y: float
    width: float
    height: float


class DrawnLink(Answer):
    """A link: a quadratic Bezier curve, and where its relation is written."""

    directed: bool
    curve: tuple[Point, Point, Point]
    relation: str
    place: Point


class Drawing(Answer):
    """All of it, and the rectangle that it fills."""

    left: float
    top: float
    width: float
    height: float
    nodes: list[DrawnNode]
    links: list[DrawnLink]


def drawing(motif: Motif, labels: Sequence[str] | None = None) -> Drawing:
    """Places the nodes and links of a motif.

    Parameters
    ----------
    motif : Motif
    labels : sequence of str, optional
        What stands in each node; None: its name and type in the motif.

    Examples
    --------
    >>> found = drawing(Motif.parse("(t:paper)--(a:author)--(c:paper)"))
    >>> [(node.name, node.part, node.colour) for node in found.nodes]
    [('t', 'target', 0), ('a', 'auxiliary', 2), ('c', 'context', 1)]
    """
    titles = [visible(label) for label in labels or node_labels(motif)]
    captions = [_caption(motif, node) for node in range(len(motif.nodes))]
    short = _short_relations(motif)
    layout = arrange(short, captions, titles)
    colours = role_colours(motif)
    nodes = [
        DrawnNode(
            name=node.name,
            label=shortened(titles[i]),
            title=titles[i],
            caption=captions[i],
            part=_part(motif, i),
            colour=colours[i],
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
        )
        for i, (node, box) in enumerate(zip(motif.nodes, layout.nodes, strict=True))
    ]
    links = []
    for edge, curve, label in zip(short.edges, layout.curves, layout.labels, strict=True):
        place = curve.at(0.5) if label is None else (label.x, label.y)
        relation = "" if edge.relation is None else shortened(visible(edge.relation))
        points = (curve.start, curve.control, curve.end)
        links.append(
            DrawnLink(directed=edge.directed, curve=points, relation=relation, place=place)
        )
    spans = [(n.x, n.y, n.width / 2, n.height / 2) for n in nodes]
    spans += [(x, y, 0.0, 0.0) for link in links for x, y in link.curve]
    spans += [(*link.place, 4.0 * len(link.relation), 9.0) for link in links if link.relation]
    left = min(x - w for x, _, w, _ in spans) - _MARGIN
    top = min(y - h for _, y, _, h in spans) - _MARGIN
    return Drawing(
        left=left,
        top=top,
        width=max(x + w for x, _, w, _ in spans) + _MARGIN - left,
        height=max(y + h for _, y, _, h in spans) + _MARGIN - top,
        nodes=nodes,
        links=links,
    )


def role_colours(motif: Motif) -> list[int]:
    """The colour of each node: 0 for the target, 1 for the context's role, 2 on for others.

    Examples
    --------
    >>> role_colours(Motif.parse("(t:paper)--(a:author), (t)--(b:author), (t)--(v:venue)"))
    [0, 2, 2, 1]
    """
    colours = [0] * len(motif.nodes)
    others = 2
    for role in motif.roles:
        number = 1 if motif.context in role.members else others
        others += number != 1
        for member in role.members:
            colours[member] = number
    return colours


def _short_relations(motif: Motif) -> Motif:
    """Relations without the types that they link: "depends" for package-depends-library."""
    edges = []
    for edge in motif.edges:
        ends = [w for node in (edge.source, edge.target) for w in words_of(motif.types[node])]
        left = [word for word in words_of(edge.relation or "") if word not in ends]
        edges.append(replace(edge, relation=" ".join(left) or edge.relation))
    short = replace(motif, edges=tuple(edges))
    # Two relations of a pair may differ by no other word.
    return short if len(short.edges) == len(motif.edges) else motif


def _part(motif: Motif, node: int) -> Literal["target", "context", "auxiliary"]:
    if node == motif.target:
        return "target"
    return "context" if node == motif.context else "auxiliary"


def _caption(motif: Motif, node: int) -> str:
    part = _part(motif, node)
    role = next((r.label for r in motif.roles if node in r.members), "")
    words = ("" if part == "auxiliary" else part, f"role {shortened(role)}" if role else "")
    return visible(", ".join(word for word in words if word))
