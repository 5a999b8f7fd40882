from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.errors import MotifError
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif import Motif, MotifEdge, check
from motifcnn.motif.check import as_motif, matching
from tests.strategies import motifs, schemas

BY = Relation("paper", "paper-author", "author")
CITES = Relation("paper", "cites", "paper")
IN = Relation("paper", "in", "venue")
KNOWS = Relation("author", "knows", "author", directed=False)
SCHEMA = Schema(("author", "paper", "venue", "lonely"), (BY, CITES, IN, KNOWS))


def message(text: str, schema: Schema = SCHEMA) -> str:
    with pytest.raises(MotifError) as caught:
        check(Motif.parse(text), schema)
    return str(caught.value)


def test_a_missing_relation_gets_the_way_through_the_schema() -> None:
    schema = Schema(("author", "paper", "venue"), (BY, IN))
    assert message("(t:author)--(c:venue)", schema) == (
        'motif "(t:author)--(c:venue)" cannot match: '
        "the schema has no relation between author and venue.\n"
        "  relations of author: paper-author (paper -> author)\n"
        '  did you mean "(t:author)--(p:paper)--(c:venue)"?'
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "(t:authr)--(c:paper)",
            [
                'no node type "authr", the type of node "t"',
                'did you mean "author"?',
                "author, paper, venue",
            ],
        ),
        (
            "(t:paper)-[:citse]->(c:paper)",
            ['no relation "citse"', 'did you mean "(t:paper)-[:cites]->(c:paper)"?'],
        ),
        (
            "(t:paper)-[:zzz]-(c:venue)",
            ["in (paper -> venue)", 'did you mean "(t:paper)-[:in]-(c:venue)"?'],
        ),
        (
            "(t:author)-->(c:paper)",
            ["no relation leads from author to paper", 'did you mean "(t:author)<--(c:paper)"?'],
        ),
        (
            "(t:author)-[:paper-author]->(c:paper)",
            ["no paper-author leads from author", "(t:author)<-[:paper-author]-(c:paper)"],
        ),
        (
            "(t:author)-->(c:author)",
            [
                "knows is undirected",
                "knows (author -- author)",
                'did you mean "(t:author)--(c:author)"?',
            ],
        ),
        ("(t:author)-[:nows]->(c:author)", ['did you mean "(t:author)-[:knows]-(c:author)"?']),
        ("(t:venue)--(c:venue)", ['did you mean "(t:venue)--(p:paper)--(c:venue)"?']),
        ("(t:author)--(c:lonely)", ["relations of lonely: none"]),
        (
            "(t:author)--(p:paper)--(c:venue), (t)--(c)",
            ["cannot match at (t)--(c)", "(t)--(p2:paper)--(c:venue)"],
        ),
        ("(t:paper)--(a:paper)-[:zites]->(c:paper)", ["cannot match at (a)-[:zites]->(c)"]),
    ],
)
def test_an_error_says_which_link_and_what_would_fit(text: str, expected: list[str]) -> None:
    found = message(text)
    for part in expected:
        assert part in found


@pytest.mark.parametrize(
    "text", ["(t:author)--(c:venue)", "(t:author)-->(c:author)", "(t:paper)-[:citse]->(c:paper)"]
)
def test_the_suggested_motif_fits(text: str) -> None:
    meant = re.search('did you mean "(.*)"', message(text))
    assert meant is not None
    check(Motif.parse(meant[1]), SCHEMA)


def test_a_way_that_would_need_too_many_nodes_is_not_suggested() -> None:
    text = "(t:author)--(a:author)--(b:author)--(d:author)--(e:author)--(c:venue)"
    assert "did you mean" not in message(text)


@pytest.mark.parametrize(
    ("edge", "types", "expected"),
    [
        (MotifEdge(0, 1), ("paper", "paper"), [(CITES, True), (CITES, False)]),
        (MotifEdge(0, 1, directed=True), ("paper", "paper"), [(CITES, True)]),
        (MotifEdge(0, 1), ("author", "paper"), [(BY, False)]),
        (MotifEdge(0, 1, directed=True), ("author", "paper"), []),
        (MotifEdge(0, 1, "paper-author", True), ("paper", "author"), [(BY, True)]),
        (MotifEdge(0, 1, "cites"), ("paper", "author"), []),
        (MotifEdge(0, 1), ("author", "author"), [(KNOWS, True)]),
        (MotifEdge(0, 1, "knows", True), ("author", "author"), []),
    ],
)
def test_what_an_edge_stands_for(
    edge: MotifEdge, types: tuple[str, str], expected: list[tuple[Relation, bool]]
) -> None:
    assert list(matching(edge, *types, SCHEMA)) == expected


@given(st.data())
def test_a_motif_grown_from_a_schema_fits_it(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    check(data.draw(motifs(schema)), schema)


def test_a_text_is_taken_as_the_motif_that_it_means() -> None:
    motif = Motif.parse("(t:b)--(c:b)")
    assert as_motif("(t:b)--(c:b)") == motif
    assert as_motif(motif) is motif


def test_a_bad_text_has_the_error_of_the_parser() -> None:
    with pytest.raises(MotifError) as parsed:
        Motif.parse("(t:b)-(c:b)")
    with pytest.raises(MotifError) as taken:
        as_motif("(t:b)-(c:b)")
    assert str(taken.value) == str(parsed.value)


def test_what_is_no_motif_is_refused_with_how_to_make_one() -> None:
    with pytest.raises(MotifError, match=r"expected a Motif or the text .* got 3 of type int; see"):
        as_motif(3)  # type: ignore[arg-type]
