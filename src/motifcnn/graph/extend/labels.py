"""Labels and splits of the union: labels of new nodes are there to score, none to train on."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from motifcnn.graph.extend.attributes import warn_of_changes
from motifcnn.graph.extend.places import Places
from motifcnn.graph.labels import Labels, Split


def labels_of(
    known: Labels | None, given: Labels | None, node_type: str, places: Places
) -> Labels | None:
    """Known labels, and those of other nodes in the known classes; None where none are known.

    Classes are matched by name. Labels of a class that was not known are left out with a warning,
    as nothing can predict it.
    """
    if known is None:
        return None
    nodes, y = places.known[known.nodes], known.y
    if given is not None and len(given.nodes):
        others, their_y = _in_classes(known, given, node_type)
        others = places.given[others]
        _warn_of_other_classes(nodes, y, others, their_y, node_type, places)
        fresh = ~np.isin(others, nodes)
        nodes, y = np.concatenate([nodes, others[fresh]]), np.concatenate([y, their_y[fresh]])
    order = np.argsort(nodes)
    return Labels(nodes[order], y[order], known.classes)


def split_of(split: Split, places: Places) -> Split:
    """The same nodes in their new rows."""
    return Split(split.node_type, *(places.known[p] for p in (split.train, split.val, split.test)))


def _in_classes(
    known: Labels, given: Labels, node_type: str
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64] | npt.NDArray[np.bool_]]:
    """Nodes whose given classes are all known, and those classes."""
    has = _table(given)
    unknown = [c for c, name in enumerate(given.classes) if name not in known.classes]
    left = ~has[:, unknown].any(axis=1)
    if not known.multi_label:
        left &= has.sum(axis=1) == 1
    if out := int((~left).sum()):
        warnings.warn(
            f"{out} labels of type {node_type} are left out: their classes are not among the known "
            f"{_listed(known.classes)}",
            stacklevel=2,
        )
    table = np.zeros((int(left.sum()), len(known.classes)), bool)
    for c, name in enumerate(given.classes):
        if name in known.classes:
            table[:, known.classes.index(name)] = has[left, c]
    return given.nodes[left], table if known.multi_label else table.argmax(axis=1)


def _table(labels: Labels) -> npt.NDArray[np.bool_]:
    """One column per class: (m, c)."""
    if labels.multi_label:
        return np.asarray(labels.y, dtype=bool)
    return np.eye(len(labels.classes), dtype=bool)[labels.y]


def _warn_of_other_classes(
    nodes: npt.NDArray[np.int64],
    y: npt.NDArray[np.int64] | npt.NDArray[np.bool_],
    others: npt.NDArray[np.int64],
    their_y: npt.NDArray[np.int64] | npt.NDArray[np.bool_],
    node_type: str,
    places: Places,
) -> None:
    _, mine, theirs = np.intersect1d(nodes, others, return_indices=True)
    other = y[mine] != their_y[theirs]
    other = other.any(axis=1) if other.ndim == 2 else other
    changed = np.isin(places.known[places.before], nodes[mine][other])
    warn_of_changes("labels", node_type, places, changed)


def _listed(classes: Sequence[str]) -> str:
    return ", ".join(classes[:10]) + (", ..." if len(classes) > 10 else "")
