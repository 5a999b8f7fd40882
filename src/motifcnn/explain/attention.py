"""Mean attention: the weight of each motif over all nodes, and class by class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.train.run import Run
from motifcnn.train.split import labels_of

if TYPE_CHECKING:
    import pandas as pd


def mean_attention(attention: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of each motif in each layer: columns layer, motif, weight, heaviest first.

    Parameters
    ----------
    attention : DataFrame
        What `Run.attention` returned.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": [0, 0, 1, 1], "motif": ["a", "b"] * 2, "layer": 1})
    >>> mean_attention(frame.assign(weight=[0.2, 0.8, 0.4, 0.6]))["weight"].round(2).tolist()
    [0.7, 0.3]
    """
    mean: Any = attention.groupby(["layer", "motif"], sort=False, as_index=False)["weight"].mean()
    ranked: pd.DataFrame = mean.sort_values(
        ["layer", "weight"], ascending=[True, False], kind="stable", ignore_index=True
    )
    return ranked


def attention_by_class(run: Run, graph: Graph, attention: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of each motif in the last layer over the test nodes of each class.

    A node with several classes counts in each; a class without test nodes has NaN.

    Parameters
    ----------
    run : Run
    graph : Graph
        The training graph.
    attention : DataFrame
        What `run.attention(graph)` returned.

    Returns
    -------
    DataFrame
        One row per motif, one column per class.
    """
    import pandas as pd

    last = attention[attention["layer"] == attention["layer"].max()]
    motifs = [str(motif) for motif in run.motifs if motif.target_type == run.target]
    every = last["weight"].to_numpy(dtype=np.float64)
    weights = every.reshape(graph.counts[run.target], len(motifs))[run.split.test]
    members = class_members(labels_of(graph.labels[run.target], run.split.test), len(run.classes))
    nodes = members.sum(axis=0)
    sums = weights.T @ members
    mean = np.divide(sums, nodes, out=np.full(sums.shape, np.nan), where=nodes > 0)
    return pd.DataFrame(mean, index=pd.Index(motifs, name="motif"), columns=list(run.classes))


def class_members(y: npt.NDArray[Any], classes: int) -> npt.NDArray[np.bool_]:
    """Membership of nodes in classes, (n, c), from (n,) class numbers or (n, c) marks.

    Examples
    --------
    >>> class_members(np.array([1, 0]), 2).tolist()
    [[False, True], [True, False]]
    """
    return np.asarray(y, dtype=bool) if y.ndim == 2 else np.eye(classes, dtype=bool)[y]
