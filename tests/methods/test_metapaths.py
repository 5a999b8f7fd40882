"""Metapaths of a schema, and the links along them."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from motifcnn.errors import MotifError
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.metapaths import links_along, paths_along, symmetric_metapaths
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count
from tests.small_graphs import SCHEMA, bibliography


def test_every_metapath_reads_the_same_from_both_ends_and_leads_back() -> None:
    cites = Relation("paper", "cites", "paper")
    schema = Schema(SCHEMA.node_types, (*SCHEMA.relations, cites))
    for target, expected in (
        ("paper", ["paper", "author", "venue"]),
        ("venue", ["paper", "paper", "author"]),
    ):
        found = symmetric_metapaths(schema, target)
        assert [motif.types == motif.types[::-1] for motif in found] == [True] * 3
        assert sorted(motif.types[len(motif.types) // 2] for motif in found) == sorted(expected)


def test_a_metapath_of_three_nodes_is_the_motif_that_is_counted() -> None:
    graph = bibliography()
    for motif in symmetric_metapaths(graph.schema, "paper"):
        (way,) = paths_along(graph, [motif], "paper", 10**6)
        np.testing.assert_array_equal(
            way.times(np.eye(120)), count(graph, motif).role("c").matrix.toarray()
        )


def test_what_is_no_path_back_is_refused() -> None:
    for text in (
        "(t:paper)--(c:author)",
        "(t:paper)--(a:author), (t)--(c:paper)",
        "(t:paper)--(a:author)--(c:paper)--(t)",
    ):
        with pytest.raises(MotifError):
            links_along(bibliography(), Motif.parse(text))


def test_a_type_without_links_has_no_metapath() -> None:
    with pytest.raises(MotifError, match="links that type to nothing"):
        symmetric_metapaths(Schema(("a", "b"), (Relation("a", "r", "a"),)), "b")


def test_a_metapath_over_the_budget_is_left_out_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    graph = bibliography()
    with caplog.at_level(logging.WARNING):
        assert paths_along(graph, symmetric_metapaths(graph.schema, "paper"), "paper", 1) == []
    assert "max_entries is 1" in caplog.text


def test_the_next_split_finds_the_paths() -> None:
    graph = bibliography()
    motifs = symmetric_metapaths(graph.schema, "paper")
    first, second = (paths_along(graph, motifs, "paper", 10**6) for _ in range(2))
    assert all(one is two for one, two in zip(first, second, strict=True))
