"""Triangles over three matrices: by colours and by marks, the same as by matrix products."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.tensor.engines.compiled import segments, triangle
from motifcnn.tensor.engines.compiled.triangle_signatures import LAST
from motifcnn.tensor.engines.scipy_formulas import SCIPY


def random_links(
    rng: np.random.Generator, rows: int, columns: int, density: float
) -> sparse.csr_array:
    return sparse.csr_array(rng.random((rows, columns)) < density)


def assert_equals_products(
    ta: sparse.csr_array, tb: sparse.csr_array, ab: sparse.csr_array
) -> None:
    ba = sparse.csr_array(ab.T)
    found = triangle.triangle(ta, tb, ab, ba)
    expected = SCIPY.triangle(ta, tb, ab, ba)
    for one, other in zip(found[:2], expected[:2], strict=True):
        assert one.nnz == other.nnz
        np.testing.assert_array_equal(one.toarray(), other.toarray())
    np.testing.assert_array_equal(found[2], expected[2])


@pytest.mark.parametrize(
    ("short", "colours"),
    [(np.inf, LAST), (np.inf, 3), (np.inf, 1), (np.inf, 0), (-1.0, LAST)],
    ids=str,
)  # the last: by marks
@pytest.mark.parametrize("thread_steps", [1, 200_000])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 2**32 - 1),
    sizes=st.tuples(*[st.integers(1, 30)] * 3),
    density=st.sampled_from([0.03, 0.2, 0.9]),
)
def test_triangles_equal_matrix_products(
    monkeypatch: pytest.MonkeyPatch,
    short: float,
    colours: int,
    thread_steps: int,
    seed: int,
    sizes: tuple[int, int, int],
    density: float,
) -> None:
    monkeypatch.setattr(segments, "WORTH_A_THREAD", thread_steps)
    monkeypatch.setattr(triangle, "SHORT", short)
    monkeypatch.setattr(triangle, "COLOURS", colours)
    monkeypatch.setattr(triangle, "FEW_COLLISIONS", np.inf)
    rng = np.random.default_rng(seed)
    t, a, b = sizes
    ta, tb = random_links(rng, t, a, density), random_links(rng, t, b, density)
    assert_equals_products(ta, tb, random_links(rng, a, b, density))


def test_links_of_several_blocks_and_threads_equal_matrix_products(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two papers that cite each other and share an author: all have the same lists."""
    monkeypatch.setattr(segments, "WORTH_A_THREAD", 1000)
    rng = np.random.default_rng(0)
    cites = random_links(rng, 900, 900, 0.01)
    cites, by = sparse.csr_array(cites + cites.T), random_links(rng, 900, 400, 0.01)
    ab = sparse.csr_array(by.T)
    found = triangle.triangle(by, cites, ab, by)
    expected = SCIPY.triangle(by, cites, ab, by)
    for one, other in zip(found[:2], expected[:2], strict=True):
        np.testing.assert_array_equal(one.toarray(), other.toarray())
    np.testing.assert_array_equal(found[2], expected[2])
