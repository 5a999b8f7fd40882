"""Ranking of motifs and other sources by how much they count for a run."""

from __future__ import annotations

from motifcnn.explain.attention import last_layer
from motifcnn.explain.importance import Importance


def mean_importance(found: Importance) -> dict[str, float]:
    """Mean attention (`last_layer`), or mean share of the contributions, largest first.

    Empty for a method that has neither.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"node": [0, 0, 1, 1], "motif": ["a", "b"] * 2, "layer": 1})
    >>> mean_importance(Importance(attention=frame.assign(weight=[0.25, 0.75, 0.25, 0.75])))
    {'b': 0.75, 'a': 0.25}
    """
    if found.attention is not None:
        means = last_layer(found.attention).groupby("motif", sort=False)["weight"].mean()
    elif found.contributions is not None:
        means = found.contributions.groupby("source", sort=False)["share"].mean()
    else:
        return {}
    ranked = means.sort_values(ascending=False, kind="stable")
    return {str(name): float(mean) for name, mean in ranked.items()}
