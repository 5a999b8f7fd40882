"""Inputs of all types as one matrix."""

from __future__ import annotations

import numpy as np
import torch
from scipy import sparse

from motifcnn.nn.sparse import OneHot, SparseMatrix
from motifcnn.nn.stacked import Stacked


def example() -> tuple[Stacked, np.ndarray]:
    words = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]], dtype=np.float32)
    dense = np.array([[1.0, 2.0], [3.0, 4.0]], dtype=np.float32)
    x = Stacked([[SparseMatrix(sparse.csr_array(words)), torch.from_numpy(dense)], [OneHot(3)]])
    written_out = np.zeros((5, 8), dtype=np.float32)
    written_out[:2, :3], written_out[:2, 3:5], written_out[2:, 5:] = words, dense, np.eye(3)
    return x, written_out


def test_products_are_those_of_the_matrix_written_out() -> None:
    x, written_out = example()
    weight = torch.randn(8, 4, generator=torch.Generator().manual_seed(0))
    assert x.shape == (5, 8)
    torch.testing.assert_close(x @ weight, torch.from_numpy(written_out) @ weight)
    np.testing.assert_array_equal(x.csr.toarray(), written_out)
    np.testing.assert_array_equal(x.rows(np.array([4, 0])).csr.toarray(), written_out[[4, 0]])


def test_the_gradient_reaches_the_rows_of_every_block() -> None:
    x, written_out = example()
    weight = torch.zeros(8, 2, requires_grad=True)
    (x @ weight).sum().backward()
    expected = written_out.sum(axis=0, keepdims=True).T.repeat(2, axis=1)
    np.testing.assert_allclose(weight.grad.numpy(), expected)


def test_dropout_leaves_entries_out_and_scales_the_others() -> None:
    x, written_out = example()
    torch.manual_seed(0)
    seen = np.stack([x.dropped(0.5).csr.toarray() for _ in range(400)])
    assert set(np.unique(seen[:, written_out > 0] / written_out[written_out > 0])) == {0.0, 2.0}
    np.testing.assert_allclose(seen.mean(axis=0), written_out, atol=1.0)
    assert x.dropped(0.0) is x
