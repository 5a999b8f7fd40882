"""Triangles per link of an undirected graph, whatever share of its nodes is the core."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.tensor.engines.compiled.oriented import oriented_support
from motifcnn.tensor.engines.compiled.undirected import undirected_triangle


def random_graph(nodes: int, density: float, skew: float, seed: int) -> sparse.csr_array:
    """Nodes differ in their chance of links by up to `skew` orders of magnitude."""
    rng = np.random.default_rng(seed)
    weight = 10.0 ** (-skew * rng.random(nodes))
    links = np.triu(rng.random((nodes, nodes)) < density * np.sqrt(np.outer(weight, weight)), k=1)
    return sparse.csr_array(links | links.T)


def expected_support(links: sparse.csr_array) -> np.ndarray:
    """By the definition: the common neighbours of both ends of each entry."""
    dense = links.toarray().astype(np.float32)  # exact: counts are far below 2**24
    return (dense @ dense)[links.tocoo().coords].astype(np.int64)


@settings(max_examples=80)
@given(
    nodes=st.integers(1, 70),
    density=st.sampled_from([0.05, 0.3, 1.0]),
    skew=st.sampled_from([0.0, 2.0]),
    share=st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    seed=st.integers(0, 2**32 - 1),
)
def test_support_is_common_neighbours_for_any_core(
    nodes: int, density: float, skew: float, share: float, seed: int
) -> None:
    links = random_graph(nodes, density, skew, seed)
    np.testing.assert_array_equal(
        oriented_support(links, core=round(share * nodes)), expected_support(links)
    )


@pytest.mark.parametrize("core", [None, 0, 1, 63, 64, 65, 129, 512, 700, 900])
def test_large_cores_of_several_blocks_of_rows(core: int | None) -> None:
    links = random_graph(900, 0.3, 2.5, seed=3)
    heard: list[float] = []
    found = oriented_support(links, core=core, progress=heard.append)
    np.testing.assert_array_equal(found, expected_support(links))
    np.testing.assert_array_equal(found, oriented_support(links, core=core))
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


@pytest.mark.parametrize(
    ("nodes", "density"), [(1, 0.0), (5, 0.0), (40, 0.1), (300, 0.5), (1000, 0.006)]
)
def test_links_without_triangles_are_left_out(nodes: int, density: float) -> None:
    links = random_graph(nodes, density, 1.0, seed=nodes)
    matrix = undirected_triangle(links)
    support = expected_support(links)
    assert matrix.dtype == np.int64
    assert matrix.nnz == (support > 0).sum()
    wanted = sparse.csr_array((support, links.indices, links.indptr), shape=links.shape)
    assert (matrix != wanted).nnz == 0
