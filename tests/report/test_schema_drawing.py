from __future__ import annotations

from xml.etree import ElementTree

from motifcnn.graph import Relation, Schema
from motifcnn.report.schema_drawing import MOST_TYPES, draw_schema


def test_every_type_and_relation_is_drawn() -> None:
    schema = Schema(("a", "b", "c"), (Relation("a", "one", "b"), Relation("b", "two", "a"), Relation("c", "self", "c")))
    svg = draw_schema(schema, "a", {"a": 1234, "b": 2, "c": 3})
    texts = {text.text for text in ElementTree.fromstring(svg).iter("text")}
    assert {"a", "b", "c", "1,234", "self"} <= texts
    assert any("one" in str(text) for text in texts)
    assert any("two" in str(text) for text in texts)


def test_opposite_relations_have_opposite_arrows() -> None:
    schema = Schema(("a", "b"), (Relation("a", "go", "b"), Relation("b", "back", "a")))
    svg = draw_schema(schema, "a")
    assert ("go →" in svg) != ("back →" in svg)
    assert ("← go" in svg) != ("← back" in svg)


def test_names_are_escaped() -> None:
    evil = "<script>alert(1)</script>"
    svg = draw_schema(Schema((evil,), (Relation(evil, evil, evil),)), evil)
    assert "<script" not in svg
    ElementTree.fromstring(svg)


def test_a_schema_too_large_to_read_is_left_to_the_table() -> None:
    types = tuple(f"t{i}" for i in range(MOST_TYPES + 1))
    assert draw_schema(Schema(types, ()), "t0") == ""
