"""A card has the roles of its motif, each with one colour."""

from __future__ import annotations

from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.studio.card import make_card


def test_roles_are_those_of_the_motif_with_the_colours_of_the_drawing(debian: Graph) -> None:
    motif = Motif.parse("(t:package)--(l:library), (t)--(k:library), (t)--(c:tag)")
    card = make_card(motif, debian.schema)
    assert [(role.node_type, role.members) for role in card.roles] == [("library", 2), ("tag", 1)]
    drawn = {node.name: node.colour for node in card.drawing.nodes}
    assert drawn["l"] == drawn["k"] == card.roles[0].colour != card.roles[1].colour == drawn["c"]
    assert drawn["t"] == 0 not in {role.colour for role in card.roles}
    assert card.measured is None and not card.cancelled
    assert Motif.parse(card.pattern) == motif
