from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from motifcnn.errors import MotifError
from motifcnn.motif import Motif
from motifcnn.motif.authors_json import read, read_all, write
from tests.motif.random_texts import motifs_with_any_names

TYPES = ["paper", "author", "venue"]
SQUARE = {
    "v": [0, 1, 1, 2],
    "e": [[1, 0], [2, 0], [3, 1], [3, 2]],
    "a": [[0], [1, 2], [3]],
    "m": [[0, 3]],
}
SHARED_AUTHOR = {
    "v": [0, 1, 0],
    "e": [[0, 1], [2, 1]],
    "a": [[0, 2], [1], [2, 0]],
    "m": [[0, 1], [0, 2]],
}


@given(motifs_with_any_names())
def test_a_motif_written_and_read_is_the_same_with_names_and_roles(motif: Motif) -> None:
    again = read(json.dumps(write(motif)))
    assert again == motif
    assert (again.nodes, again.edges, again.roles) == (motif.nodes, motif.edges, motif.roles)


def test_links_are_directed_and_a_pair_per_role_is_the_rule_orbit() -> None:
    motif = read(SHARED_AUTHOR, TYPES)
    assert motif == Motif.parse("(t:paper)-->(a:author)<--(c:paper)")
    assert [role.members for role in motif.roles] == [(1,), (2,)]


def test_one_pair_of_several_roles_is_the_rule_context() -> None:
    motif = read(SQUARE, TYPES)
    assert motif == Motif.parse(
        "(t:paper)<--(a:author)<--(c:venue), (t)<--(b:author)<--(c)", context="c", roles="context"
    )
    assert [role.members for role in motif.roles] == [(3,)]


def test_a_pair_for_each_of_two_symmetric_nodes_names_one_role() -> None:
    motif = read({"v": [0, 1, 1], "e": [[0, 1], [0, 2]], "m": [[0, 1], [0, 2]]}, TYPES)
    assert [role.members for role in motif.roles] == [(1, 2)]


def test_writing_in_numbers_gives_the_four_keys_of_the_authors() -> None:
    document = write(read(SQUARE, TYPES), TYPES)
    assert {key: document[key] for key in "veam"} == SQUARE


def test_a_file_of_several_motifs_is_read_by_name() -> None:
    text = json.dumps({"square": SQUARE, "pap": SHARED_AUTHOR})
    assert {name: len(motif.nodes) for name, motif in read_all(text).items()} == {
        "square": 4,
        "pap": 3,
    }
    assert read({"pap": SHARED_AUTHOR}, TYPES) == read(SHARED_AUTHOR, TYPES)
    with pytest.raises(MotifError, match=r"holds 2 motifs \(square, pap\), expected one"):
        read(text)


def test_types_without_names_are_called_by_their_number() -> None:
    assert Motif.from_json(SHARED_AUTHOR).types == ("0", "1", "0")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"v": 3}, "expected a list under v"),
        (
            {"v": [0, 1, 7]},
            r"v: expected a type, 0 to 2 \(paper, author, venue\) or a name, found 7",
        ),
        ({"v": [0, True, 0]}, "found True"),
        ({"e": [[0, 1], [2, 9]]}, r"e: expected a pair of node indices 0 to 2, found \[2, 9\]"),
        ({"e": [[0, 1]]}, "not connected"),
        ({"m": []}, "pairs with one target"),
        ({"m": [[0, 1], [1, 2]]}, "pairs with one target"),
        ({"m": [[0, 0]]}, "target and context are the same"),
        (
            {"v": [0, 1, 0, 2], "e": [[0, 1], [2, 1], [2, 3]], "a": [], "m": [[0, 1], [0, 2]]},
            "one pair per role .v1, c, v3.",
        ),
        ({"a": [[0, 1]]}, r"nodes \[0, 1\] cannot be symmetric"),
        ({"a": [[5]]}, "a: expected lists of node indices"),
        ({"a": 1}, "a: expected lists of node indices"),
        ({"names": ["x"]}, "names: expected a list of 3 values"),
        ({"directed": [1, 0]}, "directed: expected a list of 2 values"),
        ({"roles": "best"}, "roles: expected one of orbit, swap, context, none, found 'best'"),
    ],
)
def test_a_broken_document_is_refused_with_key_and_value(
    change: dict[str, Any], expected: str
) -> None:
    with pytest.raises(MotifError, match=expected):
        read(SHARED_AUTHOR | change, TYPES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"v": [', "not JSON, line 1"),
        ("[1]", "found list"),
        ('{"x": 1}', 'motif "x": expected an object'),
    ],
)
def test_text_that_is_no_motif_is_refused(text: str, expected: str) -> None:
    with pytest.raises(MotifError, match=expected):
        read(text)


def test_a_type_without_a_number_is_named() -> None:
    with pytest.raises(MotifError, match=r'type "venue" .* has no number'):
        write(Motif.parse("(t:paper)--(c:venue)"), ["paper"])
