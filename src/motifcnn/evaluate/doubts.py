"""Doubts: reasons not to trust the scores of a run, found in its labels, split and columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.evaluate.metrics import on_test
from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels
from motifcnn.readable import percent, plural
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

FEW = 10  # members of a class, or training nodes per class, below which a class is hardly learned
FEW_TEST = 100  # test nodes below which an interval is over ten points wide
GIVEN_AWAY = 0.98
"""Share of validation nodes whose class one column tells, from which on it may be the label."""


def doubts(run: Run, graph: Graph) -> tuple[str, ...]:
    """Warnings about the data of a run, the most serious first. Test labels decide none of them.

    Examples
    --------
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), model="majority", split=(0.01, 0.09, 0.9))
    >>> doubts(run, run.graph)[0]
    'only 31 training nodes for 8 classes'
    """
    return (
        *_disguised(run, graph),
        *_few_training_nodes(run, graph),
        *_small_classes(run, graph.labels[run.target]),
        *_few_test_nodes(run),
        *_one_class(run, graph),
    )


def _few_training_nodes(run: Run, graph: Graph) -> Iterator[str]:
    train, classes = len(run.split.train), len(run.classes)
    if train < FEW * classes / 2:
        yield f"only {plural(train, 'training node')} for {classes} classes"
    y = _marks(labels_of(graph.labels[run.target], run.split.train), classes)
    missing = [name for name, n in zip(run.classes, y.sum(axis=0), strict=True) if not n]
    if missing:
        yield f"no training node has the class {_listed(missing)}: it is never predicted"


def _small_classes(run: Run, labels: Labels) -> Iterator[str]:
    members = _marks(labels.y, len(run.classes)).sum(axis=0)
    small = [f"{name} ({n})" for name, n in zip(run.classes, members, strict=True) if 0 < n < FEW]
    if small:
        yield f"classes with fewer than {FEW} members: {_listed(small)}; their scores are chance"


def _few_test_nodes(run: Run) -> Iterator[str]:
    if len(run.split.test) < FEW_TEST:
        yield f"only {plural(len(run.split.test), 'test node')}: intervals are wide"


def _one_class(run: Run, graph: Graph) -> Iterator[str]:
    _, predicted = on_test(run, graph)
    if predicted.ndim == 1 and len(np.unique(predicted)) == 1 and len(run.classes) > 1:
        yield f"every test node gets the class {run.classes[int(predicted[0])]}"


def _disguised(run: Run, graph: Graph) -> Iterator[str]:
    """Columns and relations that give the class of a validation node away."""
    labels = graph.labels[run.target]
    if labels.multi_label or not len(run.split.val):
        return
    train, val = run.split.train, run.split.val
    train_y, val_y = labels_of(labels, train), labels_of(labels, val)
    usual = np.bincount(val_y, minlength=len(run.classes)).max() / len(val_y)
    if usual >= GIVEN_AWAY:
        return
    for name, x in _columns(graph, run.target):
        found = _told(x[train], train_y, x[val], val_y)
        if found >= GIVEN_AWAY:
            yield (
                f"{name} alone tells the class of {percent(found)} % of the validation nodes: it "
                "may be the label in disguise; leave it out if it is not known beforehand"
            )


def _columns(graph: Graph, target: str) -> Iterator[tuple[str, Any]]:
    """Encoded columns of the target, and its links to each type of few nodes, as matrices."""
    if target in graph.encoders:
        first = 0
        x = sparse.csc_array(graph.features[target])
        for column in graph.encoders[target].columns:
            if column.width:
                yield f"the column {column.name!r}", x[:, first : first + column.width].toarray()
            first += column.width
    at, links = offsets(graph), flat_adjacency(graph)
    few = 4 * len(graph.labels[target].classes)
    for t, n in graph.counts.items():
        if t != target and 0 < n <= few:
            yield f"the link to type {t!r}", links[at[target]][:, at[t]].toarray() * 1.0


def _told(x: Any, y: npt.NDArray[Any], val_x: Any, val_y: npt.NDArray[Any]) -> float:
    """Share of validation nodes that a small tree on one column gets right."""
    from sklearn.tree import DecisionTreeClassifier

    leaves = max(2, 2 * len(np.unique(y)))
    tree = DecisionTreeClassifier(max_leaf_nodes=leaves, min_samples_leaf=2, random_state=0)
    return float((tree.fit(x, y).predict(val_x) == val_y).mean())


def _marks(y: npt.NDArray[Any], classes: int) -> npt.NDArray[np.bool_]:
    return y if y.ndim == 2 else np.eye(classes, dtype=bool)[y]


def _listed(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
