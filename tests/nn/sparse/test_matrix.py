"""Sparse times dense equals the dense product, and so do its gradients and its dropout."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.nn.sparse.matrix import SparseMatrix


def random_matrix(rows: int, columns: int, density: float, seed: int = 0) -> sparse.csr_array:
    rng = np.random.default_rng(seed)
    dense = rng.standard_normal((rows, columns)) * (rng.random((rows, columns)) < density)
    return sparse.csr_array(dense.astype(np.float32))


def dense_of(matrix: SparseMatrix) -> torch.Tensor:
    return torch.from_numpy(matrix.csr.toarray())


def test_rows_of_a_matrix_without_entries_stay_as_they_are() -> None:
    empty = SparseMatrix(sparse.csr_array((3, 2), dtype=np.float32))
    assert empty.unit_rows().csr.toarray().tolist() == [[0, 0]] * 3


@pytest.mark.parametrize("columns", [1, 3, 16, 31, 32, 48, 64, 67, 112, 128, 250])
@pytest.mark.parametrize("shape", [(40, 30), (1, 5), (7, 1), (0, 4), (4, 0)])
def test_product_equals_the_dense_one(shape: tuple[int, int], columns: int) -> None:
    matrix = random_matrix(*shape, 0.3)
    x = torch.randn(shape[1], columns)
    torch.testing.assert_close(
        SparseMatrix(matrix) @ x, torch.tensor(matrix.toarray()) @ x, rtol=1e-5, atol=1e-5
    )


@settings(max_examples=30)
@given(
    shape=st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(0, 20)),
    density=st.sampled_from((0.0, 0.2, 1.0)),
    seed=st.integers(0, 100),
)
def test_product_and_gradient_equal_the_dense_ones_for_any_shape(
    shape: tuple[int, int, int], density: float, seed: int
) -> None:
    n, m, c = shape
    csr = random_matrix(n, m, density, seed)
    x, back = np.random.default_rng(seed).normal(size=(m, c)), np.ones((n, c))
    given_x = torch.from_numpy(x).requires_grad_()
    found = SparseMatrix(csr) @ given_x
    found.backward(torch.from_numpy(back))
    np.testing.assert_allclose(found.detach(), csr.toarray().astype(float) @ x, atol=1e-12)
    np.testing.assert_allclose(given_x.grad, csr.toarray().astype(float).T @ back, atol=1e-12)


@pytest.mark.parametrize("columns", [7, 8, 24, 33, 64])
def test_doubles_are_summed_as_doubles(columns: int) -> None:
    matrix, x = random_matrix(40, 30, 0.3), torch.randn(30, columns, dtype=torch.float64)
    expected = torch.tensor(matrix.toarray()).double() @ x
    torch.testing.assert_close(SparseMatrix(matrix) @ x, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float16])
def test_half_precision_is_summed_as_single_and_rounded_once(kind: torch.dtype) -> None:
    matrix, x = random_matrix(40, 30, 0.3), torch.randn(30, 20).to(kind).requires_grad_()
    found = SparseMatrix(matrix) @ x
    assert found.dtype == kind
    exact = torch.tensor(matrix.toarray()) @ x.float()
    torch.testing.assert_close(found, exact.to(kind), rtol=1e-2, atol=1e-6)
    found.float().sum().backward()
    assert x.grad is not None
    assert x.grad.dtype == kind


def test_columns_of_a_wider_tensor_are_multiplied_as_they_are() -> None:
    matrix, x = random_matrix(40, 30, 0.3), torch.randn(30, 100)[:, 5:69]
    torch.testing.assert_close(
        SparseMatrix(matrix) @ x, torch.tensor(matrix.toarray()) @ x, rtol=1e-5, atol=1e-5
    )


def test_gradient_passes_gradcheck_and_second_derivatives_too() -> None:
    matrix = SparseMatrix(random_matrix(6, 5, 0.5))
    x = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda d: matrix @ d, x)
    assert torch.autograd.gradgradcheck(lambda d: (matrix @ d) ** 2, x)


def test_gradient_with_dropout_passes_gradcheck() -> None:
    dropped = SparseMatrix(random_matrix(8, 7, 0.6)).dropped(0.4)
    x = torch.randn(7, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda d: dropped @ d, x)


def test_no_transpose_is_made_where_no_gradient_is_asked_for() -> None:
    matrix, weight = SparseMatrix(random_matrix(6, 5, 0.5)), torch.ones(1, requires_grad=True)
    ((matrix @ torch.ones(5, 2)) * weight).sum().backward()
    assert "transposed" not in vars(matrix)


def test_dropout_leaves_out_the_given_share_and_keeps_the_mean() -> None:
    matrix = SparseMatrix(sparse.csr_array(np.ones((300, 400), dtype=np.float32)))
    torch.manual_seed(0)
    dropped = matrix.dropped(0.3) @ torch.eye(400)
    assert sorted(dropped.unique().tolist()) == pytest.approx([0, 1 / 0.7])
    assert (dropped == 0).float().mean().item() == pytest.approx(0.3, abs=0.01)


def test_the_mean_of_many_drops_is_the_matrix() -> None:
    matrix = SparseMatrix(random_matrix(5, 6, 0.7))
    torch.manual_seed(0)
    drops = torch.stack([dense_of(matrix.dropped(0.5)) for _ in range(3000)])
    error = drops.std(dim=0) / 3000**0.5
    assert ((drops.mean(dim=0) - dense_of(matrix)).abs() <= 4.5 * error + 1e-6).all()


@pytest.mark.parametrize("width", [1, 8, 21, 70])
def test_dropout_is_a_mask_that_the_gradient_shares(width: int) -> None:
    rng = np.random.default_rng(0)
    dense = (rng.random((30, 90)) * (rng.random((30, 90)) < 0.5)).astype(np.float32)
    torch.manual_seed(1)
    dropped = SparseMatrix(sparse.csr_array(dense)).dropped(0.3)
    masked = dense_of(dropped)
    kept = masked != 0
    torch.testing.assert_close(masked, torch.where(kept, torch.from_numpy(dense) / 0.7, 0.0))
    x, back = torch.randn(90, width).requires_grad_(), torch.randn(30, width)
    found = dropped @ x
    torch.testing.assert_close(found, masked @ x, atol=1e-4, rtol=1e-4)
    (gradient,) = torch.autograd.grad(found, x, back)
    torch.testing.assert_close(gradient, masked.T @ back, atol=1e-4, rtol=1e-4)


def test_the_seed_of_torch_decides_what_is_dropped() -> None:
    matrix = SparseMatrix(random_matrix(50, 30, 0.5))
    drops = []
    for seed in (3, 3, 4):
        torch.manual_seed(seed)
        drops.append(dense_of(matrix.dropped(0.5)))
    assert torch.equal(drops[0], drops[1])
    assert not torch.equal(drops[0], drops[2])


def test_rows_and_unit_rows_are_those_of_the_dense_matrix() -> None:
    csr = random_matrix(20, 9, 0.2)
    csr.data *= 7
    dense, rows = csr.toarray(), np.array([3, 3, 0, 19])
    np.testing.assert_array_equal(SparseMatrix(csr).rows(rows).csr.toarray(), dense[rows])
    length = np.linalg.norm(dense, axis=1, keepdims=True)
    assert (length == 0).any()
    expected = np.divide(dense, length, out=np.zeros_like(dense), where=length > 0)
    np.testing.assert_allclose(SparseMatrix(csr).unit_rows().csr.toarray(), expected, rtol=1e-6)


def test_entries_in_any_order_and_entries_that_repeat_are_added() -> None:
    parts = (np.array([1.0, 2.0, 4.0, 8.0]), np.array([2, 0, 2, 1]), np.array([0, 3, 4]))
    given_matrix = sparse.csr_array(parts, shape=(2, 3))
    for array in parts:
        array.flags.writeable = False
    found = SparseMatrix(given_matrix)
    np.testing.assert_array_equal(found.csr.toarray(), [[2, 0, 5], [0, 8, 0]])
    torch.testing.assert_close(found @ torch.eye(3), torch.tensor([[2.0, 0, 5], [0, 8, 0]]))


def test_two_runs_have_the_same_bits() -> None:
    matrix, x = SparseMatrix(random_matrix(500, 300, 0.1)), torch.randn(300, 64)
    assert torch.equal(matrix @ x, SparseMatrix(matrix.csr) @ x)


def test_number_of_threads_does_not_change_a_bit() -> None:
    import numba

    csr, x = random_matrix(500, 300, 0.1), torch.randn(300, 64)
    many, threads = SparseMatrix(csr) @ x, numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert torch.equal(SparseMatrix(csr) @ x, many)
    finally:
        numba.set_num_threads(threads)


def test_memory_counts_the_matrix_and_its_transpose() -> None:
    matrix = SparseMatrix(random_matrix(50, 30, 0.2))
    arrays = [
        part for csr in (matrix.csr, matrix.transposed.csr) for part in (csr.data, csr.indices)
    ]
    assert matrix.nbytes >= sum(array.nbytes for array in arrays)


def test_a_wrong_shape_is_named() -> None:
    with pytest.raises(ValueError, match=r"matrix is \(4, 3\), x is \(4, 2\)"):
        SparseMatrix(random_matrix(4, 3, 0.5)) @ torch.zeros(4, 2)
