from __future__ import annotations

import pytest
from hypothesis import example, given

from motifcnn.motif import Motif
from motifcnn.motif.parse import parse
from motifcnn.motif.write import write
from tests.motif.random_texts import motifs_with_any_names


@given(motifs_with_any_names())
@example(Motif.parse("(t:a)--(x:a)--(y:b), (x)--(z:b)", context="x"))
@example(Motif.parse("(t:a)--(x:a)--(y:b)--(z:b)", target="z", context="x"))
def test_reading_what_was_written_gives_the_same_motif(motif: Motif) -> None:
    again = parse(write(motif), roles=motif.role_rule)
    assert again == motif
    assert again.nodes[again.target] == motif.nodes[motif.target]
    assert again.nodes[again.context] == motif.nodes[motif.context]
    assert set(again.nodes) == set(motif.nodes)
    assert len(again.edges) == len(motif.edges)


@given(motifs_with_any_names())
def test_writing_twice_changes_nothing(motif: Motif) -> None:
    assert write(parse(write(motif))) == write(motif)


@pytest.mark.parametrize(
    "text",
    [
        "(t:author)--(p:paper)--(c:venue)",
        "(t:paper)-[:cites]->(a:paper)-[:cites]->(c:paper), (t)-[:cites]->(c)",
        "(t:package)<-[:`is part of`]-(c:`source package`)",
        "(t:a), (b:a)--(c:b), (t)--(c)",
    ],
)
def test_text_in_our_form_comes_back_as_it_was(text: str) -> None:
    assert str(parse(text)) == text


def test_the_context_stays_last_even_where_all_ways_lead_through_it() -> None:
    assert (
        write(parse("(t:a)--(x:b)--(y:a), (x)--(z:a)", context="x"))
        == "(t:a), (y:a), (z:a)--(x:b), (t)--(x), (y)--(x)"
    )
