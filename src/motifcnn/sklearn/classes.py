"""y of a classifier of nodes: classes or an indicator matrix, as the labels of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.labels import Labels


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of y, and y in terms of them.

    Parameters
    ----------
    values : (c,) array
        The distinct classes, sorted; 0 to c - 1 for an indicator matrix.
    y : (n,) int64 or (n, c) bool
        Place of each sample's class among them, or which classes it has.
    """

    values: npt.NDArray[Any]
    y: npt.NDArray[Any]

    @property
    def names(self) -> tuple[str, ...]:
        """Class names as a graph has them: texts, each once."""
        names = tuple(str(value) for value in self.values.tolist())
        distinct = len(set(names)) == len(names)
        return names if distinct else tuple(f"{n} ({i})" for i, n in enumerate(names))


def classes_of(y: Any) -> Classes:
    """Reads y as scikit-learn does; a `ValueError` says why it is no target of a classifier.

    Examples
    --------
    >>> found = classes_of(["web", "mail", "web"])
    >>> found.values.tolist(), found.y.tolist()
    (['mail', 'web'], [1, 0, 1])
    >>> classes_of([[0, 1], [1, 1]]).y.tolist()
    [[False, True], [True, True]]
    """
    from sklearn.utils.multiclass import check_classification_targets, type_of_target
    from sklearn.utils.validation import assert_all_finite, column_or_1d

    if y is None:
        raise GraphError(
            "requires y to be passed, but the target y is None: the labels of the graph are not "
            "looked at"
        )
    assert_all_finite(y, input_name="y")
    check_classification_targets(y)
    if type_of_target(y) == "multilabel-indicator":
        dense = y.toarray() if hasattr(y, "toarray") else np.asarray(y)
        return Classes(np.arange(dense.shape[1]), dense.astype(bool))
    values, places = np.unique(column_or_1d(y, warn=True), return_inverse=True)
    return Classes(values, places.astype(np.int64))


def labels_of(rows: npt.NDArray[np.int64], classes: Classes) -> Labels:
    """Labels of the nodes at those rows.

    A node may be listed several times, as in a bootstrap sample, with the same classes each time.

    Examples
    --------
    >>> labels_of(np.array([4, 2, 4]), classes_of(["b", "a", "b"])).nodes
    array([2, 4])
    """
    if len(rows) != len(classes.y):
        raise GraphError(
            "Found input variables with inconsistent numbers of samples: "
            f"{len(rows)} ids in X, {len(classes.y)} labels in y"
        )
    nodes, first, place = np.unique(rows, return_index=True, return_inverse=True)
    y = classes.y[first]
    same = y[place] == classes.y
    if len(other := np.flatnonzero(~same.reshape(len(rows), -1).all(axis=1))):
        raise GraphError(
            f"X, sample {other[0]}: the node was listed before, as sample {first[place[other[0]]]},"
            " with another class in y; give each node one label"
        )
    return Labels(nodes, y, classes.names)


def held_out(labels: Labels, share: float, seed: int) -> npt.NDArray[np.bool_]:
    """Which of the labelled nodes to hold out: about that share of every class, (m,) bool.

    At least one node is held out and one is not; of several classes of a node the first counts.

    Examples
    --------
    >>> labels = Labels(np.arange(10), np.arange(10) % 2, ("a", "b"))
    >>> sorted(labels.y[held_out(labels, 0.4, seed=0)].tolist())
    [0, 0, 1, 1]
    """
    first = labels.y.argmax(axis=1) if labels.multi_label else labels.y
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(first))
    # Within each class the k-th of n nodes comes at k/n: any prefix has the same mix of classes.
    place = np.empty(len(first))
    for c in np.unique(first):
        own = order[first[order] == c]
        place[own] = (np.arange(len(own)) + 0.5) / len(own)
    count = min(max(1, round(share * len(first))), len(first) - 1)
    held = np.zeros(len(first), dtype=bool)
    held[order[np.argsort(place[order], kind="stable")[:count]]] = True
    return held
