"""Sparse times dense equals its definition, and so does its gradient."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from motifcnn.nn.spmm import SparseMatrix, spmm
from scipy import sparse


def random_matrix(rows: int, columns: int, density: float, seed: int = 0) -> sparse.csr_array:
    rng = np.random.default_rng(seed)
    dense = rng.standard_normal((rows, columns)) * (rng.random((rows, columns)) < density)
    return sparse.csr_array(dense.astype(np.float32))


@pytest.mark.parametrize("columns", [1, 3, 16, 31, 32, 48, 64, 67, 112, 128, 250])
@pytest.mark.parametrize("shape", [(40, 30), (1, 5), (7, 1), (0, 4)])
def test_product_equals_the_dense_one(shape: tuple[int, int], columns: int) -> None:
    matrix = random_matrix(*shape, 0.3)
    x = torch.randn(shape[1], columns)
    torch.testing.assert_close(
        spmm(SparseMatrix(matrix), x), torch.tensor(matrix.toarray()) @ x, rtol=1e-5, atol=1e-5
    )


@pytest.mark.parametrize("columns", [7, 8, 24, 33, 64])
def test_doubles_are_summed_as_doubles(columns: int) -> None:
    matrix, x = random_matrix(40, 30, 0.3), torch.randn(30, columns, dtype=torch.float64)
    torch.testing.assert_close(
        spmm(SparseMatrix(matrix), x),
        torch.tensor(matrix.toarray()).double() @ x,
        rtol=1e-12,
        atol=1e-12,
    )


def test_columns_of_a_wider_tensor_are_multiplied_as_they_are() -> None:
    matrix, x = random_matrix(40, 30, 0.3), torch.randn(30, 100)[:, 5:69]
    torch.testing.assert_close(
        spmm(SparseMatrix(matrix), x), torch.tensor(matrix.toarray()) @ x, rtol=1e-5, atol=1e-5
    )


def test_gradient_passes_gradcheck_and_second_derivatives_too() -> None:
    matrix = SparseMatrix(random_matrix(6, 5, 0.5))
    x = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda d: spmm(matrix, d), x)
    assert torch.autograd.gradgradcheck(lambda d: spmm(matrix, d) ** 2, x)


def test_gradient_with_dropout_passes_gradcheck() -> None:
    matrix = SparseMatrix(random_matrix(8, 7, 0.6))
    x = torch.randn(7, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda d: spmm(matrix, d, 0.4, 11), x)


def test_dropout_leaves_out_the_given_share_and_keeps_the_mean() -> None:
    matrix = SparseMatrix(sparse.csr_array(np.ones((300, 400), dtype=np.float32)))
    dropped = spmm(matrix, torch.eye(400), 0.3, 5)
    assert sorted(dropped.unique().tolist()) == pytest.approx([0, 1 / 0.7])
    assert (dropped == 0).float().mean().item() == pytest.approx(0.3, abs=0.01)


def test_two_runs_have_the_same_bits() -> None:
    matrix, x = SparseMatrix(random_matrix(500, 300, 0.1)), torch.randn(300, 64)
    assert torch.equal(spmm(matrix, x), spmm(SparseMatrix(matrix.csr), x))
    assert torch.equal(spmm(matrix, x, 0.5, 3), spmm(matrix, x, 0.5, 3))
    assert not torch.equal(spmm(matrix, x, 0.5, 3), spmm(matrix, x, 0.5, 4))


def test_number_of_threads_does_not_change_a_bit() -> None:
    import numba

    csr, x = random_matrix(500, 300, 0.1), torch.randn(300, 64)
    many, threads = spmm(SparseMatrix(csr), x), numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert torch.equal(spmm(SparseMatrix(csr), x), many)
    finally:
        numba.set_num_threads(threads)


def test_a_wrong_shape_is_named() -> None:
    with pytest.raises(ValueError, match=r"matrix is \(4, 3\), dense is \(4, 2\)"):
        spmm(SparseMatrix(random_matrix(4, 3, 0.5)), torch.zeros(4, 2))


@pytest.mark.parametrize("width", [1, 8, 21, 70])
def test_dropout_of_long_rows_is_a_mask_that_the_transpose_shares(width: int) -> None:
    rng = np.random.default_rng(0)
    dense = (rng.random((3, 900)) + 0.5).astype(np.float32)
    matrix = SparseMatrix(sparse.csr_array(dense))
    masked = spmm(matrix, torch.eye(900), 0.3, 5)
    kept = masked != 0
    torch.testing.assert_close(masked, torch.where(kept, torch.from_numpy(dense) / 0.7, 0.0))
    assert kept.float().mean().item() == pytest.approx(0.7, abs=0.05)
    x, back = torch.randn(900, width), torch.randn(3, width)
    x.requires_grad_()
    found = spmm(matrix, x, 0.3, 5)
    torch.testing.assert_close(found, masked @ x, atol=1e-4, rtol=1e-4)
    (gradient,) = torch.autograd.grad(found, x, back)
    torch.testing.assert_close(gradient, masked.T @ back, atol=1e-4, rtol=1e-4)
