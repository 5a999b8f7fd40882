from __future__ import annotations

import pytest

from motifcnn.graph import Relation, Schema
from motifcnn.motif import Motif
from motifcnn.motif.link_words import link_words


def both(
    source: str, name: str, target: str, *, directed: bool = True, arrow: str = "--"
) -> tuple[str, str]:
    """What is said of sources and of targets of a relation."""
    types = dict.fromkeys((source, target))
    schema = Schema(tuple(types), (Relation(source, name, target, directed),))
    motif = Motif.parse(f"(t:{source}){arrow}(c:{target})")
    own, other = link_words(motif, motif.edges[0], schema)
    return own.many, other.many


@pytest.mark.parametrize(
    ("relation", "source", "target"),
    [
        (
            ("package", "package-depends-library", "library"),
            "depend on {}",
            "are depended on by {}",
        ),
        (("package", "package-maintainer", "maintainer"), "have {}", "belong to {}"),
        (("movies", "movie_genres", "genres"), "have {}", "belong to {}"),
        (("paper", "written-by", "author"), "are written by {}", "wrote {}"),
        (("paper", "at", "venue"), "are at {}", "have {}"),
        (("user", "likes", "post"), "like {}", "are liked by {}"),
        (("part", "is-part-of", "engine"), "are part of {}", 'are linked by "part of" to {}'),
        (("person", "actsIn", "movie"), "act in {}", "are acted in by {}"),
        (("movie", "director", "person"), "have as director {}", "are director of {}"),
        (("a", "r0", "b"), 'have a link "r0" to {}', 'have a link "r0" from {}'),
    ],
)
def test_names_of_relations_become_predicates(
    relation: tuple[str, str, str], source: str, target: str
) -> None:
    assert both(*relation) == (source, target)


def test_within_a_type_an_arrow_tells_the_direction_and_a_line_does_not() -> None:
    cites = ("paper", "paper-cites-paper", "paper")
    assert both(*cites, arrow="-->") == ("cite {}", "are cited by {}")
    assert both(*cites) == ("are linked to {}", "are linked to {}")
    assert both(*cites, arrow="-[:paper-cites-paper]-")[0] == (
        'are linked by "paper-cites-paper" to {}'
    )
    assert both("paper", "paper-paper", "paper", arrow="-->")[0] == "have a link to {}"


def test_an_undirected_relation_says_the_same_of_both_ends() -> None:
    assert both("user", "knows", "user", directed=False) == ("know {}", "know {}")
    assert both("user", "friend", "user", directed=False)[0] == 'are linked by "friend" to {}'


def test_without_a_schema_a_link_that_names_nothing_is_a_link() -> None:
    for arrow, text in (("--", "are linked to {}"), ("-->", "have a link to {}")):
        motif = Motif.parse(f"(t:a){arrow}(c:b)")
        assert link_words(motif, motif.edges[0], None)[0].many == text


def test_where_several_relations_match_none_is_named() -> None:
    schema = Schema(("a", "b"), (Relation("a", "likes", "b"), Relation("a", "hates", "b")))
    motif = Motif.parse("(t:a)--(c:b)")
    assert link_words(motif, motif.edges[0], schema)[0].many == "are linked to {}"
