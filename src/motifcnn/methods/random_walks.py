"""Random walks along links, in numpy: the same for the same generator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import sparse

Nodes = npt.NDArray[np.int64]


def random_walks(
    links: Sequence[sparse.csr_array], starts: Nodes, length: int, rng: np.random.Generator
) -> Nodes:
    """One walk of `length` nodes from each start, even over the links of a node: (n, length).

    Parameters
    ----------
    links : sequence of k csr_array
        Step s takes ``links[s % k]``. Every node from which a step is taken has a link there.
    starts : (n,) int64
    length : int
    rng : Generator

    Examples
    --------
    >>> forth = sparse.csr_array(np.roll(np.eye(3), 1, axis=1))
    >>> random_walks([forth, forth.T.tocsr()], np.array([2]), 5, np.random.default_rng(0))
    array([[2, 0, 2, 0, 2]])
    """
    walk = [starts]
    for step in range(length - 1):
        link, here = links[step % len(links)], walk[-1]
        choice = (rng.random(len(here)) * np.diff(link.indptr)[here]).astype(np.int64)
        walk.append(link.indices[link.indptr[here] + choice].astype(np.int64))
    return np.stack(walk, axis=1)


def without_dead_ends(links: Sequence[sparse.csr_array]) -> list[sparse.csr_array]:
    """The links, taken in turn, less those to a node from which the next step is impossible.

    Examples
    --------
    >>> to_self_and_on = sparse.csr_array(np.array([[1, 1], [0, 0]]))  # node 1 leads nowhere
    >>> without_dead_ends([to_self_and_on])[0].toarray()
    array([[1, 0],
           [0, 0]])
    """
    kept = [sparse.csr_array(link) for link in links]
    before = -1
    while before != (before := sum(link.nnz for link in kept)):
        for p in reversed(range(len(kept))):
            goes_on = np.diff(kept[(p + 1) % len(kept)].indptr) > 0
            kept[p] = sparse.csr_array(kept[p] * goes_on)
            kept[p].eliminate_zeros()
    return kept
