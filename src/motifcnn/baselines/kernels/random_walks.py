"""Compiled random walks, and the random numbers of all compiled loops here: the same for the same seed on every machine."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np


@nb.njit(nogil=True, cache=True)
def scrambled(state: Any) -> Any:
    """The next state of a 64-bit xorshift generator; never 0 unless it was."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@nb.njit(nogil=True, cache=True)
def seeded(seed: Any) -> Any:
    """A first state from any seed: seeds that are close give states that are not."""
    z = (seed + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31))) | np.uint64(1)


@nb.njit(nogil=True, cache=True)
def go(
    indptr: Any, indices: Any, first: Any, offsets: Any, starts: Any, seed: Any, out: Any
) -> None:
    """Fills `out`, (n, length), with a walk from each start; where a walk cannot go on, `out` is left as it is."""
    steps = len(first)
    state = seeded(seed)
    for w in range(len(starts)):
        node = starts[w]
        out[w, 0] = node + offsets[0]
        for s in range(1, out.shape[1]):
            row = first[(s - 1) % steps] + node
            begin, end = indptr[row], indptr[row + 1]
            if begin == end:
                break
            state = scrambled(state)
            node = np.int64(
                indices[begin + np.int64((state >> np.uint64(11)) % np.uint64(end - begin))]
            )
            out[w, s] = node + offsets[s % steps]
