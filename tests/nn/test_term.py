"""Every form of a product gives the same product."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.nn.spmm import SparseMatrix
from motifcnn.nn.term import DenseTerm, FactoredTerm, HiddenTerm, SparseTerm, constant_term

CPU = torch.device("cpu")


def sparse_random(rows: int, columns: int, density: float, seed: int = 0) -> sparse.csr_array:
    rng = np.random.default_rng(seed)
    return sparse.csr_array(
        (rng.random((rows, columns)) * (rng.random((rows, columns)) < density)).astype(np.float32)
    )


@pytest.mark.parametrize(
    ("a", "x", "form"),
    [
        (sparse_random(30, 400, 0.003), sparse_random(400, 200, 0.02), SparseTerm),
        (sparse_random(30, 40, 0.5), sparse_random(40, 20, 0.5), DenseTerm),
        (sparse_random(300, 20, 0.5), sparse_random(20, 2000, 0.03), FactoredTerm),
        (sparse_random(30, 40, 0.2), sparse_random(40, 8, 1.0).toarray(), DenseTerm),
        (
            sparse_random(30, 40, 0.2),
            sparse.csr_array(sparse.eye_array(40, dtype=np.float32, format="csr")),
            SparseTerm,
        ),
    ],
    ids=["sparse", "dense", "factored", "dense features", "one-hot"],
)
def test_the_cheapest_form_is_chosen_and_gives_the_product(
    a: sparse.csr_array, x: object, form: type
) -> None:
    term = constant_term(a, x, CPU)
    weight = torch.randn(x.shape[1], 5)  # type: ignore[attr-defined]
    assert isinstance(term, form)
    np.testing.assert_allclose(
        term.times(weight).numpy(), (a @ x) @ weight.numpy(), rtol=1e-3, atol=1e-4
    )


def test_a_one_hot_input_is_never_made_dense() -> None:
    a = sparse_random(50, 60, 0.1)
    term = constant_term(
        a, sparse.csr_array(sparse.eye_array(60, dtype=np.float32, format="csr")), CPU
    )
    assert isinstance(term, SparseTerm)
    assert term.matrix.nnz == a.nnz


@pytest.mark.parametrize("out", [2, 9])
def test_hidden_products_do_not_depend_on_the_order(out: int) -> None:
    a, h, weight = sparse_random(6, 7, 0.5), torch.randn(7, 4), torch.randn(4, out)
    found = HiddenTerm(SparseMatrix(a), h).times(weight)
    torch.testing.assert_close(found, torch.tensor(a.toarray()) @ h @ weight, rtol=1e-4, atol=1e-5)
