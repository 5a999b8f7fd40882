"""A quick model in place of the network: kernel ridge regression on mean features.

A kernel says how alike nodes are through a motif: (n, n_train), training nodes first, validation
nodes after them. The sum of two kernels is the kernel of both features side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import linalg

Kernel = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]
# In units of a training node's mean similarity to itself; validation takes the best.
_SHRINKAGE = (0.03, 0.3, 3.0)


def kernel(features: Sequence[Any], n_train: int) -> Kernel:
    """Cosine with each training node, the mean over blocks of features, (n, width) each.

    Examples
    --------
    >>> kernel([np.array([[2, 0], [0, 1], [1, 0]])], n_train=2).tolist()
    [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]
    """
    from sklearn.metrics.pairwise import cosine_similarity

    total = sum(cosine_similarity(x, x[:n_train]) for x in features)
    return np.asarray(total / len(features), dtype=np.float32)


def alignment(one: Kernel, two: Kernel) -> float:
    """Centred kernel alignment over training nodes: 1 where two motifs see the same.

    Examples
    --------
    >>> round(alignment(np.eye(3, dtype=np.float32), 2 * np.eye(3, dtype=np.float32)), 6)
    1.0
    """
    a, b = _centred(one), _centred(two)
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float((a * b).sum()) / lengths if lengths else 1.0


def ridge(known: Kernel, y: Floats) -> Floats:
    """Squared errors on validation of a ridge regression on the training nodes: (n_val,).

    In units of the mean error of a model that knows the classes' frequencies alone, so that
    1 - mean(errors) is the share of the labels' variance that is explained. `y`: (n, c), 0 or 1.

    Examples
    --------
    >>> x = np.array([[1, 0], [0, 1], [1, 0]])
    >>> ridge(kernel([x], n_train=2), x).round(3).tolist()
    [0.001]
    """
    n_train = known.shape[1]
    rates = y[:n_train].mean(axis=0)
    train_y, val_y = y[:n_train] - rates, y[n_train:] - rates
    chance = max(float((val_y**2).sum(axis=1).mean()), 1e-12)
    level = max(float(np.trace(known[:n_train])) / n_train, 1e-12)
    found = []
    for shrinkage in _SHRINKAGE:
        shrunk = known[:n_train].astype(np.float64)
        shrunk[np.diag_indices_from(shrunk)] += shrinkage * level
        weights = linalg.solve(shrunk, train_y, assume_a="pos", overwrite_a=True)
        found.append(((val_y - known[n_train:] @ weights) ** 2).sum(axis=1) / chance)
    return min(found, key=np.mean)


def _centred(known: Kernel) -> Floats:
    centred = known[: known.shape[1]].astype(np.float64)
    centred -= centred.mean(axis=0)
    return np.asarray(centred - centred.mean(axis=1)[:, None])
