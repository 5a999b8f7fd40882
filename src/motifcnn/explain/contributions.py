"""Contributions: how much of a prediction comes through motifs and how much from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def mean_sources(sources: pd.DataFrame) -> dict[str, float]:
    """Mean weight of each source over the nodes of `Run.sources`; empty if the model gives none.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": [0, 0, 1, 1], "source": ["motifs", "own"] * 2})
    >>> mean_sources(frame.assign(weight=[0.5, 0.5, 1.0, 0.0]))
    {'motifs': 0.75, 'own': 0.25}
    """
    means = sources.groupby("source", sort=False)["weight"].mean()
    return {str(name): float(weight) for name, weight in means.items()}
