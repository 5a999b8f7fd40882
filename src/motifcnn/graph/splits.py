"""Random splits of the labelled nodes of one type."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.labels import Labels, Split


def random_split(
    labels: Labels, node_type: str, *, train: float = 0.1, val: float = 0.1, seed: int = 0, stratified: bool = False
) -> Split:
    """Draws training and validation nodes; all other labelled nodes are for the test.

    Parameters
    ----------
    labels : Labels of the nodes of `node_type`
    train, val : float
        Share of the labelled nodes, rounded to whole nodes.
    seed : int
        The same seed gives the same split on every machine.
    stratified : bool
        Draw the shares within each class, at least one training node per class; single-label only.

    Examples
    --------
    >>> labels = Labels(np.arange(10), np.arange(10) % 2, ("a", "b"))
    >>> split = random_split(labels, "paper", train=0.2, val=0.2, seed=1)
    >>> len(split.train), len(split.val), len(split.test)
    (2, 2, 6)
    """
    if not (train > 0 and val >= 0 and train + val < 1):
        raise GraphError(f"random split: train={train}, val={val}; expected train > 0, val >= 0 and a rest for the test")
    if stratified and labels.multi_label:
        raise GraphError(
            "random split: stratified=True needs one class per node, but the labels are multi-label; leave it at False"
        )
    rng = np.random.default_rng(seed)
    groups = [np.flatnonzero(labels.y == c) for c in range(len(labels.classes))] if stratified else [np.arange(len(labels.nodes))]
    parts: tuple[list[npt.NDArray[np.int64]], ...] = ([], [], [])
    for group in groups:
        shuffled = rng.permutation(group)
        first = max(1, round(train * len(group))) if stratified else round(train * len(group))
        second = first + round(val * len(group))
        for part, chosen in zip(parts, (shuffled[:first], shuffled[first:second], shuffled[second:]), strict=True):
            part.append(chosen)
    chosen_nodes = [labels.nodes[np.concatenate(part)] for part in parts]
    if not len(chosen_nodes[0]) or not len(chosen_nodes[2]):
        raise GraphError(
            f"random split: {len(labels.nodes)} labelled nodes of type {node_type} are too few for train={train}, val={val}"
        )
    return Split(node_type, *chosen_nodes)
