"""Contexts of nodes for Planetoid: pairs from random walks and from labels, with negatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch.nn import functional

from motifcnn.methods.random_walks import Nodes, random_walks
from motifcnn.methods.task import Task


class Pairs(NamedTuple):
    """Nodes, what stands in their context or does not, and 1 or -1 accordingly: (m,) each."""

    node: Nodes
    context: Nodes
    sign: npt.NDArray[np.float32]


def context_loss(
    pairs: Pairs, embed: Callable[[Nodes], torch.Tensor], contexts: torch.Tensor
) -> torch.Tensor:
    """The sum of -log sigma(sign * w_c . e_i) over pairs.

    Parameters
    ----------
    pairs : Pairs
    embed : callable
        The vectors e, (m, size), of m different nodes.
    contexts : (n, size)
        The vectors w of all nodes.
    """
    nodes, places = np.unique(pairs.node, return_inverse=True)
    parts = (places, pairs.context, pairs.sign)
    place, context, sign = (torch.as_tensor(part, device=contexts.device) for part in parts)
    # Not e[place]: the gradient of indexing adds repeated rows in any order of threads.
    e, w = embed(nodes).index_select(0, place), contexts.index_select(0, context)
    return -functional.logsigmoid(sign * (w * e).sum(dim=1)).sum()


def walk_pairs(
    links: sparse.csr_array, starts: Nodes, length: int, reach: int, rng: np.random.Generator
) -> Pairs:
    """Nodes at most `reach` steps apart on a random walk, and as many drawn uniformly.

    Parameters
    ----------
    links : (n, n) csr_array
    starts : (m,) int64
        A walk of `length` nodes begins at each; nodes without links have none.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> swap = sparse.csr_array(np.array([[0, 1], [1, 0]]))
    >>> walk_pairs(swap, np.array([0]), 3, 1, rng).context[:4]
    array([1, 0, 0, 1])
    """
    linked = starts[np.diff(links.indptr)[starts] > 0]
    walk = random_walks([links], linked, length, rng)
    steps = [(a, b) for a in range(length) for b in range(a + 1, min(a + reach + 1, length))]
    before, after = (np.concatenate([starts[:0], *(walk[:, s[k]] for s in steps)]) for k in (0, 1))
    node, context = np.concatenate([before, after]), np.concatenate([after, before])
    return _signed(node, context, node, rng.integers(links.shape[0], size=len(node)))


def walk_batches(
    links: sparse.csr_array, batch: int, length: int, reach: int, rng: np.random.Generator
) -> Iterator[Pairs]:
    """The pairs of about `batch` walks at a time, without end; all nodes start one in turn."""
    n = links.shape[0]
    while True:
        for starts in np.array_split(rng.permutation(n), max(1, n // batch)):
            yield walk_pairs(links, starts, length, reach, rng)


def label_pairs(task: Task, count: int, first_row: int, rng: np.random.Generator) -> Pairs:
    """`count` pairs of training nodes that share a class, and as many that do not.

    Of a node with several classes one is drawn, and its pair has that class or lacks it.
    `first_row` is that of the target type among the nodes of all types.

    Examples
    --------
    >>> y = np.array([0, 0, 1])
    >>> task = Task(np.array([5, 6, 7]), np.array([8]), y, y[:1], classes=2)
    >>> pairs = label_pairs(task, 100, 0, np.random.default_rng(0))
    >>> sorted(set(pairs.context[(pairs.node == 7) & (pairs.sign < 0)].tolist()))
    [5, 6]
    """
    has = task.train_has
    node, of_class = np.nonzero(has)
    drawn = rng.integers(len(node), size=count if len(node) else 0)
    node, of_class = node[drawn], of_class[drawn]
    same, other = np.empty_like(node), np.full_like(node, -1)
    for c in np.unique(of_class):
        mine = of_class == c
        same[mine] = rng.choice(np.flatnonzero(has[:, c]), size=int(mine.sum()))
        if not has[:, c].all():
            other[mine] = rng.choice(np.flatnonzero(~has[:, c]), size=int(mine.sum()))
    lacking = other >= 0
    rows = task.train + first_row
    return _signed(rows[node], rows[same], rows[node[lacking]], rows[other[lacking]])


def _signed(node: Nodes, context: Nodes, from_node: Nodes, drawn: Nodes) -> Pairs:
    sign = np.repeat(np.array([1, -1], np.float32), [len(node), len(from_node)])
    return Pairs(np.concatenate([node, from_node]), np.concatenate([context, drawn]), sign)
