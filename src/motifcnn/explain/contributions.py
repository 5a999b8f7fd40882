"""Contributions: how much of a prediction comes through motifs and how much from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motifcnn.explain.by_class import mean_by_class
from motifcnn.graph.graph import Graph
from motifcnn.nn.wide_motif import SOURCES
from motifcnn.train.run.run import Run

if TYPE_CHECKING:
    import pandas as pd


def mean_contributions(contributions: pd.DataFrame) -> pd.DataFrame:
    """Mean over nodes of each source: columns source, contribution, share, largest share first.

    Parameters
    ----------
    contributions : DataFrame
        What `Run.contributions` returned.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": [0, 0, 1, 1], "source": ["a", "own inputs"] * 2})
    >>> frame = frame.assign(contribution=[1.0, -3.0, 1.0, 1.0], share=[0.25, 0.75, 0.5, 0.5])
    >>> mean_contributions(frame)["contribution"].tolist()
    [-1.0, 1.0]
    """
    columns = ["contribution", "share"]
    mean: Any = contributions.groupby("source", sort=False, as_index=False)[columns].mean()
    ranked: pd.DataFrame = mean.sort_values(
        "share", ascending=False, kind="stable", ignore_index=True
    )
    return ranked


def grouped_shares(contributions: pd.DataFrame) -> dict[str, float]:
    """Mean shares of all motifs together, of own inputs and of propagated features.

    Parameters
    ----------
    contributions : DataFrame
        What `Run.contributions` returned, or the rows of one node.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": 0, "source": ["a", "b", "own inputs"]})
    >>> grouped_shares(frame.assign(share=[0.25, 0.25, 0.5]))
    {'motifs': 0.5, 'own inputs': 0.5}
    """
    motifs, *others = SOURCES
    group = contributions["source"].where(contributions["source"].isin(others), motifs)
    sums = contributions.groupby(["node", group], sort=False)["share"].sum()
    means = sums.groupby("source", sort=False).mean()
    return {name: float(means[name]) for name in SOURCES if name in means.index}


def shares_by_class(run: Run, graph: Graph, contributions: pd.DataFrame) -> pd.DataFrame:
    """Mean share of each source over the test nodes of each class.

    Returns
    -------
    DataFrame
        One row per source, one column per class.
    """
    sources = contributions["source"].drop_duplicates().tolist()
    return mean_by_class(run, graph, sources, contributions["share"])
