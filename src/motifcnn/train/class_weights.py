"""Class weights: how much each class counts in the loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from motifcnn.graph.schema import suggestion
from motifcnn.nn.settings import ConfigError

ClassWeights: TypeAlias = str | Mapping[str, float] | None


def class_weights(
    given: ClassWeights, y: npt.NDArray[Any], classes: tuple[str, ...]
) -> npt.NDArray[np.float32] | None:
    """The weight of each class, (c,); None where all count the same.

    "balanced" gives every class of a multi-class task the same total weight, and weighs the nodes
    with a class of a multi-label task by the nodes without it.

    Examples
    --------
    >>> class_weights("balanced", np.array([0, 0, 0, 1]), ("a", "b"))
    array([0.6666667, 2.       ], dtype=float32)
    """
    if given is None:
        return None
    if given == "balanced":
        counts = y.sum(axis=0) if y.ndim == 2 else np.bincount(y, minlength=len(classes))
        present = np.maximum(counts, 1)
        if y.ndim == 2:
            # A class that every node has counts as if one lacked it: a weight of 0 teaches nothing.
            return np.asarray(np.maximum(len(y) - counts, 1) / present, dtype=np.float32)
        return np.asarray(len(y) / (len(classes) * present), dtype=np.float32)
    if not isinstance(given, Mapping):
        raise ConfigError(
            'class_weights must be "balanced", a mapping of class to weight, or None; got '
            f"{given!r}"
        )
    for name in given:
        if name not in classes:
            raise ConfigError(f"class_weights: unknown class {name!r}{suggestion(name, classes)}")
    weights = np.array([given.get(name, 1.0) for name in classes], dtype=np.float32)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
        raise ConfigError(
            f"class_weights must be finite, at least 0 and not all 0; got {dict(given)}"
        )
    return weights
