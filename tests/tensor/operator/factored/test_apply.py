"""Applying a factored operator is exact, whatever the size of blocks and the loop."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from motifcnn.tensor.operator.factored import apply, masked, pairs
from motifcnn.tensor.operator.factored.build import factored_roles
from motifcnn.tensor.pattern.estimate import estimate

SCHEMA = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
PATTERNS = (
    "(t:a)--(b:b)--(c:a)",
    "(t:a)--(m:a)--(c:a), (t)--(c)",
    "(t:a)--(m:a)--(n:a)--(c:a), (t)--(n)",
    "(t:a)--(m:a)--(n:a)--(c:a)",
    "(t:a)--(m:a)--(c:a)--(n:a)--(t)",
    "(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n)",
)


@pytest.fixture(scope="module")
def graph() -> Graph:
    rng = np.random.default_rng(4)
    return Graph(
        SCHEMA,
        {("a", "r", "b"): rng.random((40, 15)) < 0.3, ("a", "s", "a"): rng.random((40, 40)) < 0.1},
        {"a": 40, "b": 15},
    )


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("kind", [np.int64, np.float64, np.float32])
def test_compiled_loops_in_small_blocks_equal_the_tensor(
    monkeypatch: pytest.MonkeyPatch, graph: Graph, pattern: str, kind: type
) -> None:
    monkeypatch.setattr(apply, "SMALL", -1)
    monkeypatch.setattr(apply, "TINY", -1)
    monkeypatch.setattr(masked, "SMALL", -1)
    monkeypatch.setattr(pairs, "BLOCK_ENTRIES", 50)
    motif = Motif.parse(pattern)
    known = estimate(graph, motif, induced=False)
    roles = factored_roles(known, motif, by_role=False, require_fit=lambda: None, fill_limit=0.0)
    for role, expected in zip(roles, count(graph, motif, engine="join").roles, strict=True):
        x = np.random.default_rng(0).integers(-50, 50, (role.shape[1], 3)).astype(kind)
        found = role.sums(x)
        assert found.dtype == kind
        np.testing.assert_array_equal(found, expected.matrix.toarray() @ x)


def test_many_rows_are_finished_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    dense = rng.random((3000, 4)) < 0.2
    graph = Graph(
        SCHEMA,
        {("a", "r", "b"): dense, ("a", "s", "a"): np.zeros((3000, 3000), bool)},
        {"a": 3000, "b": 4},
    )
    monkeypatch.setattr(apply, "BLOCK_VALUES", 1)  # 1024 rows at a time
    motif = Motif.parse(PATTERNS[0], roles="context")
    (role,) = operator(graph, motif, engine="factored").roles
    x = rng.integers(0, 9, (3000, 2))
    walks = dense.astype(int) @ dense.astype(int).T
    np.fill_diagonal(walks, 0)
    np.testing.assert_array_equal(role.sums(x), walks @ x)


def test_many_columns_are_multiplied_some_at_a_time(
    monkeypatch: pytest.MonkeyPatch, graph: Graph
) -> None:
    role = operator(graph, Motif.parse(PATTERNS[0]), engine="factored").role("c")
    x = np.random.default_rng(0).random((40, 20))
    at_once = role.matmul(x)
    monkeypatch.setattr(apply, "PANEL_BYTES", 1)
    monkeypatch.setattr(apply, "rows_between", lambda terms: 10**6)
    np.testing.assert_array_equal(role.matmul(x), at_once)


def test_little_is_left_after_the_correction_and_yet_right() -> None:
    """Of 5,001 partners of target 0 one is shared: float32 sums would be off by more than 1e-5."""
    dense = np.zeros((2, 5001), dtype=bool)
    dense[0], dense[1, 5000] = True, True
    graph = Graph(
        SCHEMA,
        {("a", "r", "b"): dense, ("a", "s", "a"): np.zeros((2, 2), bool)},
        {"a": 2, "b": 5001},
    )
    (role,) = operator(graph, Motif.parse(PATTERNS[0], roles="context"), engine="factored").roles
    x = np.array([[1234.567], [0.001]], dtype=np.float32)
    np.testing.assert_allclose(role.matmul(x), x[::-1], rtol=1e-6)


def test_whole_numbers_past_int64_are_refused(graph: Graph) -> None:
    role = operator(graph, Motif.parse(PATTERNS[0]), engine="factored").role("c")
    with pytest.raises(BudgetError, match="past int64"):
        role.sums(np.full((40, 1), 2**62))


def test_values_of_the_wrong_height_are_refused(graph: Graph) -> None:
    role = operator(graph, Motif.parse(PATTERNS[0]), engine="factored").role("c")
    with pytest.raises(ValueError, match=r"expected values of shape \(40, d\), got \(39, 2\)"):
        role.matmul(np.ones((39, 2)))
    with pytest.raises(ValueError, match=r"expected values of shape \(40, d\)"):
        role.rmatmul(np.ones(40))
