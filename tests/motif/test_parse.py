from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.errors import MotifError
from motifcnn.motif import Motif, MotifEdge, MotifNode
from motifcnn.motif.parse import parse


def test_the_first_node_is_the_target_and_the_last_introduced_the_context() -> None:
    motif = parse("(t:paper)-[:cites]->(a:paper)-[:cites]->(c:paper), (t)-[:cites]->(c), (a)--(t)")
    assert motif.nodes == (
        MotifNode("t", "paper"),
        MotifNode("a", "paper"),
        MotifNode("c", "paper"),
    )
    assert (motif.target, motif.context) == (0, 2)


def test_target_and_context_can_be_named() -> None:
    motif = parse("(a:paper)--(b:author)--(d:venue)", target="b", context="a", roles="swap")
    assert (motif.target, motif.context, motif.role_rule) == (1, 0, "swap")


@pytest.mark.parametrize(
    ("link", "edge"),
    [
        ("--", MotifEdge(0, 1)),
        ("-->", MotifEdge(0, 1, directed=True)),
        ("<--", MotifEdge(1, 0, directed=True)),
        ("-[:cites]-", MotifEdge(0, 1, "cites")),
        ("-[:cites]->", MotifEdge(0, 1, "cites", directed=True)),
        ("<-[:cites]-", MotifEdge(1, 0, "cites", directed=True)),
        (
            "-[:package-depends-library]->",
            MotifEdge(0, 1, "package-depends-library", directed=True),
        ),
        (" - [ : `is part of` ] - > ", MotifEdge(0, 1, "is part of", directed=True)),
        ("-[]->", MotifEdge(0, 1, directed=True)),
    ],
)
def test_every_kind_of_link(link: str, edge: MotifEdge) -> None:
    assert parse(f"(t:x){link}(c:x)").edges == (edge,)


def test_types_may_hold_hyphens_dots_digits_and_in_back_quotes_anything() -> None:
    motif = parse("(t:package-maintainer)--(b:`a (b)`)--(c:v1.0_x)--(`my node`:`back``quote`)")
    assert motif.types == ("package-maintainer", "a (b)", "v1.0_x", "back`quote")
    assert motif.nodes[3].name == "my node"


def test_nodes_without_a_name_are_called_by_their_type_and_never_clash() -> None:
    motif = parse("(:paper)--(:author)--(:paper)--(author2:venue)--(:author)")
    assert [node.name for node in motif.nodes] == [
        "paper",
        "author",
        "paper2",
        "author2",
        "author3",
    ]


def test_a_node_may_be_declared_again_with_the_same_type() -> None:
    assert parse("(t:a)--(c:b), (t:a)-->(c:b)") == parse("(t:a)--(c:b), (t)-->(c)")


@pytest.mark.parametrize(
    ("text", "at", "expected", "next_step"),
    [
        ("", 0, "the pattern is empty", "write a path such as (t:author)--(c:paper)"),
        ("  ", 2, "the pattern is empty", "write a path"),
        ("(t:a)", 5, "at least two nodes", "(t:a)--(c:type)"),
        ("(t:author--(p:paper)", 9, 'expected ")"', "close the bracket: (t:author)"),
        ("(t:author", 9, "the end of the text", "close the bracket: (t:author)"),
        ("(t:)--(c:b)", 3, "expected a name", "(name:type)"),
        ("t:a--b", 0, 'expected "("', "(name:type)"),
        ("(t:a)--", 7, 'expected "("', "a node is"),
        ("(t:a)-[:cites->(c:b)", 13, 'expected "]"', "close the bracket: [:cites]"),
        ("(t:a)-[cites]->(c:b)", 7, 'expected ":"', "write -[:cites]-"),
        ("(t:a)-[:]->(c:b)", 8, "expected a name", "-[:cites]->"),
        ("(t:a)->(c:b)", 6, 'expected "-"', "links are --, -->"),
        ("(t:a)<-->(c:b)", 5, "both ways", "(a)-->(b), (a)<--(b)"),
        ("(t:a)--(c:b) (d:b)", 13, 'a link, "," or the end', "separated by commas"),
        ("()--(c:b)", 0, "without a type", "(:type)"),
        ("(t:a)--(x)", 7, 'unknown node "x"', "(x:type)"),
        (
            "(author:a)--(c:b), (auhtor)--(c)",
            19,
            "nodes so far: author, c",
            "did you mean (author)?",
        ),
        ("(t:a)--(c:b)--(t:b)", 14, 'type "b" here, but "a" before', "write (t) to come back"),
        ("(t:a)--(t)", 5, "itself", "two different nodes"),
        ("(t:a)--(b:b), (x:c)--(y:d)", 14, 'no path leads from "t" to "x"', "(t)--(x)"),
        (
            "(:a)--(:a)--(:a)--(:a)--(:a)--(:a)--(c:a)",
            36,
            "is node 7, a motif has at most 6",
            "smaller motif",
        ),
    ],
)
def test_an_error_points_at_the_character_and_says_what_to_write(
    text: str, at: int, expected: str, next_step: str
) -> None:
    with pytest.raises(MotifError) as caught:
        parse(text)
    first, line, caret, last = str(caught.value).split("\n")
    assert expected in first
    assert f"character {at + 1}:" in first
    assert (line, caret) == (f"  {text}", " " * (at + 2) + "^")
    assert next_step in last


def test_a_target_that_is_no_node_gets_the_names_there_are() -> None:
    with pytest.raises(
        MotifError,
        match=r'target "papr" is not a node .*; did you mean "paper"\? nodes: paper, author',
    ):
        parse("(:paper)--(:author)", target="papr")


@given(st.text(alphabet="(t:a)-<>[], `!x\n", max_size=40))
def test_any_text_gives_a_motif_or_a_motif_error(text: str) -> None:
    try:
        assert isinstance(parse(text), Motif)
    except MotifError as error:
        assert str(error)


@pytest.mark.parametrize(
    "text",
    ["-" * 10**6, "(" * 10**6, "`" + "x" * 10**6, "(t:" + "x" * 10**6, " " * 10**6, "é" * 10**6],
    ids=lambda text: text[:4],
)
def test_a_very_long_pattern_is_refused_at_once_and_not_repeated(text: str) -> None:
    with pytest.raises(MotifError, match=r"1,000,00\d characters") as caught:
        parse(text)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", ["(" * 4000, "-" * 4000, "(t:" + "x" * 4000, "(a:b)" * 800])
def test_a_message_about_a_long_line_shows_the_place_alone(text: str) -> None:
    with pytest.raises(MotifError) as caught:
        parse(text)
    lines = str(caught.value).split("\n")
    assert max(map(len, lines)) < 500
    caret = lines[2].index("^")
    assert lines[1][caret : caret + 1] in ("", text[-1], "(", "-", ".")


@pytest.mark.parametrize("name", [5, None, ["t"], b"t", 10**5000, "x" * 10**6], ids=type)
def test_a_target_or_context_that_is_no_node_is_a_short_typed_error(name: Any) -> None:
    for which in ("target", "context"):
        if name is None:
            continue
        with pytest.raises(MotifError, match="is not a node of motif") as caught:
            parse("(t:paper)--(c:author)", **{which: name})
        assert len(str(caught.value)) < 500
    with pytest.raises(MotifError):
        parse(name)
