"""Skip-gram with negative sampling (Mikolov et al. 2013), compiled.

It runs on one thread, so that the same seed gives the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt

from motifcnn.methods.random_walks import END, first_state, next_state

_TABLE = 1 << 20  # places of the noise table: a node has a share of them


@dataclass(frozen=True, eq=False)
class SkipGram:
    """What is learned: (nodes, dimension) float32 each, changed in place by `learn`.

    Parameters
    ----------
    vectors : array
        The embedding.
    contexts : array
        What a node is as the centre of a window.
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

    .. math:: -\log \sigma(u_i \cdot v_j) - \sum_{m=1}^{negatives} \log \sigma(-u_m \cdot v_j),
              \quad m \sim count^{3/4}

    with v the vectors and u the contexts. The negatives are drawn once for each i and serve all
    its j, which keeps them in the processor's cache (r).

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
    >>> same = {"reach": 2, "negatives": 3, "rates": (0.1, 0.1)}
    >>> losses = [learn(model, walks, seed=i, **same) for i in range(3)]
    >>> losses[2] < losses[0]
    True
    """
    order = np.random.default_rng(seed).permutation(len(walks))
    table = _noise(walks, len(model.vectors))
    if not len(table):
        return 0.0
    arrays = model.vectors, model.contexts, walks, order, table
    first, last = np.float32(rates[0]), np.float32(rates[1])
    return float(_learn(*arrays, reach, negatives, first, last, np.uint64(seed)))


def _noise(walks: npt.NDArray[np.int32], nodes: int) -> npt.NDArray[np.int32]:
    """Nodes, each in proportion to its count to the power 3/4."""
    counts = np.bincount(walks[walks != END], minlength=nodes).astype(np.float64) ** 0.75
    if not counts.sum():
        return np.empty(0, dtype=np.int32)
    ends = np.round(np.cumsum(counts) / counts.sum() * _TABLE).astype(np.int64)
    return np.repeat(np.arange(nodes, dtype=np.int32), np.diff(ends, prepend=0))


@nb.njit(nogil=True, cache=True, fastmath=True, boundscheck=False)
def _learn(
    vectors: Any,
    contexts: Any,
    walks: Any,
    order: Any,
    table: Any,
    reach: Any,
    negatives: Any,
    first: Any,
    last: Any,
    seed: Any,
) -> Any:
    """Changes `vectors` and `contexts`; returns the mean loss of a pair."""
    dimension, length = vectors.shape[1], walks.shape[1]
    change = np.empty(dimension, dtype=np.float32)
    nodes = np.empty(negatives + 1, dtype=np.int32)
    one, zero = np.float32(1), np.float32(0)
    state = first_state(seed)
    total, pairs = 0.0, 0
    for position in range(len(order)):
        walk = walks[order[position]]
        rate = first + (last - first) * np.float32(position) / np.float32(len(order))
        end = 0
        while end < length and walk[end] >= 0:
            end += 1
        for i in range(end):
            state = next_state(state)
            near = 1 + np.int64((state >> np.uint64(16)) % np.uint64(reach))
            nodes[0] = walk[i]
            for k in range(1, negatives + 1):
                state = next_state(state)
                nodes[k] = table[np.int64((state >> np.uint64(16)) % np.uint64(len(table)))]
            for j in range(i - near, i + near + 1):
                if j < 0 or j >= end or walk[j] == walk[i]:  # a node is no context of itself
                    continue
                source = vectors[walk[j]]
                for d in range(dimension):
                    change[d] = zero
                for k in range(negatives + 1):
                    if k > 0 and nodes[k] == nodes[0]:
                        continue
                    other = contexts[nodes[k]]
                    dot = zero
                    for d in range(dimension):
                        dot += source[d] * other[d]
                    sigma = one / (one + np.exp(-dot))
                    total -= np.log(max(sigma if k == 0 else one - sigma, np.float32(1e-12)))
                    step = rate * ((one if k == 0 else zero) - sigma)
                    for d in range(dimension):
                        change[d] += step * other[d]
                        other[d] += step * source[d]
                for d in range(dimension):
                    source[d] += change[d]
                pairs += 1
    return total / max(pairs, 1)
