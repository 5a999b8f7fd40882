"""Compiled loops of context prediction: random walks, and stochastic gradient steps of -log sigma(sign w_c . e_i), pair by pair.

The vector e_i of a node is a row of a table, or relu(x_i T) for sparse features x_i and a table T:
(d, size). One thread, so that every step sees the ones before it and runs repeat.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.nn.kernels import hashed
from motifcnn.tensor.engines.compiled.prefetch import prefetch_row


@nb.njit(fastmath=True, cache=True, boundscheck=False)
def _vector(
    i: Any, table: Any, inductive: Any, ptr: Any, columns: Any, values: Any, e: Any
) -> None:
    for k in range(len(e)):
        e[k] = 0 if inductive else table[i, k]
    if inductive:
        for p in range(ptr[i], ptr[i + 1]):
            for k in range(len(e)):
                e[k] += values[p] * table[columns[p], k]
        for k in range(len(e)):
            e[k] = max(e[k], 0)


@nb.njit(fastmath=True, cache=True, boundscheck=False)
def _pair(c: Any, positive: Any, rate: Any, contexts: Any, e: Any, gain: Any) -> None:
    w = contexts[c]
    dot = np.float32(0)
    for k in range(len(e)):
        dot += w[k] * e[k]
    step = rate * (
        (np.float32(1) if positive else np.float32(0))
        - np.float32(1) / (np.float32(1) + np.exp(-dot))
    )
    for k in range(len(e)):
        gain[k] += step * w[k]
        w[k] += step * e[k]


@nb.njit(fastmath=True, cache=True, boundscheck=False)
def _learn(
    i: Any, table: Any, inductive: Any, ptr: Any, columns: Any, values: Any, e: Any, gain: Any
) -> None:
    if not inductive:
        for k in range(len(e)):
            table[i, k] += gain[k]
        return
    for p in range(ptr[i], ptr[i + 1]):
        row = table[columns[p]]
        for k in range(len(e)):
            if e[k] > 0:
                row[k] += values[p] * gain[k]


@nb.njit(fastmath=True, cache=True, boundscheck=False)
def _draw(count: Any, seed: Any, place: Any, contexts: Any, drawn: Any) -> None:
    """Uniformly drawn nodes, asked for from memory all at once: one after the other, each would be waited for."""
    n = np.uint64(contexts.shape[0])
    for k in range(count):
        drawn[k] = np.int64(hashed(seed, place + np.uint64(k)) % n)
    for k in range(count):
        prefetch_row(contexts, drawn[k])


@nb.njit(fastmath=True, cache=True, boundscheck=False)
def learn_walks(
    indptr: Any,
    indices: Any,
    starts: Any,
    length: Any,
    reach: Any,
    negatives: Any,
    rates: Any,
    seed: Any,
    inductive: Any,
    ptr: Any,
    columns: Any,
    values: Any,
    table: Any,
    contexts: Any,
) -> None:
    """A walk from each start: every node of it predicts those at most `reach` steps away, against uniformly drawn nodes."""
    path = np.empty(length, np.int64)
    e, gain = np.empty(contexts.shape[1], np.float32), np.empty(contexts.shape[1], np.float32)
    drawn = np.empty(2 * reach * negatives, np.int64)
    place = np.uint64(0)
    for number in range(len(starts)):
        rate = rates[0] + (rates[1] - rates[0]) * np.float32(number / len(starts))
        path[0] = starts[number]
        steps = 1
        while steps < length:
            begin = indptr[path[steps - 1]]
            degree = np.uint64(indptr[path[steps - 1] + 1] - begin)
            if degree == 0:
                break
            path[steps] = indices[begin + np.int64(hashed(seed, place) % degree)]
            place += np.uint64(1)
            steps += 1
        for at in range(steps):
            first, last = max(0, at - reach), min(steps, at + reach + 1)
            _draw((last - first - 1) * negatives, seed, place, contexts, drawn)
            place += np.uint64((last - first - 1) * negatives)
            _vector(path[at], table, inductive, ptr, columns, values, e)
            gain[:] = 0
            used = 0
            for other in range(first, last):
                if other == at:
                    continue
                _pair(path[other], True, rate, contexts, e, gain)
                for _ in range(negatives):
                    _pair(drawn[used], False, rate, contexts, e, gain)
                    used += 1
            _learn(path[at], table, inductive, ptr, columns, values, e, gain)


@nb.njit(fastmath=True, cache=True, boundscheck=False)
def learn_pairs(
    nodes: Any,
    others: Any,
    positive: Any,
    rate: Any,
    inductive: Any,
    ptr: Any,
    columns: Any,
    values: Any,
    table: Any,
    contexts: Any,
) -> None:
    """Each node predicts whether the other one is of its class."""
    e, gain = np.empty(contexts.shape[1], np.float32), np.empty(contexts.shape[1], np.float32)
    for number in range(len(nodes)):
        _vector(nodes[number], table, inductive, ptr, columns, values, e)
        gain[:] = 0
        _pair(others[number], positive[number], rate, contexts, e, gain)
        _learn(nodes[number], table, inductive, ptr, columns, values, e, gain)
