"""Propagated features against the matrix that they stand for."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.nn.features import as_matrix, drop
from motifcnn.nn.propagated import Propagated, PropagatedRows
from motifcnn.nn.sparse.matrix import SparseMatrix
from motifcnn.nn.stacked import Stacked

AT = np.array([4, 0, 4, 9])


def example(steps: int = 2) -> tuple[PropagatedRows, np.ndarray]:
    rng = np.random.default_rng(0)
    links = rng.random((12, 12)) * (rng.random((12, 12)) < 0.3)
    x = rng.random((12, 5)) * (rng.random((12, 5)) < 0.5)
    given = Propagated(SparseMatrix(sparse.csr_array(x)), SparseMatrix(links))
    powers = [np.linalg.matrix_power(links, j) @ x for j in range(steps + 1)]
    return PropagatedRows(given, steps, AT), np.mean(powers, axis=0)[AT]


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_a_product_is_that_of_the_mean_over_steps_written_out(steps: int) -> None:
    x, written_out = example(steps)
    weight = torch.randn(5, 3, generator=torch.Generator().manual_seed(0))
    assert x.shape == written_out.shape == (4, 5)
    np.testing.assert_allclose(x @ weight, written_out @ weight.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(as_matrix(x).csr.toarray(), written_out, rtol=1e-5)


def test_the_gradient_is_that_of_the_matrix_written_out() -> None:
    x, written_out = example()
    weight = torch.zeros(5, 2, requires_grad=True)
    (x @ weight).sum().backward()
    assert weight.grad is not None
    expected = written_out.sum(axis=0)[:, None].repeat(2, axis=1)
    np.testing.assert_allclose(weight.grad.numpy(), expected, rtol=1e-5)


def test_dropout_leaves_out_entries_before_they_are_carried_on() -> None:
    x, written_out = example()
    torch.manual_seed(0)
    dropped = drop(x, 0.5)  # type: ignore[type-var, arg-type]
    seen = np.stack([(dropped @ torch.eye(5)).numpy() for _ in range(3000)])
    np.testing.assert_allclose(seen.mean(axis=0), written_out, atol=0.1)
    assert len(np.unique(seen[:, 0, 0].round(6))) > 1
    assert drop(x, 0.0) is x  # type: ignore[type-var, arg-type]


def test_they_stand_beside_other_columns() -> None:
    x, written_out = example()
    own = torch.arange(8.0).reshape(4, 2)
    both = Stacked([[own, x]])  # type: ignore[list-item]
    weight = torch.randn(7, 3, generator=torch.Generator().manual_seed(0))
    expected = np.hstack([own.numpy(), written_out])
    np.testing.assert_allclose(both @ weight, expected @ weight.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(both.csr.toarray(), expected, rtol=1e-5)
