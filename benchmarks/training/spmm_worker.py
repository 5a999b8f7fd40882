"""A process that holds one sparse product and times it when asked: ``python spmm_worker.py METHOD FOLDER``.

A process of its own lets torch.sparse run as it does for its users, with the settings that torch
makes and without ours: `motifcnn` is imported for our product only.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

METHODS = (
    "motifcnn",
    "torch.sparse int64",
    "torch.sparse int32",
)  # of torch, with the two kinds of indices that it takes


def product(method: str, folder: Path) -> Callable[[Any], Any]:
    """The product with the matrix in the folder."""
    import torch

    indptr, indices, data = (
        np.load(folder / f"{name}.npy", allow_pickle=False)
        for name in ("indptr", "indices", "data")
    )
    shape = (len(indptr) - 1, len(indptr) - 1)
    if method == "motifcnn":
        from scipy import sparse

        from motifcnn.nn import SparseMatrix, spmm

        ours = SparseMatrix(sparse.csr_array((data, indices, indptr), shape=shape))
        return lambda x: spmm(ours, x)
    kind = torch.int64 if method.endswith("int64") else torch.int32
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # sparse CSR is in beta
        parts = (
            torch.as_tensor(indptr).to(kind),
            torch.as_tensor(indices).to(kind),
            torch.as_tensor(data),
        )
        theirs = torch.sparse_csr_tensor(*parts, size=shape)
    return lambda x: theirs @ x


def main() -> None:
    """Answers each line, a number of runs, with the seconds of each; values and gradients are left in the folder."""
    if sys.argv[1] == "motifcnn":
        import motifcnn.nn  # noqa: F401  before torch, as for our users
    import torch

    method, folder = sys.argv[1], Path(sys.argv[2])
    multiply = product(method, folder)
    x = torch.as_tensor(np.load(folder / "x.npy", allow_pickle=False)).requires_grad_()
    gradient = torch.as_tensor(np.load(folder / "gradient.npy", allow_pickle=False))
    values = multiply(x)
    values.backward(gradient)
    assert x.grad is not None
    np.save(folder / f"{method} values.npy", values.detach().numpy())
    np.save(folder / f"{method} gradients.npy", x.grad.numpy())
    print("ready", flush=True)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            x.grad = None
            began = time.perf_counter()
            multiply(x).backward(gradient)
            times.append(time.perf_counter() - began)
        print(*times, flush=True)


if __name__ == "__main__":
    main()
