"""Forward and backward of the sparse product, ours against torch.sparse CSR, on DBLP-P P-A-P with 64 columns."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import torch

from benchmarks.training.graphs import load
from benchmarks.training.timing import median_seconds
from motifcnn.motif.motif import Motif
from motifcnn.nn.spmm import SparseMatrix, spmm
from motifcnn.tensor.operator import operator

COLUMNS = 64


def products() -> dict[str, Callable[[], None]]:
    """One forward and backward pass each; both must give the same values."""
    csr = operator(load("dblp-p"), Motif.parse("(t:paper)--(a:author)--(c:paper)")).roles[1].matrix
    ours = SparseMatrix(csr)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parts = (torch.as_tensor(csr.indptr).long(), torch.as_tensor(csr.indices).long(), torch.as_tensor(csr.data))
        theirs = torch.sparse_csr_tensor(*parts, size=csr.shape)
    x = torch.randn(csr.shape[1], COLUMNS, requires_grad=True)
    gradient = torch.ones(csr.shape[0], COLUMNS)

    def run(product: Callable[[], torch.Tensor]) -> Callable[[], None]:
        def both() -> None:
            x.grad = None
            product().backward(gradient)

        return both

    torch.testing.assert_close(spmm(ours, x), theirs @ x, rtol=1e-4, atol=1e-5)
    return {"motifcnn": run(lambda: spmm(ours, x)), "torch.sparse": run(lambda: theirs @ x)}


def ratio() -> tuple[float, float]:
    """Seconds of ours and of torch.sparse."""
    both = products()
    return median_seconds(both["motifcnn"], 30), median_seconds(both["torch.sparse"], 5)


def main() -> None:
    """Prints the ratio."""
    ours, theirs = ratio()
    print(
        f"spmm forward + backward, DBLP-P P-A-P, {COLUMNS} columns: {1e3 * ours:.1f} ms, torch.sparse CSR {1e3 * theirs:.1f} ms"
    )
    print(f"ratio {theirs / ours:.1f}x (goal: at least 20x)")


if __name__ == "__main__":
    main()
