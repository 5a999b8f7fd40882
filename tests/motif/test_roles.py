from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.motif import Motif
from motifcnn.motif.roles import role_symmetries
from tests.motif.isomorphism import as_networkx
from tests.strategies import motifs, schemas

TWO_PAPERS_TWO_AUTHORS = "(t:venue)--(p1:paper)--(a1:author), (t)--(p2:paper)--(a2:author)"


def labels(motif: Motif) -> list[str]:
    return [role.label for role in motif.roles]


def test_roles_are_orbits_not_swaps() -> None:
    motif = Motif.parse(TWO_PAPERS_TWO_AUTHORS)
    assert labels(motif) == ["p1+p2", "a1+a2"]
    assert labels(motif.with_roles("swap")) == ["p1", "a1", "p2", "a2"]


def test_context_keeps_the_contexts_role_and_none_one_group_per_type() -> None:
    motif = Motif.parse("(t:paper)--(a:author)--(b:paper)--(d:author)--(c:paper), (t)--(d)")
    assert labels(motif.with_roles("context")) == ["c"]
    assert labels(motif.with_roles("none")) == ["a+d", "b+c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(t:n)--(a:n)--(c:n), (t)--(c)", ["a+c"]),
        ("(t:n)-->(a:n)-->(c:n), (t)-->(c)", ["a", "c"]),
        ("(t:n)-->(a:n)-->(c:n)-->(t)", ["a", "c"]),
        ("(t:n)-[:r]-(a:n), (t)-[:s]-(c:n)", ["a", "c"]),
        ("(t:n)--(a:n)--(b:n)--(c:n)--(t)", ["a+c", "b"]),
        ("(t:n)--(a:n), (t)--(b:m), (t)--(c:n)", ["a+c", "b"]),
    ],
)
def test_roles_by_hand(text: str, expected: list[str]) -> None:
    assert labels(Motif.parse(text)) == expected


@given(st.data())
def test_automorphisms_are_those_that_networkx_finds(data: st.DataObject) -> None:
    motif = data.draw(motifs(data.draw(schemas()), max_nodes=5))
    graph = as_networkx(motif, with_context=False)
    matcher = nx.algorithms.isomorphism.DiGraphMatcher(
        graph, graph, node_match=lambda x, y: x["look"] == y["look"]
    )
    found = {
        tuple(mapping[i] for i in range(len(motif.nodes)))
        for mapping in matcher.isomorphisms_iter()
    }
    assert set(motif.automorphisms) == found
    orbits = {frozenset(g[i] for g in found) for i in range(len(motif.nodes)) if i != motif.target}
    assert {frozenset(role.members) for role in motif.with_roles("orbit").roles} == orbits


@given(st.data())
def test_symmetries_of_roles_form_a_group_that_keeps_every_role(data: st.DataObject) -> None:
    motif = data.draw(motifs(data.draw(schemas()), max_nodes=5))
    group = set(role_symmetries(motif))
    assert tuple(range(len(motif.nodes))) in group
    assert all(tuple(g[h[i]] for i in range(len(h))) in group for g in group for h in group)
    assert all(
        {g[i] for i in role.members} == set(role.members) for g in group for role in motif.roles
    )


def test_no_two_roles_have_the_same_label() -> None:
    clash = Motif.parse("(t:p)--(a:q), (t)--(b:q), (a)--(`a+b`:p)--(b)")
    assert [role.label for role in clash.roles] == ["a+b", "`a+b`"]
    assert [role.label for role in Motif.parse("(t:p)--(`a+b`:q)").roles] == ["a+b"], (
        "without a clash as ever"
    )
