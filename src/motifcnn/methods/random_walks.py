"""Random walks that repeat a metapath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.baselines.kernels.random_walks import go

END = -1  # where a walk has no more nodes


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
        """Nodes from which a first step is possible: those of the target type have the numbers 0 to n - 1."""
        end = self.first[1] if len(self.first) > 1 else len(self.indptr) - 1
        found: npt.NDArray[np.int64] = np.flatnonzero(np.diff(self.indptr[: end + 1]) > 0)
        return found


def trail(links: Sequence[sparse.csr_array], types: Sequence[str]) -> Trail:
    """The trail of a metapath: its link matrices in order, and the types of its nodes, the first and the last the same.

    Links to nodes from which the next step is impossible are left out, so no walk meets a dead end.
    """
    links = _going_on(links)
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


def _going_on(links: Sequence[sparse.csr_array]) -> list[sparse.csr_array]:
    """The links that lead on for ever."""
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
    """One walk of `length` nodes from each start; END after a start that leads nowhere: (n, length).

    Examples
    --------
    >>> by = sparse.csr_array(np.eye(3))
    >>> walk(trail([by, by], ["paper", "author", "paper"]), np.array([2]), 5, seed=0)
    array([[2, 5, 2, 5, 2]], dtype=int32)
    """
    out = np.full((len(starts), length), END, dtype=np.int32)
    go(way.indptr, way.indices, way.first, way.offsets, starts, np.uint64(seed), out)
    return out
