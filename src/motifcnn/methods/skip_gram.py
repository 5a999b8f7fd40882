"""Skip-gram with negative sampling (Mikolov et al. 2013), on one thread, so that it is the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motifcnn.baselines.kernels.skip_gram import learn_pairs
from motifcnn.baselines.random_walks import END

_TABLE = 1 << 20  # places of the noise table: a node has a share of them


@dataclass(frozen=True, eq=False)
class SkipGram:
    """The vectors being learned: (nodes, dimension) float32 each, changed in place by `learn`.

    Parameters
    ----------
    vectors : what a node is; the embedding
    contexts : what it is to others
    """

    vectors: npt.NDArray[np.float32]
    contexts: npt.NDArray[np.float32]


def begin(nodes: int, dimension: int, seed: int) -> SkipGram:
    """Small random vectors, and contexts of 0."""
    rng = np.random.default_rng(seed)
    vectors = ((rng.random((nodes, dimension), dtype=np.float32) - 0.5) / dimension).astype(
        np.float32
    )
    return SkipGram(vectors, np.zeros((nodes, dimension), dtype=np.float32))


def learn(
    model: SkipGram,
    walks: npt.NDArray[np.int32],
    *,
    reach: int,
    negatives: int,
    rates: tuple[float, float],
    seed: int,
) -> float:
    r"""One pass over the walks; returns the mean loss of a pair.

    For every pair (i, j) of nodes at most b steps apart in a walk, b drawn from 1 to `reach` for
    each i, one step of gradient descent on

    .. math:: -\log \sigma(u_i \cdot v_j) - \sum_{m=1}^{negatives} \log \sigma(-u_m \cdot v_j), \quad m \sim count^{3/4}

    The negatives are drawn once for each i and serve all its j, which keeps them in the cache.

    Parameters
    ----------
    model : SkipGram
    walks : (n, length) int32
        In any order; they are read in a random one.
    reach, negatives : int
    rates : (first, last) learning rate, falling in between
    seed : int

    Examples
    --------
    >>> model = begin(4, 8, seed=0)
    >>> walks = np.repeat(np.array([[0, 1, 0, 1], [2, 3, 2, 3]], dtype=np.int32), 200, axis=0)
    >>> losses = [learn(model, walks, reach=2, negatives=3, rates=(0.1, 0.1), seed=i) for i in range(3)]
    >>> losses[2] < losses[0]
    True
    """
    order = np.random.default_rng(seed).permutation(len(walks))
    table = _noise(walks, len(model.vectors))
    if not len(table):
        return 0.0
    first, last = np.float32(rates[0]), np.float32(rates[1])
    return float(
        learn_pairs(
            model.vectors,
            model.contexts,
            walks,
            order,
            table,
            reach,
            negatives,
            first,
            last,
            np.uint64(seed),
        )
    )


def _noise(walks: npt.NDArray[np.int32], nodes: int) -> npt.NDArray[np.int32]:
    """Nodes, each as often as its count to the power 3/4 says."""
    counts = np.bincount(walks[walks != END], minlength=nodes).astype(np.float64) ** 0.75
    if not counts.sum():
        return np.empty(0, dtype=np.int32)
    ends = np.round(np.cumsum(counts) / counts.sum() * _TABLE).astype(np.int64)
    return np.repeat(np.arange(nodes, dtype=np.int32), np.diff(ends, prepend=0))
