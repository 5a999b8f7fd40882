from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from motifcnn.motif import Motif
from motifcnn.motif.draw import draw
from tests.motif.random_texts import motifs_with_any_names

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_names_types_roles_and_relations_can_be_read() -> None:
    svg = draw(
        Motif.parse(
            "(t:paper)-[:cites]->(p:paper)--(c:venue), (t)-[:cites]->(q:paper)--(c)", context="c"
        )
    )
    assert sorted(texts(svg)) == sorted(
        [
            "cites",
            "cites",
            "t:paper",
            "target",
            "p:paper",
            "role p+q",
            "c:venue",
            "context, role c",
            "q:paper",
            "role p+q",
        ]
    )


def test_target_context_and_auxiliary_nodes_have_three_colours() -> None:
    root = ElementTree.fromstring(draw(Motif.parse("(t:a)--(x:a)--(y:a)--(c:a)")))
    fills = [
        (group.get("class"), group.find(f"{SVG}rect").get("fill")) for group in root.iter(f"{SVG}g")
    ]  # type: ignore[union-attr]
    assert [part for part, _ in fills] == ["target", "auxiliary", "auxiliary", "context"]
    assert len({fill for _, fill in fills}) == 3


def test_only_directed_links_have_an_arrow() -> None:
    svg = draw(Motif.parse("(t:a)-->(x:a)--(c:a), (x)-->(t)"))
    assert (svg.count("<path"), svg.count("<polygon")) == (3, 2)


@settings(max_examples=50)
@given(motifs_with_any_names())
def test_any_names_give_valid_xml_that_loads_nothing(motif: Motif) -> None:
    root = ElementTree.fromstring(draw(motif))
    allowed = {"svg", "rect", "title", "g", "text", "path", "polygon"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    assert not any(
        "href" in name or name.startswith("on")
        for element in root.iter()
        for name in element.attrib
    )


def test_text_is_escaped_and_a_long_one_shortened_with_the_whole_as_title() -> None:
    svg = draw(Motif.parse("(t:`<script>alert(1)</script> & more than fits`)--(c:b)"))
    assert "<script" not in svg
    assert "t:<script>alert(1)</script> …"[:20] in texts(svg)[0]
    titles = [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert "t:<script>alert(1)</script> & more than fits" in titles


@pytest.mark.parametrize("rule", ["orbit", "swap", "context", "none"])
def test_roles_follow_the_rule(rule: str) -> None:
    motif = Motif.parse("(t:a)--(x:b)--(c:a)", roles=rule)  # type: ignore[arg-type]
    shown = [text.split("role ")[1] for text in texts(draw(motif)) if "role " in text]
    assert set(shown) == {role.label for role in motif.roles}
