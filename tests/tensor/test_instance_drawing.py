from __future__ import annotations

from xml.etree import ElementTree

from motifcnn.motif import Motif
from motifcnn.tensor.instance_drawing import draw_page

ONE = Motif.parse("(t:paper)--(a:author)--(c:paper)").to_svg()


def boxes(page: str) -> list[tuple[int, int, int, int]]:
    return [
        tuple(int(part.attrib[name]) for name in ("x", "y", "width", "height"))
        for part in ElementTree.fromstring(page)
    ]


def test_drawings_of_a_page_do_not_overlap_and_are_inside_of_it() -> None:
    page = draw_page([ONE] * 7)
    root = ElementTree.fromstring(page)
    found = boxes(page)
    assert len(found) == 7
    for i, (x, y, w, h) in enumerate(found):
        assert x >= 0 and y >= 0
        assert x + w <= int(root.attrib["width"]) and y + h <= int(root.attrib["height"])
        for x2, y2, w2, h2 in found[:i]:
            assert x >= x2 + w2 or x2 >= x + w or y >= y2 + h2 or y2 >= y + h
    assert len({y for _, y, _, _ in found}) > 1


def test_a_page_without_drawings_is_a_drawing() -> None:
    assert boxes(draw_page([])) == []
