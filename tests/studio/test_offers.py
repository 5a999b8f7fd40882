"""Clicks reach every motif of the catalogue that has one relation per pair, and go back."""

from __future__ import annotations

import motifcnn as mc
from motifcnn.graph import Graph
from motifcnn.motif import Motif, check
from motifcnn.studio.offers import offers, starts


def test_clicks_reach_every_motif_of_the_catalogue(debian: Graph) -> None:
    schema = debian.schema
    reached = [Motif.parse(offer.pattern) for offer in starts(schema, "library")]
    found = {_shape(motif) for motif in reached}
    for motif in reached:
        for offer in offers(motif, schema):
            grown = Motif.parse(offer.pattern)
            check(grown, schema)
            if len(grown.nodes) <= 3 and _shape(grown) not in found:
                found.add(_shape(grown))
                reached.append(grown)
    wanted = [m for m in mc.catalogue(schema, "library", 3) if _simple(m)]
    assert len(wanted) > 20
    assert not {_shape(motif) for motif in wanted} - found


def test_what_is_added_can_be_removed(debian: Graph) -> None:
    start = Motif.parse("(t:package)--(c:library)")
    for offer in offers(start, debian.schema):
        if offer.kind == "node":
            back = [o.pattern for o in offers(Motif.parse(offer.pattern), debian.schema)]
            assert start in [Motif.parse(pattern) for pattern in back]


def test_nothing_grows_beyond_six_nodes(debian: Graph) -> None:
    links = ", ".join(f"(t)--(l{i}:library)" for i in range(1, 5))
    star = Motif.parse(f"(t:package)--(l0:library), {links}")
    assert not [offer for offer in offers(star, debian.schema) if offer.kind == "node"]


def _simple(motif: Motif) -> bool:
    pairs = [frozenset((edge.source, edge.target)) for edge in motif.edges]
    return len(set(pairs)) == len(pairs)


def _shape(motif: Motif) -> object:
    """The motif whatever its context."""
    from dataclasses import replace

    others = [i for i in range(len(motif.nodes)) if i != motif.target]
    return frozenset(replace(motif, context=i) for i in others)
