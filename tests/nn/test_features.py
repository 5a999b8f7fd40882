"""Dense, sparse and one-hot features do the same under the same operations."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.motif.motif import Motif
from motifcnn.nn import features as module
from motifcnn.nn.features import as_matrix, drop, drop_blocks, product, take, unit_rows
from motifcnn.nn.sparse import OneHot, SparseMatrix
from motifcnn.nn.sparse.aggregate import SomeRows
from motifcnn.tensor.operator import operator
from tests.small_graphs import bibliography

GRAPH = bibliography(40)
AUTHORS = GRAPH.counts["author"]
DENSE = torch.relu(torch.randn(AUTHORS, 6))
KINDS = {
    "dense": DENSE,
    "sparse": SparseMatrix(sparse.csr_array(DENSE.numpy())),
    "one-hot": OneHot(AUTHORS),
}


def dense(x: object) -> np.ndarray:
    return x.numpy() if isinstance(x, torch.Tensor) else as_matrix(x).csr.toarray()


@pytest.mark.parametrize("kind", list(KINDS))
def test_rows_are_taken_in_any_order_and_none_means_all(kind: str) -> None:
    x, rows = KINDS[kind], torch.tensor([4, 0, 4])
    assert take(x, None) is x
    np.testing.assert_array_equal(dense(take(x, rows)), dense(x)[rows.numpy()])


@pytest.mark.parametrize("kind", list(KINDS))
def test_unit_rows_have_length_one_or_are_zero(kind: str) -> None:
    before, after = dense(KINDS[kind]), dense(unit_rows(KINDS[kind]))
    length = np.linalg.norm(before, axis=1, keepdims=True)
    np.testing.assert_allclose(after * length, before, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(after, axis=1), length.ravel() > 0, rtol=1e-5)


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize(
    ("engine", "rows"),
    [("materialised", None), ("factored", None), ("factored", np.array([3, 0, 39]))],
    ids=["tensor", "factored", "some rows"],
)
def test_a_product_with_a_role_is_that_of_the_matrices(
    engine: str, rows: np.ndarray | None, kind: str
) -> None:
    motif = Motif.parse("(t:paper)--(c:author)")
    (exact,) = operator(GRAPH, motif, engine="materialised").roles
    (role,) = operator(GRAPH, motif, engine=engine).roles  # type: ignore[arg-type]
    given = role if rows is None else SomeRows(role, rows)  # type: ignore[arg-type]
    expected = exact.matrix.toarray()[slice(None) if rows is None else rows] @ dense(KINDS[kind])
    np.testing.assert_allclose(dense(product(given, KINDS[kind])), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", list(KINDS))
def test_nothing_is_dropped_at_zero(kind: str) -> None:
    assert drop(KINDS[kind], 0.0) is KINDS[kind]


@pytest.mark.parametrize("kind", list(KINDS))
def test_what_stays_is_scaled_up(kind: str) -> None:
    torch.manual_seed(0)
    before, after = dense(KINDS[kind]), dense(drop(KINDS[kind], 0.25))
    np.testing.assert_allclose(after, np.where(after == 0, 0, before / 0.75), rtol=1e-6)
    filled = before != 0
    assert 0 < (after[filled] == 0).mean() < 0.6


def test_large_features_are_dropped_by_the_fused_form_constant_or_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called: list[int] = []
    monkeypatch.setattr(
        module, "drop_blocks", lambda x, *_: called.append(x.numel()) or torch.zeros_like(x)
    )
    large = torch.ones(1 << 10, 1 << 8)
    assert not drop(large, 0.5).any()
    assert called == [1 << 18]
    for other in (large[:10], large.double()):
        assert drop(other, 0.5).any()
    assert called == [1 << 18]
    monkeypatch.undo()
    learned = large.clone().requires_grad_()
    drop(learned, 0.5).sum().backward()
    assert sorted(learned.grad.unique().tolist()) == [0.0, 2.0]  # type: ignore[union-attr]


@pytest.mark.parametrize("shares", [(0.0, 0.3), (0.4, 0.0), (0.4, 0.3)])
def test_blocks_are_dropped_on_the_cpu_as_the_definition_drops_them(
    shares: tuple[float, float],
) -> None:
    torch.manual_seed(0)
    x = torch.randn(3000, 5)
    found = drop_blocks(x, [2, 3], *shares)
    scale = 1 / ((1 - shares[0]) * (1 - shares[1]))
    torch.testing.assert_close(found, torch.where(found == 0, 0, x * scale))
    share = 1 - (1 - shares[0]) * (1 - shares[1])
    assert abs((found == 0).float().mean().item() - share) < 0.03
    both = (found[:, 2] == 0) & (found[:, 3] == 0)  # of one block: left out together
    expected = shares[0] + (1 - shares[0]) * shares[1] ** 2
    assert abs(both.float().mean().item() - expected) < 0.04
