"""Random walks that repeat a metapath, compiled; the same for the same seed on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

END = -1  # fills the rest of a walk that cannot go on


@dataclass(frozen=True, eq=False)
class Trail:
    """The links of a metapath in one piece, for walks that go round and round.

    Nodes are numbered over the types of one round: those of position p of the metapath have the
    numbers from ``offsets[p]`` on, and positions of one type share them.

    Parameters
    ----------
    indptr, indices : arrays
        Rows of the link matrices, one matrix after the other.
    first : (k,) int64
        The row at which the links of each of the k steps begin.
    offsets : (k,) int64
    nodes : int
        How many numbers there are.
    """

    indptr: npt.NDArray[np.int64]
    indices: npt.NDArray[np.int32]
    first: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]
    nodes: int

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """Target nodes that have a first step; targets have the numbers 0 to n - 1."""
        end = self.first[1] if len(self.first) > 1 else len(self.indptr) - 1
        found: npt.NDArray[np.int64] = np.flatnonzero(np.diff(self.indptr[: end + 1]) > 0)
        return found


def trail(links: Sequence[sparse.csr_array], types: Sequence[str]) -> Trail:
    """The trail of a metapath.

    Links to nodes from which the next step is impossible are left out, so no walk meets a dead end.

    Parameters
    ----------
    links : sequence of k csr_array
        Link matrices in order, from (n_target, .) to (., n_target).
    types : sequence of k + 1 str
        Types of the nodes, the first and the last the same.
    """
    links = _without_dead_ends(links)
    sizes: dict[str, int] = {}
    for node_type, link in zip(types, links, strict=False):
        sizes[node_type] = link.shape[0]
    begin = dict(zip(sizes, np.cumsum([0, *sizes.values()]).tolist(), strict=False))
    counts = np.concatenate([np.diff(link.indptr) for link in links])
    return Trail(
        indptr=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        indices=np.concatenate([link.indices for link in links]).astype(np.int32),
        first=np.cumsum([0, *(link.shape[0] for link in links[:-1])]).astype(np.int64),
        offsets=np.array([begin[node_type] for node_type, _ in pairwise(types)], dtype=np.int64),
        nodes=sum(sizes.values()),
    )


def _without_dead_ends(links: Sequence[sparse.csr_array]) -> list[sparse.csr_array]:
    kept = [sparse.csr_array(link) for link in links]
    before = -1
    while before != (before := sum(link.nnz for link in kept)):
        for p in reversed(range(len(kept))):
            alive = np.diff(kept[(p + 1) % len(kept)].indptr) > 0
            if not alive[kept[p].indices].all():
                entries = kept[p].tocoo()
                on = alive[entries.col]
                kept[p] = sparse.csr_array(
                    (entries.data[on], (entries.row[on], entries.col[on])), shape=entries.shape
                )
    return kept


def walk(
    way: Trail, starts: npt.NDArray[np.int64], length: int, seed: int
) -> npt.NDArray[np.int32]:
    """One walk of `length` nodes from each start, END after a start without links: (n, length).

    Examples
    --------
    >>> by = sparse.csr_array(np.eye(3))
    >>> walk(trail([by, by], ["paper", "author", "paper"]), np.array([2]), 5, seed=0)
    array([[2, 5, 2, 5, 2]], dtype=int32)
    """
    out = np.full((len(starts), length), END, dtype=np.int32)
    _walk(way.indptr, way.indices, way.first, way.offsets, starts, np.uint64(seed), out)
    return out


@nb.njit(nogil=True, cache=True)
def next_state(state: Any) -> Any:
    """The next state of a 64-bit xorshift generator; never 0 unless it was."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@nb.njit(nogil=True, cache=True)
def first_state(seed: Any) -> Any:
    """A first state from any seed: seeds that are close give states that are not."""
    z = (seed + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31))) | np.uint64(1)


@nb.njit(nogil=True, cache=True)
def _walk(
    indptr: Any, indices: Any, first: Any, offsets: Any, starts: Any, seed: Any, out: Any
) -> None:
    """Fills `out`, (n, length), with a walk from each start, up to where it cannot go on."""
    steps = len(first)
    state = first_state(seed)
    for w in range(len(starts)):
        node = starts[w]
        out[w, 0] = node + offsets[0]
        for s in range(1, out.shape[1]):
            row = first[(s - 1) % steps] + node
            begin, end = indptr[row], indptr[row + 1]
            if begin == end:
                break
            state = next_state(state)
            link = np.int64((state >> np.uint64(11)) % np.uint64(end - begin))
            node = np.int64(indices[begin + link])
            out[w, s] = node + offsets[s % steps]
