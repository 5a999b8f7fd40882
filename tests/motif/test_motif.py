from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.errors import MotifError
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif import Motif, MotifEdge, MotifNode
from tests.motif.isomorphism import as_networkx, same
from tests.notebook import EVIL, shown, tags, title
from tests.strategies import motifs, schemas

ONE_TYPE = Schema(("a",), (Relation("a", "r", "a"), Relation("a", "s", "a", directed=False)))


def renamed(motif: Motif, order: list[int]) -> Motif:
    """The same motif with its nodes permuted and renamed, and its links in another order."""
    nodes = [MotifNode("", "")] * len(order)
    for index, node in enumerate(motif.nodes):
        nodes[order[index]] = MotifNode(f"other {index}", node.node_type)
    edges = []
    for edge in reversed(motif.edges):
        ends = (order[edge.source], order[edge.target])
        edges.append(
            MotifEdge(*(ends if edge.directed else ends[::-1]), edge.relation, edge.directed)
        )
    return Motif(
        tuple(nodes), tuple(edges), order[motif.target], order[motif.context], motif.role_rule
    )


@given(st.data())
def test_renaming_and_reordering_nodes_keeps_equality_and_hash(data: st.DataObject) -> None:
    motif = data.draw(motifs(data.draw(schemas()), max_nodes=6))
    other = renamed(motif, data.draw(st.permutations(range(len(motif.nodes)))))
    assert other == motif
    assert hash(other) == hash(motif)


@given(motifs(ONE_TYPE, max_nodes=4), motifs(ONE_TYPE, max_nodes=4))
def test_motifs_are_equal_exactly_if_they_are_isomorphic(a: Motif, b: Motif) -> None:
    b = b.with_roles(a.role_rule)
    assert (a == b) == same(as_networkx(a), as_networkx(b))


@given(st.data())
def test_moving_one_link_end_gives_an_equal_motif_only_if_isomorphic(data: st.DataObject) -> None:
    motif = data.draw(motifs(ONE_TYPE, max_nodes=5))
    number = data.draw(st.integers(0, len(motif.edges) - 1))
    ends = data.draw(st.sampled_from(list(itertools.permutations(range(len(motif.nodes)), 2))))
    edge = motif.edges[number]
    edges = (
        *motif.edges[:number],
        MotifEdge(*ends, edge.relation, edge.directed),
        *motif.edges[number + 1 :],
    )
    try:
        moved = Motif(motif.nodes, edges, motif.target, motif.context, motif.role_rule)
    except MotifError:
        return
    assert (moved == motif) == same(as_networkx(moved), as_networkx(motif))


def test_all_small_undirected_motifs_fall_into_as_many_classes_as_networkx_finds() -> None:
    found: list[Motif] = []
    pairs = list(itertools.combinations(range(4), 2))
    nodes = tuple(MotifNode(name, "n") for name in "tabc")
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        try:
            found.append(
                Motif(
                    nodes,
                    tuple(MotifEdge(*p) for p, take in zip(pairs, chosen, strict=True) if take),
                )
            )
        except MotifError:
            continue
    classes: list[Motif] = []
    for motif in found:
        if not any(same(as_networkx(motif), as_networkx(other)) for other in classes):
            classes.append(motif)
    assert len(set(found)) == len(classes)


def test_target_context_types_names_of_relations_directions_and_rules_tell_motifs_apart() -> None:
    text = "(t:a)-[:r]->(x:a)--(y:b)"
    motifs = [
        Motif.parse(text),
        Motif.parse(text, context="x"),
        Motif.parse(text, target="x"),
        Motif.parse("(t:a)-[:s]->(x:a)--(y:b)"),
        Motif.parse("(t:a)<-[:r]-(x:a)--(y:b)"),
        Motif.parse("(t:a)-[:r]-(x:a)--(y:b)"),
        Motif.parse("(t:a)-[:r]->(x:a)--(y:c)"),
        Motif.parse(text, roles="swap"),
    ]
    assert len(set(motifs)) == len(motifs)
    assert motifs[0] != "a motif"


def test_a_link_given_twice_counts_once() -> None:
    assert Motif.parse("(t:a)--(c:a), (c)--(t)").edges == (MotifEdge(0, 1),)


def test_repr_is_the_call_that_makes_the_motif() -> None:
    assert repr(Motif.parse("(t:a)--(c:b)")) == "Motif.parse('(t:a)--(c:b)')"
    assert (
        repr(Motif.parse("(t:a)--(c:b)", roles="none"))
        == "Motif.parse('(t:a)--(c:b)', roles='none')"
    )


A, B, C = MotifNode("a", "n"), MotifNode("b", "n"), MotifNode("c", "n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((A,), ()), "2 to 6 nodes, this one has 1"),
        (((A, A), (MotifEdge(0, 1),)), "'a' is declared twice"),
        (((A, B), (MotifEdge(0, 2),)), "nodes are 0 to 1"),
        (((A, B), (MotifEdge(0, 1), MotifEdge(1, 1))), "self-loops never match"),
        (((A, B, C), (MotifEdge(0, 1),)), "no path of edges leads from 'a' to 'c'"),
        (((A, B), (MotifEdge(0, 1),), 2), "target 2 is not a node"),
        (((A, B), (MotifEdge(0, 1),), 1, 1), "target and context are the same node, 'b'"),
        (((A, B), (MotifEdge(0, 1),), 0, 1, "orbits"), "orbit, swap, context, none; got 'orbits'"),
        (((A, MotifNode("", "n")), (MotifEdge(0, 1),)), "must not be empty"),
        (((A, B), (MotifEdge(0, 1, ""),)), "must not be empty"),
    ],
)
def test_a_motif_that_cannot_be_is_refused_with_the_reason(
    arguments: tuple[object, ...], message: str
) -> None:
    with pytest.raises(MotifError, match=message):
        Motif(*arguments)  # type: ignore[arg-type]


def test_connected_to_follows_edges_around_a_removed_node() -> None:
    motif = Motif.parse("(t:a)--(x:a)--(y:a), (t)--(c:a)")
    assert motif.connected_to(0) == {0, 1, 2, 3}
    assert motif.connected_to(2, without=1) == {2}
    assert motif.connected_to(3, without=1) == {0, 3}


def test_a_notebook_shows_the_drawing_with_escaped_names() -> None:
    motif = Motif(
        (MotifNode("t", EVIL), MotifNode("c", "b")), (MotifEdge(0, 1, relation=EVIL),), context=1
    )
    tree = shown(motif)
    assert "svg" in tags(tree) and "script" not in tags(tree)
    assert title(tree) == str(motif)
