"""Labels of some nodes of one type, and the splits of those nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError


@dataclass(frozen=True, eq=False)
class Labels:
    """Classes of the labelled nodes of one type.

    Parameters
    ----------
    nodes : (m,) int64, increasing
        Rows of the labelled nodes.
    y : (m,) int64 or (m, c) bool
        Class of each labelled node; one column per class when a node may have several
        (multi-label).
    classes : tuple of str
        Name of each class, each once; the source's class id where it has no name.

    Examples
    --------
    >>> Labels(np.array([0, 2]), np.array([1, 0]), ("mail", "web")).multi_label
    False
    """

    nodes: npt.NDArray[np.int64]
    y: npt.NDArray[np.int64] | npt.NDArray[np.bool_]
    classes: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", read_only(np.asarray(self.nodes, dtype=np.int64)))
        kind = np.bool_ if np.ndim(self.y) == 2 else np.int64
        object.__setattr__(self, "y", read_only(np.asarray(self.y, dtype=kind)))
        if self.nodes.ndim != 1 or len(self.nodes) != len(self.y):
            raise GraphError(f"labels: {len(self.nodes)} nodes but {len(self.y)} rows of classes")
        if len(self.nodes) and (np.diff(self.nodes) <= 0).any():
            raise GraphError("labels: nodes must be increasing, each once")
        if len(set(self.classes)) < len(self.classes):
            twice = next(name for at, name in enumerate(self.classes) if name in self.classes[:at])
            raise GraphError(
                f"labels: two classes are called {twice!r}, in {list(self.classes)}; "
                "give each a name of its own"
            )
        if self.multi_label and self.y.shape[1] != len(self.classes):
            raise GraphError(f"labels: {self.y.shape[1]} columns but {len(self.classes)} classes")
        if (
            not self.multi_label
            and len(self.y)
            and not 0 <= self.y.min() <= self.y.max() < len(self.classes)
        ):
            raise GraphError(
                f"labels: classes must be 0 to {len(self.classes) - 1}, "
                f"got {self.y.min()} to {self.y.max()}"
            )

    @property
    def multi_label(self) -> bool:
        """Whether a node may have several classes."""
        return self.y.ndim == 2

    def named(self, y: Any) -> str | list[str]:
        """The name of a node's class, or of all its classes, from its row of `y`.

        Examples
        --------
        >>> Labels(np.array([0]), np.array([[True, True]]), ("mail", "web")).named([True, True])
        ['mail', 'web']
        """
        if self.multi_label:
            return [name for name, has in zip(self.classes, y, strict=True) if has]
        return self.classes[int(y)]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Labels)
            and self.classes == other.classes
            and np.array_equal(self.nodes, other.nodes)
            and np.array_equal(self.y, other.y)
        )


@dataclass(frozen=True, eq=False)
class Split:
    """Rows of nodes of one type: to train on, to select models by, and to score once.

    Parameters
    ----------
    node_type : str
        The type whose nodes are divided.
    train, val, test : (k,) int64
        Rows, sorted when the split is made; no row in two parts. `val` is empty where the source
        publishes training and test nodes only; training then holds out a part of `train`.

    Examples
    --------
    >>> Split("paper", np.array([2, 0]), np.array([1]), np.array([3, 4])).train
    array([0, 2])
    """

    node_type: str
    train: npt.NDArray[np.int64]
    val: npt.NDArray[np.int64]
    test: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        for part in ("train", "val", "test"):
            rows = np.sort(np.asarray(getattr(self, part), dtype=np.int64))
            object.__setattr__(self, part, read_only(rows))
        rows = np.concatenate([self.train, self.val, self.test])
        if len(np.unique(rows)) < len(rows):
            values, counts = np.unique(rows, return_counts=True)
            raise GraphError(
                f"split: node {values[counts > 1][0]} of type {self.node_type} is in more than one "
                "part"
            )

    def __repr__(self) -> str:
        sizes = (f"{len(getattr(self, part)):,} {part}" for part in ("train", "val", "test"))
        return f"Split({self.node_type}: {', '.join(sizes)})"

    def _repr_html_(self) -> str:
        from motifcnn.graph.as_html import split_html

        return split_html(self)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Split)
            and self.node_type == other.node_type
            and all(
                np.array_equal(getattr(self, part), getattr(other, part))
                for part in ("train", "val", "test")
            )
        )


def read_only(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy that cannot be written to."""
    values = values.copy()
    values.flags.writeable = False
    return values
