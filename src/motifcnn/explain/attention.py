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


def last_layer(attention: pd.DataFrame) -> pd.DataFrame:
    """The rows of the last layer that weighs motifs; a layer may average them instead.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": 0, "motif": ["a", "b"] * 2, "layer": [1, 1, 2, 2]})
    >>> last_layer(frame.assign(weight=[0.2, 0.8, 0.5, 0.5]))["weight"].tolist()
    [0.2, 0.8]
    """
    layers = sorted(attention["layer"].unique(), reverse=True)
    each: list[pd.DataFrame] = [attention[attention["layer"] == number] for number in layers]
    if len(each) == 1:
        return each[0]
    return next((rows for rows in each if _weighs(rows)), each[0])


def _weighs(layer: pd.DataFrame) -> bool:
    """Whether two motifs that count for a node have different weights there."""
    weights = layer[layer["weight"] > 0].groupby("node")["weight"]
    return bool((weights.max() - weights.min()).max() > _EQUAL)


def attention_by_class(run: Run, graph: Graph, attention: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of each motif over the test nodes of each class, in the layer of `last_layer`.

    Returns
    -------
    DataFrame
        One row per motif, one column per class.
    """
    motifs = [str(motif) for motif in run.motifs if motif.target_type == run.target]
    return mean_by_class(run, graph, motifs, last_layer(attention)["weight"])
