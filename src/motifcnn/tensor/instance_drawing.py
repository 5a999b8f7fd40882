"""Drawings of instances: the motif with the graph's nodes in it, one or a page of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from motifcnn.motif.draw import draw
from motifcnn.motif.motif import Motif

if TYPE_CHECKING:
    from motifcnn.tensor.instances import Instance

_SVG = "http://www.w3.org/2000/svg"
_GAP = 12
_WIDEST = 1100  # of a page; one drawing may be wider


def draw_instance(motif: Motif, instance: Instance) -> str:
    """The motif's drawing, with the name or else the id of the graph node in each node.

    Examples
    --------
    >>> import motifcnn as mc
    >>> found = mc.instances(mc.load_dataset("debian"), "(t:package)--(c:maintainer)", "gimp")
    >>> ">gimp<" in draw_instance(found.motif, found[0])
    True
    """
    nodes = [instance[node.name] for node in motif.nodes]
    return draw(motif, [node.label for node in nodes], [node.node_type for node in nodes])


def draw_page(drawings: Sequence[str]) -> str:
    """Drawings of one motif side by side, wrapped into lines, as one SVG.

    Examples
    --------
    >>> one = Motif.parse("(t:paper)--(c:author)").to_svg()
    >>> draw_page([one, one]).count("<svg")
    3
    """
    ElementTree.register_namespace("", _SVG)
    parts = [ElementTree.fromstring(drawing) for drawing in drawings]
    sizes = [(int(part.attrib["width"]), int(part.attrib["height"])) for part in parts]
    x = y = line = width = 0
    for part, (wide, high) in zip(parts, sizes, strict=True):
        if x and x + wide > _WIDEST:
            x, y, line = 0, y + line + _GAP, 0
        part.set("x", str(x))
        part.set("y", str(y))
        width, line = max(width, x + wide), max(line, high)
        x += wide + _GAP
    height = y + line
    page = ElementTree.Element(f"{{{_SVG}}}svg")
    size = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height)}
    page.attrib.update(size | {"role": "img"})
    page.extend(parts)
    return ElementTree.tostring(page, encoding="unicode")
