"""What a notebook shows of a value: its HTML, parsed."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

EVIL = "<script>alert('1')</script> & \"x\""


def shown(value: Any) -> ElementTree.Element:
    """The tree of a value's HTML; a `ParseError` where a name is not escaped."""
    return ElementTree.fromstring(value._repr_html_())


def title(tree: ElementTree.Element) -> str:
    return "".join(tree.find("strong").itertext())  # type: ignore[union-attr]


def tables(tree: ElementTree.Element) -> list[list[list[str]]]:
    """Texts of the cells, row by row, of each table."""
    return [
        [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
        for table in tree.iter("table")
    ]


def tags(tree: ElementTree.Element) -> set[str]:
    return {element.tag.rpartition("}")[2] for element in tree.iter()}
