"""LP-Metapath minimises its objective."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import LinearOperator

from motifcnn.graph.graph import Graph
from motifcnn.methods.lp_metapath import LPMetapathSettings, laplacian, propagate
from motifcnn.methods.metapaths import halves, path_counts
from motifcnn.train import fit
from tests.small_graphs import bibliography

RNG = np.random.default_rng(0)
N = 12


def random_paths() -> tuple[LinearOperator, np.ndarray]:
    links = RNG.random((N, 5)) < 0.3
    links[3] = False
    dense = links.astype(float) @ links.T
    np.fill_diagonal(dense, 0)
    return path_counts(halves([links, links.T])), dense


def laplacian_of(s: np.ndarray) -> np.ndarray:
    degree = s.sum(axis=1)
    scale = np.divide(1, np.sqrt(degree), out=np.zeros(N), where=degree > 0)
    return np.diag((degree > 0).astype(float)) - scale[:, None] * s * scale


def test_the_laplacian_is_normalised_and_asks_nothing_of_untouched_nodes() -> None:
    way, dense = random_paths()
    found = laplacian(way).times @ np.eye(N)
    np.testing.assert_allclose(laplacian(way).diagonal, found.diagonal(), atol=1e-12)
    np.testing.assert_allclose(found, laplacian_of(dense), atol=1e-12)
    assert not found[3].any()
    assert np.linalg.eigvalsh(found).min() > -1e-9


def test_directed_paths_are_made_symmetric() -> None:
    links = sparse.csr_array(RNG.random((N, N)) < 0.3)
    links.setdiag(0)
    both = (links.toarray() * 1.0 + links.toarray().T) / 2
    np.testing.assert_allclose(
        laplacian(path_counts(halves([links]))).times @ np.eye(N), laplacian_of(both), atol=1e-12
    )


def test_scores_solve_the_linear_system_and_weights_follow_roughness() -> None:
    (one, s_one), (two, s_two) = random_paths(), random_paths()
    rows, y = np.array([0, 5, 7]), np.eye(2)[[0, 1, 1]]
    given, known = np.zeros((N, 2)), np.zeros(N)
    given[rows], known[rows] = y, 1
    weights = np.array([0.5, 0.5])
    laplacians = [laplacian_of(s) for s in (s_one, s_two)]
    for _ in range(2):
        system = sum(w * m for w, m in zip(weights, laplacians, strict=True)) + np.diag(
            3.0 * known + 0.1
        )
        f = np.linalg.solve(system, 3.0 * given)
        rough = np.array([np.trace(f.T @ m @ f) for m in laplacians])
        weights = -np.log(rough / rough.sum())
        weights /= weights.sum()
    found, found_weights = propagate(
        [laplacian(one), laplacian(two)], rows, y, LPMetapathSettings(alpha=3.0, rounds=2)
    )
    np.testing.assert_allclose(found, f, atol=1e-4)
    np.testing.assert_allclose(found_weights, weights, atol=1e-4)


def test_the_metapath_on_which_classes_are_smooth_weighs_more() -> None:
    graph = bibliography(300)
    links = dict(graph.adjacency) | {("paper", "by", "author"): RNG.random((300, 150)) < 0.05}
    ways = [path_counts(halves([m, m.T])) for m in map(sparse.csr_array, links.values())]
    rows = np.arange(60)
    y = np.eye(3)[graph.labels["paper"].y[:60]]
    _, (noise, venue) = propagate([laplacian(way) for way in ways], rows, y, LPMetapathSettings())
    assert venue > noise


def test_classes_are_learned_from_links_alone_also_past_the_budget() -> None:
    graph = bibliography(300)
    bare = Graph(graph.schema, graph.adjacency, graph.counts, labels=graph.labels)
    assert fit(bare, model="lp-metapath", split=(0.2, 0.2, 0.6)).test.micro_f1 > 0.7
    none = fit(bare, model="lp-metapath", split=(0.2, 0.2, 0.6), settings={"max_entries": 1})
    assert none.probabilities[0] == pytest.approx(none.probabilities[1])
