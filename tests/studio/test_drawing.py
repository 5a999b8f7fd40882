"""A drawing holds all of the motif, with one colour per role."""

from __future__ import annotations

import pytest

import motifcnn as mc
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.studio.drawing import drawing, role_colours


def test_nodes_share_a_colour_exactly_if_they_share_a_role(debian: Graph) -> None:
    for motif in mc.catalogue(debian.schema, "package", 3):
        colours = role_colours(motif)
        roles = {frozenset(role.members) for role in motif.roles} | {frozenset([motif.target])}
        same = {frozenset(i for i, c in enumerate(colours) if c == own) for own in colours}
        assert same == roles
        assert colours[motif.target] == 0 and colours[motif.context] == 1


def test_everything_is_within_the_frame(debian: Graph) -> None:
    for motif in mc.catalogue(debian.schema, "library", 3):
        found = drawing(motif)
        for node in found.nodes:
            assert found.left < node.x - node.width / 2
            assert node.x + node.width / 2 < found.left + found.width
            assert found.top < node.y - node.height / 2
            assert node.y + node.height / 2 < found.top + found.height


@pytest.mark.parametrize(
    ("pattern", "relations"),
    [
        ("(t:package)-[:package-depends-library]-(c:library)", ["depends"]),
        ("(t:package)-[:package-tag]-(c:tag)", ["package-tag"]),
        ("(t:paper)-->(c:paper)", [""]),
        (
            "(t:a)-[:cites]->(c:a), (t)-[:a-cites]->(c)",
            ["cites", "a-cites"],
        ),
    ],
)
def test_relations_are_written_without_the_types_that_they_link(
    pattern: str, relations: list[str]
) -> None:
    found = drawing(Motif.parse(pattern))
    assert sorted(link.relation for link in found.links) == sorted(relations)


def test_control_characters_of_names_are_visible() -> None:
    found = drawing(Motif.parse("(t:paper)--(c:author)"), ["a\x1b[31m", "b\u202e"])
    assert [node.label for node in found.nodes] == [r"a\x1b[31m", r"b\u202e"]
