"""X of a classifier of nodes: ids, one per sample, and the rows of a graph that they mean."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.finite import first_not_finite
from motifcnn.graph.graph import Graph
from motifcnn.graph.ids import locate_ids


def rows_of(graph: Graph, target: str, x: Any) -> npt.NDArray[np.int64]:
    """Rows of the nodes with these ids.

    Parameters
    ----------
    graph : Graph
    target : str
        Node type of the ids.
    x : (n,) or (n, 1) array, Series, DataFrame or list of ids
        Whole numbers of any dtype find integer ids.

    Raises
    ------
    GraphError
        A `ValueError`, if X has another shape or holds what is no id.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> rows_of(graph, "package", [[0.0], [3.0]]).tolist()
    [0, 3]
    """
    if sparse.issparse(x):
        raise GraphError(
            "X is a sparse matrix; expected ids of nodes, an array of shape (n,) or (n, 1)"
        )
    values = np.asarray(x)
    _require_finite(values, target)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim == 2 and not values.shape[1]:
        raise GraphError(
            f"X has 0 feature(s) (shape={values.shape}) while a minimum of 1 is required: the ids"
        )
    if values.ndim != 1:
        raise GraphError(
            f"X has the shape {values.shape}; expected ids of nodes of type {target}, an array of "
            "shape (n,) or (n, 1). Reshape your data: the features of nodes are in the graph"
        )
    if not len(values):
        raise GraphError("X has 0 sample(s) (shape=(0,)) while a minimum of 1 is required")
    rows = locate_ids(graph.ids[target], _whole(values, target))
    if len(unknown := np.flatnonzero(rows < 0)):
        some = ", ".join(repr(value) for value in graph.ids[target][:3].tolist())
        first = values[unknown[0]]
        raise GraphError(
            f"X, sample {unknown[0]}: {first!s} is not the id of a node of type {target}"
            f"{_others(len(unknown) - 1)}; ids are such as {some}"
        )
    return rows


def _require_finite(values: npt.NDArray[Any], target: str) -> None:
    if values.dtype.kind == "f" and (place := first_not_finite(values)) is not None:
        width = values.shape[1] if values.ndim == 2 else 1
        raise GraphError(
            f"X, sample {place // width}: {values.flat[place]} (NaN or inf, infinity) is no id; "
            f"expected ids of nodes of type {target}"
        )


def _whole(values: npt.NDArray[Any], target: str) -> npt.NDArray[Any]:
    """Floating-point ids as integers, where they are whole numbers; texts as texts."""
    if values.dtype.kind == "O":
        # A column of a table may hold numbers as objects.
        return np.array([str(value) for value in values.tolist()], dtype=object)
    if values.dtype.kind == "c":
        raise GraphError(f"X: Complex data not supported; expected ids of nodes of type {target}")
    if values.dtype.kind != "f":
        return values
    if len(odd := np.flatnonzero(values != np.round(values))):
        raise GraphError(
            f"X, sample {odd[0]}: {values[odd[0]]} is not a whole number, so it is no id; expected "
            f"ids of nodes of type {target}: the features of nodes are in the graph"
        )
    return values.astype(np.int64)


def _others(count: int) -> str:
    return f", nor are {count:,} others" if count else ""
