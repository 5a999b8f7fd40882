"""Motifs chosen from the schema."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods import motif_rules
from motifcnn.methods.motif_rules import candidate_motifs, choose_motifs, edges, widespread_motifs
from motifcnn.motif.catalogue import catalogue
from tests.small_graphs import bibliography
from tests.train.motifs.planted import SCHEMA


def test_no_chosen_motif_falls_apart_without_its_target() -> None:
    chosen = {str(motif) for motif in choose_motifs(bibliography(), "paper")}
    assert chosen == {
        "(t:paper)--(c:author)",
        "(t:paper)--(c:venue)",
        "(t:paper)--(a:author)--(c:paper)",
        "(t:paper)--(v:venue)--(c:paper)",
    }


def test_longer_paths_have_their_context_as_the_only_role() -> None:
    longer = [m for m in choose_motifs(bibliography(), "paper", path_nodes=4) if len(m.nodes) == 4]
    assert {m.types for m in longer} == {
        ("paper", "author", "paper", "author"),
        ("paper", "author", "paper", "venue"),
        ("paper", "venue", "paper", "author"),
        ("paper", "venue", "paper", "venue"),
    }
    assert all(len(m.roles) == 1 and m.roles[0].members == (m.context,) for m in longer)


def test_deeper_networks_get_the_edges_of_other_types() -> None:
    targets = [motif.target_type for motif in choose_motifs(bibliography(), "paper", depth=2)]
    assert {"author", "venue"} <= set(targets)
    assert targets.count("author") == 1


def test_a_relation_stored_twice_counts_once() -> None:
    links = np.eye(3)
    schema = Schema(("a", "b"), (Relation("a", "to", "b"), Relation("b", "back", "a")))
    graph = Graph(schema, {("a", "to", "b"): links, ("b", "back", "a"): links.T}, {"a": 3, "b": 3})
    assert sum(len(motif.nodes) == 2 for motif in choose_motifs(graph, "a")) == 1


def test_of_too_many_motifs_those_that_the_most_targets_have_are_kept(
    caplog: pytest.LogCaptureFixture,
) -> None:
    schema = Schema(("a", "b"), (Relation("a", "rare", "b"), Relation("a", "usual", "b")))
    rare, usual = np.zeros((4, 4)), np.eye(4)
    rare[0, 1] = 1
    graph = Graph(schema, {("a", "rare", "b"): rare, ("a", "usual", "b"): usual}, {"a": 4, "b": 4})
    everything = widespread_motifs(graph, "a", path_nodes=4)
    assert widespread_motifs(graph, "a", path_nodes=4, most=len(everything)) == everything
    (first,) = widespread_motifs(graph, "a", path_nodes=4, most=1)
    # A path there and back begins at as many targets, and is longer.
    assert str(first) == "(t:a)-[:usual]-(c:b)"
    kept = widespread_motifs(graph, "a", path_nodes=4, most=3)
    assert kept == tuple(motif for motif in everything if motif in kept)
    assert not any("rare" in str(motif) for motif in kept)
    assert f"{len(everything) - 3} of {len(everything)} motifs left out" in caplog.text


def test_a_relation_of_the_same_name_between_other_types_changes_nothing() -> None:
    links = np.eye(3)
    relations = (
        Relation("book", "by", "author"),
        Relation("author", "wrote", "paper"),
        Relation("paper", "by", "author"),
    )
    adjacency = {r.key: links for r in relations}
    graph = Graph(
        Schema(("author", "book", "paper"), relations),
        adjacency,
        {"author": 3, "book": 3, "paper": 3},
    )
    assert sum(len(motif.nodes) == 2 for motif in choose_motifs(graph, "paper", max_nodes=2)) == 1


def test_without_larger_motifs_the_edges_are_all() -> None:
    graph = bibliography()
    assert choose_motifs(graph, "paper", max_nodes=2) == tuple(edges(graph, "paper"))


def test_a_path_that_reaches_nearly_everything_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    graph = bibliography()
    far = [m for m in choose_motifs(graph, "paper", path_nodes=4) if len(m.nodes) == 4]
    monkeypatch.setattr(motif_rules, "_REACH", 0)
    left = choose_motifs(graph, "paper", path_nodes=4)
    assert len(far) == 4
    assert left == choose_motifs(graph, "paper")


def test_widespread_motifs_are_edges_closed_motifs_and_paths_seen_through_their_far_end() -> None:
    found = widespread_motifs(bibliography(), "paper", max_nodes=3, path_nodes=3)
    assert {str(m) for m in found if len(m.nodes) == 2} == {
        "(t:paper)--(c:author)",
        "(t:paper)--(c:venue)",
    }
    longer = [m for m in found if len(m.nodes) == 3]
    assert {m.types for m in longer} == {
        ("paper", "author", "paper"),
        ("paper", "venue", "paper"),
    }
    assert all(role.members == (m.context,) for m in longer for role in m.roles)


def test_candidates_are_the_catalogue_and_longer_paths_each_once() -> None:
    found = candidate_motifs(SCHEMA, "user", max_nodes=3, path_nodes=4)
    assert len(set(found)) == len(found)
    assert [m for m in found if len(m.nodes) <= 3] == catalogue(
        SCHEMA, "user", max_nodes=3, relations="any"
    )
    longer = [m for m in found if len(m.nodes) == 4]
    # user - x - user - y, for every pair of the three other types.
    assert sorted(m.types[1:4:2] for m in longer) == sorted(
        (x, y) for x in SCHEMA.node_types[:3] for y in SCHEMA.node_types[:3]
    )
    assert all(role.members == (m.context,) for m in longer for role in m.roles)


def test_without_longer_paths_nothing_is_past_the_size() -> None:
    found = candidate_motifs(SCHEMA, "user", max_nodes=2, path_nodes=0)
    assert max(len(m.nodes) for m in found) == 2
