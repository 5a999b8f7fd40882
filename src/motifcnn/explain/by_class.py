"""Means over the test nodes of each class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of

if TYPE_CHECKING:
    import pandas as pd


def mean_by_class(
    run: Run, graph: Graph, names: Sequence[str], values: pd.Series[float]
) -> pd.DataFrame:
    """Mean value of each name over the test nodes of each class.

    A node with several classes counts in each; a class without test nodes has NaN.

    Parameters
    ----------
    run : Run
    graph : Graph
        The training graph.
    names : sequence of str
    values : (n_target * names,) Series
        Node by node, in the order of `names`.

    Returns
    -------
    DataFrame
        One row per name, one column per class.
    """
    import pandas as pd

    every = values.to_numpy(dtype=np.float64).reshape(graph.counts[run.target], len(names))
    members = class_members(labels_of(graph.labels[run.target], run.split.test), len(run.classes))
    nodes = members.sum(axis=0)
    sums = every[run.split.test].T @ members
    mean = np.divide(sums, nodes, out=np.full(sums.shape, np.nan), where=nodes > 0)
    return pd.DataFrame(mean, index=pd.Index(names), columns=list(run.classes))


def class_members(y: npt.NDArray[Any], classes: int) -> npt.NDArray[np.bool_]:
    """Membership of nodes in classes, (n, c), from (n,) class numbers or (n, c) marks.

    Examples
    --------
    >>> class_members(np.array([1, 0]), 2).tolist()
    [[False, True], [True, False]]
    """
    return np.asarray(y, dtype=bool) if y.ndim == 2 else np.eye(classes, dtype=bool)[y]
