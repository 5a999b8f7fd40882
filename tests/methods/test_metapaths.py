"""Metapaths of a schema, and the links along them."""

from __future__ import annotations

import logging
from itertools import pairwise

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import MotifError
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.metapaths import (
    entries_at_most,
    halves,
    links_along,
    path_counts,
    paths_along,
    symmetric_metapaths,
)
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count
from tests.small_graphs import SCHEMA, bibliography

RNG = np.random.default_rng(0)


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
            way @ np.eye(120), count(graph, motif).role("c").matrix.toarray()
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
    paths_along(graph, motifs, "paper", 10**6)
    assert all(("paths", motif, 10**6) in graph.cache for motif in motifs)


def chain(*sizes: int) -> list[sparse.csr_array]:
    return [sparse.csr_array(RNG.random((a, b)) < 0.4) for a, b in pairwise(sizes)]


def dense(links: list[sparse.csr_array]) -> np.ndarray:
    whole = (
        np.linalg.multi_dot([link.toarray().astype(float) for link in links])
        if len(links) > 1
        else links[0].toarray() * 1.0
    )
    np.fill_diagonal(whole, 0)
    return whole


def test_path_counts_are_the_product_without_its_diagonal() -> None:
    for sizes in ((7, 7), (7, 4, 7), (7, 4, 5, 7), (7, 4, 3, 5, 7)):
        links = chain(*sizes)
        y, found = RNG.random((7, 3)), path_counts(halves(links))
        np.testing.assert_allclose(found @ y, dense(links) @ y)
        np.testing.assert_allclose(found.T @ y, dense(links).T @ y)


def test_the_bound_holds() -> None:
    links = chain(9, 6, 5, 6, 9)
    left, right, _ = halves(links)
    assert entries_at_most(links) >= left.nnz + right.nnz
