from __future__ import annotations

import re

import pytest

from motifcnn.datasets import load_dataset
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif import Motif, catalogue
from motifcnn.motif.words import in_words

DEBIAN = load_dataset("debian").schema
DBLP = Schema(
    ("paper", "author", "venue"),
    (
        Relation("paper", "paper-cites-paper", "paper"),
        Relation("paper", "paper-author", "author"),
        Relation("paper", "paper-venue", "venue"),
    ),
)


@pytest.mark.parametrize(
    ("schema", "pattern", "text"),
    [
        (DEBIAN, "(t:package)--(c:library)", "packages that depend on a library"),
        (DEBIAN, "(t:package)--(c:tag)", "packages with a tag"),
        (DEBIAN, "(t:package)--(m:maintainer)--(c:package)", "packages that share a maintainer"),
        (
            DEBIAN,
            "(t:package)--(l:library)--(c:package)",
            "packages that depend on the same library",
        ),
        (DEBIAN, "(t:package)--(a:tag), (t)--(c:tag)", "packages with two tags"),
        (
            DEBIAN,
            "(t:package)--(a:tag), (t)--(c:maintainer)",
            "packages with a tag and a maintainer",
        ),
        (
            DEBIAN,
            "(t:package)--(a:tag)--(c:package), (t)--(m:maintainer), (m)--(c)",
            "packages that share a tag and a maintainer",
        ),
        (
            DEBIAN,
            "(t:package)--(c:package), (t)--(m:maintainer), (m)--(c)",
            "packages linked to another package with the same maintainer",
        ),
        (
            DEBIAN,
            "(t:package)--(l:library)<--(c:library)",
            "packages that depend on a library depended on by another library",
        ),
        (DBLP, "(t:author)--(p:paper)--(c:author)", "authors of the same paper"),
        (
            DBLP,
            "(t:author)--(p:paper)-->(c:paper), (t)--(c)",
            "authors of two papers, where the first paper cites the second paper",
        ),
        (
            DBLP,
            "(t:paper)-->(c:paper), (c)-->(t)",
            "papers that cite another paper, where the second paper cites them",
        ),
        (
            DBLP,
            "(t:paper)<--(p:paper)<--(c:paper)",
            "papers cited by another paper cited by a third paper",
        ),
        (
            DBLP,
            "(t:paper)--(v:venue), (t)-->(p:paper)--(c:author)",
            "papers that have a venue, and that cite another paper with an author",
        ),
    ],
)
def test_motifs_are_plain_english(schema: Schema, pattern: str, text: str) -> None:
    assert in_words(Motif.parse(pattern), schema) == text


@pytest.mark.parametrize("relations", ["named", "any"])
@pytest.mark.parametrize(
    ("schema", "target", "size"),
    [
        (DBLP, "author", 4),
        (DBLP, "paper", 4),
        (DBLP, "venue", 4),
        (DEBIAN, "package", 3),
        (DEBIAN, "library", 4),
        (DEBIAN, "maintainer", 4),
        (DEBIAN, "tag", 4),
    ],
)
def test_no_two_motifs_of_a_catalogue_have_the_same_words(
    schema: Schema, target: str, size: int, relations: str
) -> None:
    motifs = catalogue(schema, target, size, relations=relations)  # type: ignore[arg-type]
    texts = [in_words(motif, schema) for motif in motifs]
    assert len(set(texts)) == len(motifs)
    nouns = "|".join(
        ("packages", "libraries", "maintainers", "tags", "papers", "authors", "venues")
    )
    for text in texts:
        assert re.match(f"({nouns}) (that|with|of|linked|depended|cited|suggested) ", text), text
        assert not re.search(r"[{}_]|  |\ba [aeio]|\ban [^aeiou]|-\[| ,", text), text


def test_every_node_type_of_a_motif_is_named() -> None:
    for motif in catalogue(DEBIAN, "package", 3):
        text = in_words(motif, DEBIAN)
        for node_type in motif.types:
            assert node_type[:-1] in text


def test_names_stand_for_nodes() -> None:
    path = Motif.parse("(t:package)--(m:maintainer)--(c:package)")
    team = {1: "the maintainer Debian Games Team"}
    assert in_words(path, DEBIAN, names=team | {2: "0ad"}) == (
        "packages that share the maintainer Debian Games Team with 0ad"
    )
    library = Motif.parse("(t:package)--(l:library)--(c:package)")
    assert in_words(library, DEBIAN, names={1: "the library zlib1g", 2: "gimp"}) == (
        "packages that depend on the library zlib1g, like gimp"
    )
    triangle = Motif.parse("(t:package)--(c:package)--(l:library), (t)--(l)")
    assert in_words(triangle, DEBIAN, names={1: "gimp"}) == (
        "packages linked to gimp, which depends on the same library"
    )


def test_words_need_no_schema() -> None:
    assert in_words(Motif.parse("(t:a)--(b:b)-->(c:c)")) == "as linked to a b with a link to a c"


@pytest.mark.parametrize("nodes", [5, 6])
def test_larger_motifs_have_words_too(nodes: int) -> None:
    path = "--".join(f"(n{i}:user)" for i in range(nodes))
    text = in_words(Motif.parse(path))
    assert text.count("linked to") == nodes - 1


def test_braces_in_names_are_text() -> None:
    evil = "{x}{0.__class__}{}"
    motif = Motif.parse(f"(t:paper)-[:`{evil}`]->(c:`a {evil}`)")
    assert evil in in_words(motif) and "<class" not in in_words(motif)
