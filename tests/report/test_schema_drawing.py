from __future__ import annotations

from xml.etree import ElementTree

from motifcnn.graph import Relation, Schema
from motifcnn.report.schema_drawing import MOST_TYPES, draw_schema


def test_every_type_and_relation_is_drawn() -> None:
    schema = Schema(
        ("a", "b", "c"),
        (Relation("a", "one", "b"), Relation("b", "two", "a"), Relation("c", "self", "c")),
    )
    svg = draw_schema(schema, "a", {"a": 1234, "b": 2, "c": 3})
    texts = {text.text for text in ElementTree.fromstring(svg).iter("text")}
    assert {"a", "b", "c", "1,234", "self"} <= texts
    assert any("one" in str(text) for text in texts)
    assert any("two" in str(text) for text in texts)


def test_opposite_relations_have_opposite_arrows() -> None:
    schema = Schema(("a", "b"), (Relation("a", "go", "b"), Relation("b", "back", "a")))
    svg = draw_schema(schema, "a")
    # One type around the target stands below it.
    assert "go ↓" in svg
    assert "back ↑" in svg


def test_arrows_point_away_from_the_source() -> None:
    schema = Schema(("a", "b", "c"), (Relation("a", "to-b", "b"), Relation("c", "from-c", "a")))
    svg = draw_schema(schema, "a")
    x_of = {text.text: float(text.attrib["x"]) for text in ElementTree.fromstring(svg).iter("text")}
    assert ("to-b →" in svg) == (x_of["b"] > x_of["a"])
    assert ("from-c →" in svg) == (x_of["c"] < x_of["a"])


def test_names_are_text_and_never_markup() -> None:
    evil = "<script>alert(1)</script>"
    drawing = ElementTree.fromstring(
        draw_schema(Schema((evil,), (Relation(evil, evil, evil),)), evil)
    )
    assert evil in {text.text for text in drawing.iter("text")}, "it is shown, as text"
    assert drawing.find(".//script") is None


def test_a_schema_too_large_to_read_is_left_to_the_table() -> None:
    types = tuple(f"t{i}" for i in range(MOST_TYPES + 1))
    assert draw_schema(Schema(types, ()), "t0") == ""
