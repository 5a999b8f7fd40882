"""Mean attention: which motifs a run listens to, over all nodes and class by class."""

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
    """Mean weight of each motif in each layer over the nodes of `Run.attention`: columns layer, motif, weight, heaviest first.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": [0, 0, 1, 1], "motif": ["a", "b"] * 2, "layer": 1, "weight": [0.2, 0.8, 0.4, 0.6]})
    >>> mean_attention(frame)["weight"].round(2).tolist()
    [0.7, 0.3]
    """
    mean: Any = attention.groupby(["layer", "motif"], sort=False, as_index=False)["weight"].mean()
    ranked: pd.DataFrame = mean.sort_values(
        ["layer", "weight"], ascending=[True, False], kind="stable", ignore_index=True
    )
    return ranked


def mean_sources(sources: pd.DataFrame) -> dict[str, float]:
    """Mean weight of each source over the nodes of `Run.sources`; empty where a model cannot tell.

    Examples
    --------
    >>> import pandas as pd
    >>> mean_sources(pd.DataFrame({"node": [0, 0, 1, 1], "source": ["motifs", "own"] * 2, "weight": [0.5, 0.5, 1.0, 0.0]}))
    {'motifs': 0.75, 'own': 0.25}
    """
    return {
        str(name): float(weight)
        for name, weight in sources.groupby("source", sort=False)["weight"].mean().items()
    }


def attention_by_class(run: Run, graph: Graph, attention: pd.DataFrame) -> pd.DataFrame:
    """Mean weight of each motif in the last layer over the test nodes of each class: one row per motif, one column per class.

    A node with several classes counts in each; a class without test nodes has NaN.

    Parameters
    ----------
    attention : DataFrame
        What `run.attention(graph)` returned.
    """
    import pandas as pd

    last = attention[attention["layer"] == attention["layer"].max()]
    motifs = [str(motif) for motif in run.motifs if motif.target_type == run.target]
    weights = (
        last["weight"]
        .to_numpy(dtype=np.float64)
        .reshape(graph.counts[run.target], len(motifs))[run.split.test]
    )
    members = class_members(labels_of(graph.labels[run.target], run.split.test), len(run.classes))
    nodes = members.sum(axis=0)
    sums = weights.T @ members
    mean = np.divide(sums, nodes, out=np.full(sums.shape, np.nan), where=nodes > 0)
    return pd.DataFrame(mean, index=pd.Index(motifs, name="motif"), columns=list(run.classes))


def class_members(y: npt.NDArray[Any], classes: int) -> npt.NDArray[np.bool_]:
    """Which node has which class, (n, c), from (n,) classes or (n, c) marks.

    Examples
    --------
    >>> class_members(np.array([1, 0]), 2).tolist()
    [[False, True], [True, False]]
    """
    return np.asarray(y, dtype=bool) if y.ndim == 2 else np.eye(classes, dtype=bool)[y]
