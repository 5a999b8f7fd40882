"""Contexts of nodes for Planetoid: pairs from random walks and from labels, with negatives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.methods.task import Task

Nodes = npt.NDArray[np.int64]


class Pairs(NamedTuple):
    """Nodes, what stands in their context or does not, and 1 or -1 accordingly: (m,) each."""

    node: Nodes
    context: Nodes
    sign: npt.NDArray[np.float32]


def walk_pairs(
    links: sparse.csr_array,
    starts: Nodes,
    length: int,
    reach: int,
    negatives: int,
    rng: np.random.Generator,
) -> Pairs:
    """Nodes at most `reach` steps apart on a random walk, and nodes drawn uniformly.

    Parameters
    ----------
    links : (n, n) csr_array
    starts : (m,) int64
        A walk of `length` nodes begins at each; nodes without links have none.
    negatives : int
        Negative pairs per positive one.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> swap = sparse.csr_array(np.array([[0, 1], [1, 0]]))
    >>> walk_pairs(swap, np.array([0]), 3, 1, 1, rng).context[:4]
    array([1, 0, 0, 1])
    """
    degree = np.diff(links.indptr)
    walk = [starts[degree[starts] > 0]]
    for _ in range(length - 1):
        choice = (rng.random(len(walk[-1])) * degree[walk[-1]]).astype(np.int64)
        walk.append(links.indices[links.indptr[walk[-1]] + choice].astype(np.int64))
    steps = [(a, b) for a in range(length) for b in range(a + 1, min(a + reach + 1, length))]
    before, after = (np.concatenate([walk[0][:0], *(walk[s[k]] for s in steps)]) for k in (0, 1))
    node, context = np.concatenate([before, after]), np.concatenate([after, before])
    drawn = rng.integers(links.shape[0], size=negatives * len(node))
    return _signed(node, context, np.tile(node, negatives), drawn)


def label_pairs(task: Task, count: int, rng: np.random.Generator) -> Pairs:
    """Training nodes that share a class, `count` pairs, and as many that do not.

    Of a node with several classes one is drawn, and its pair has that class or lacks it. Nodes are
    rows of the target type.

    Examples
    --------
    >>> y = np.array([0, 0, 1])
    >>> task = Task(np.array([5, 6, 7]), np.array([8]), y, y[:1], classes=2)
    >>> pairs = label_pairs(task, 100, np.random.default_rng(0))
    >>> sorted(set(pairs.context[(pairs.node == 7) & (pairs.sign < 0)].tolist()))
    [5, 6]
    """
    has = task.train_y if task.multi_label else np.eye(task.classes, dtype=bool)[task.train_y]
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
    rows = task.train
    return _signed(rows[node], rows[same], rows[node[lacking]], rows[other[lacking]])


def _signed(node: Nodes, context: Nodes, from_node: Nodes, drawn: Nodes) -> Pairs:
    sign = np.repeat(np.float32([1, -1]), [len(node), len(from_node)])
    return Pairs(np.concatenate([node, from_node]), np.concatenate([context, drawn]), sign)
