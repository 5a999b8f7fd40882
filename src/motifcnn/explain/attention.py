"""Mean attention: the weight of each motif over all nodes, and class by class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motifcnn.explain.by_class import mean_by_class
from motifcnn.graph.graph import Graph
from motifcnn.train.run.run import Run

if TYPE_CHECKING:
    import pandas as pd

_EQUAL = 1e-6
"""Weights that differ by less are equal up to rounding."""


def mean_attention(attention: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of each motif in each layer that weighs them, heaviest first.

    The columns are layer, motif and weight.

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
    mean: Any = (
        weighing_layers(attention)
        .groupby(["layer", "motif"], sort=False, as_index=False)["weight"]
        .mean()
    )
    ranked: pd.DataFrame = mean.sort_values(
        ["layer", "weight"], ascending=[True, False], kind="stable", ignore_index=True
    )
    return ranked


def weighing_layers(attention: pd.DataFrame) -> pd.DataFrame:
    """The rows of the layers that weigh motifs; a layer may average them instead.

    All rows where no layer weighs them.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": 0, "motif": ["a", "b"] * 2, "layer": [1, 1, 2, 2]})
    >>> weighing_layers(frame.assign(weight=[0.2, 0.8, 0.5, 0.5]))["weight"].tolist()
    [0.2, 0.8]
    """
    if attention["layer"].nunique() < 2:
        return attention
    counted = attention[attention["weight"] > 0].groupby(["layer", "node"])["weight"]
    spread = (counted.max() - counted.min()).groupby("layer").max()
    if not (spread > _EQUAL).any():
        return attention
    rows: pd.DataFrame = attention[attention["layer"].isin(spread.index[spread > _EQUAL])]
    return rows


def last_layer(attention: pd.DataFrame) -> pd.DataFrame:
    """The rows of the last layer that weighs motifs."""
    weighed = weighing_layers(attention)
    last: pd.DataFrame = weighed[weighed["layer"] == weighed["layer"].max()]
    return last


def attention_by_class(run: Run, graph: Graph, attention: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of each motif over the test nodes of each class, in the layer of `last_layer`.

    Returns
    -------
    DataFrame
        One row per motif, one column per class.
    """
    motifs = [str(motif) for motif in run.motifs if motif.target_type == run.target]
    return mean_by_class(run, graph, motifs, last_layer(attention)["weight"])
