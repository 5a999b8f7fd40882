"""Mean attention: the weight of each motif over all nodes, and class by class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motifcnn.explain.by_class import mean_by_class
from motifcnn.graph.graph import Graph
from motifcnn.train.run.run import Run

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


def last_layer(attention: pd.DataFrame) -> pd.DataFrame:
    """The rows of the last layer."""
    last: pd.DataFrame = attention[attention["layer"] == attention["layer"].max()]
    return last


def attention_by_class(run: Run, graph: Graph, attention: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of each motif in the last layer over the test nodes of each class.

    Returns
    -------
    DataFrame
        One row per motif, one column per class.
    """
    motifs = [str(motif) for motif in run.motifs if motif.target_type == run.target]
    return mean_by_class(run, graph, motifs, last_layer(attention)["weight"])
