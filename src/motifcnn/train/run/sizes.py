"""Sizes in the settings of a stored run: no more than its weights have room for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

SIZES = frozenset(
    {
        "conv",
        "dimension",
        "embed",
        "filters",
        "first",
        "heads",
        "hidden",
        "hops",
        "layers",
        "leaves",
        "output_heads",
        "propagate",
        "rounds",
        "size",
    }
)
"""Settings that decide how large a network is. Each is a length of one of its arrays, or how many
arrays there are; all others decide how it is trained and what its inputs are."""
FREE = 1024  # of a size that a network happens not to use


def sizes_problem(
    settings: Mapping[str, Any], weights: Mapping[str, npt.NDArray[Any]]
) -> str | None:
    """A size that is larger than the weights; None where there is none.

    Examples
    --------
    >>> weights = {"w": np.zeros((3, 2000))}
    >>> sizes_problem({"filters": (2000,), "epochs": 10**6}, weights) is None
    True
    >>> sizes_problem({"filters": (64, 2**40)}, weights)
    'its setting filters asks for 1,099,511,627,776, and no array of its weights is over 2,000 long'
    """
    longest = max([len(weights), *(length for w in weights.values() for length in np.shape(w))])
    for name in sorted(SIZES & settings.keys()):
        value = settings[name]
        sizes = value if isinstance(value, (tuple, list)) else (value,)
        asked = max((len(sizes), *(size for size in sizes if isinstance(size, int))))
        if asked > max(FREE, longest):
            return (
                f"its setting {name} asks for {asked:,}, and no array of its weights is over "
                f"{longest:,} long"
            )
    return None
