from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from motifcnn.motif import Motif
from motifcnn.motif.places import chain, places


@pytest.mark.parametrize("order", list(permutations("txyc"))[:8])
def test_a_chain_of_four_goes_from_left_to_right_wherever_the_target_is(
    order: tuple[str, ...],
) -> None:
    links = ", ".join(f"({a}:n)--({b}:n)" for a, b in pairwise(order))
    motif = Motif.parse(links, target="t", context="c")
    at = places(motif, [90.0] * 4, [0.0] * 3)
    by_name = {node.name: place for node, place in zip(motif.nodes, at, strict=True)}
    xs, ys = zip(*(by_name[name] for name in order), strict=True)
    assert len(set(ys)) == 1
    assert list(xs) in (sorted(xs), sorted(xs, reverse=True))
    assert sorted(xs).index(by_name["t"][0]) < 2, "the target is in the left half"
    assert min(b - a for a, b in pairwise(sorted(xs))) > 90


def test_a_name_gets_the_room_it_needs_on_the_line() -> None:
    motif = Motif.parse("(t:a)-[:cites]->(x:a)--(c:a)")
    (left, _), (middle, _), (right, _) = places(motif, [50.0, 50.0, 50.0], [200.0, 0.0])
    assert middle - left > 250 > right - middle


@pytest.mark.parametrize(
    "text",
    [
        "(t:a)--(x:a)--(c:a), (t)--(c)",
        "(t:a)--(x:a)--(y:a)--(c:a), (c)--(t)",
        "(t:a)--(x:a), (t)--(y:a), (t)--(c:a)",
        "(t:a)--(x:a)--(y:a)--(z:a)--(c:a)",
    ],
)
def test_triangles_cycles_stars_and_long_chains_are_no_lines(text: str) -> None:
    motif = Motif.parse(text)
    assert chain(motif) == []
    assert len({y for _, y in places(motif, [90.0] * 6, [0.0] * 6)}) > 1


def test_two_links_of_one_pair_are_still_a_chain() -> None:
    assert chain(Motif.parse("(t:a)-->(x:a)-->(t), (x)--(c:a)", context="c")) == [0, 1, 2]
