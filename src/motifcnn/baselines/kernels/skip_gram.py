"""Compiled skip-gram with negative sampling."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.baselines.kernels.random_walks import scrambled, seeded


@nb.njit(nogil=True, cache=True, fastmath=True, boundscheck=False)
def learn_pairs(
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
    """One pass over the walks in `order`; changes `vectors` and `contexts`, returns the mean loss of a pair."""
    dimension, length = vectors.shape[1], walks.shape[1]
    change = np.empty(dimension, dtype=np.float32)
    nodes = np.empty(negatives + 1, dtype=np.int32)
    one, zero = np.float32(1), np.float32(0)
    state = seeded(seed)
    total, pairs = 0.0, 0
    for position in range(len(order)):
        walk = walks[order[position]]
        rate = first + (last - first) * np.float32(position) / np.float32(len(order))
        end = 0
        while end < length and walk[end] >= 0:
            end += 1
        for i in range(end):
            state = scrambled(state)
            near = 1 + np.int64((state >> np.uint64(16)) % np.uint64(reach))
            nodes[0] = walk[i]
            for k in range(1, negatives + 1):
                state = scrambled(state)
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
                    chance = one / (one + np.exp(-dot))
                    total -= np.log(max(chance if k == 0 else one - chance, np.float32(1e-12)))
                    step = rate * ((one if k == 0 else zero) - chance)
                    for d in range(dimension):
                        change[d] += step * other[d]
                        other[d] += step * source[d]
                for d in range(dimension):
                    source[d] += change[d]
                pairs += 1
    return total / max(pairs, 1)
