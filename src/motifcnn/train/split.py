"""Splits: which labelled nodes to train on, to choose by, and to score once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import suggestion
from motifcnn.graph.splits import random_split as deal

FRACTIONS = (0.1, 0.1, 0.8)
RANDOM = "random"


def random_split(
    graph: Graph,
    target: str | None = None,
    fractions: Sequence[float] = FRACTIONS,
    *,
    seed: int = 0,
    stratified: bool = False,
) -> Split:
    """Labelled nodes dealt out at random: train, validation, test.

    Parameters
    ----------
    fractions : three floats
        Shares of train, validation and test; together at most 1.
    stratified : bool
        Deal out each class on its own, so that parts have about the same mix of classes; of several
        classes the first counts.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> labels = Labels(np.arange(10), np.arange(10) % 2, ("no", "yes"))
    >>> links = {("user", "knows", "user"): np.eye(10)}
    >>> graph = Graph(schema, links, {"user": 10}, labels={"user": labels})
    >>> split = random_split(graph, fractions=(0.4, 0.2, 0.4), seed=1, stratified=True)
    >>> len(split.train), len(split.val), len(split.test)
    (4, 2, 4)
    """
    target = target or graph.target_type
    train, val, test = _three(fractions)
    return deal(
        _labels(graph, target),
        target,
        train=train,
        val=val,
        test=test,
        seed=seed,
        stratified=stratified,
    )


def resolve_split(graph: Graph, target: str, split: Any, seed: int) -> Split:
    """The split that the user meant.

    A `Split`, the name of one of the graph's splits, "random" (10/10/80, unless the graph has a
    split of that name), three fractions, or None: the graph's only split for the target, else
    "random". Where the split has no validation nodes, a fifth of its training nodes are held out.
    """
    if split is None:
        own = [s for s in graph.splits.values() if s.node_type == target]
        split = own[0] if len(own) == 1 else FRACTIONS
    if isinstance(split, str):
        known = (*graph.splits, RANDOM)
        if split not in known:
            raise GraphError(f"split: the graph has no split {split!r}{suggestion(split, known)}")
        split = graph.splits.get(split, FRACTIONS)
    if not isinstance(split, Split):
        split = random_split(graph, target, split, seed=seed)
    if split.node_type != target:
        raise GraphError(
            f"split: it is of type {split.node_type}, but the type to classify is {target}"
        )
    labelled = _labels(graph, target).nodes
    for part in ("train", "val", "test"):
        if len(missing := np.setdiff1d(getattr(split, part), labelled)):
            raise GraphError(f"split: {part} node {missing[0]} of type {target} has no label")
    if not len(split.train):
        raise GraphError("split: there are no training nodes")
    if not len(split.val):
        if len(split.train) < 2:
            raise GraphError(
                "split: one training node and none for validation, so none can be held out; give "
                "validation nodes"
            )
        order = np.random.default_rng(seed).permutation(split.train)
        held = max(1, len(order) // 5)
        return Split(target, order[held:], order[:held], split.test)
    return cast(Split, split)


def labels_of(labels: Labels, rows: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Classes of the nodes at `rows`, all of them labelled: (n,) int64 or (n, c) bool."""
    return np.asarray(labels.y[np.searchsorted(labels.nodes, rows)])


def _three(fractions: Sequence[float]) -> tuple[float, float, float]:
    try:
        train, val, test = (float(share) for share in fractions)
    except (TypeError, ValueError):
        raise GraphError(
            f"split: expected three fractions (train, validation, test), got {fractions!r}"
        ) from None
    return train, val, test


def _labels(graph: Graph, target: str) -> Labels:
    if target not in graph.labels:
        raise GraphError(
            f"type {target} has no labels; labelled types: {', '.join(graph.labels) or 'none'}"
        )
    return graph.labels[target]
