"""Joint layers: what training and validation compute alike is computed once.

Validation after a step and the next step have the same weights. Layers under the first dropout give
both the same vectors, so those that validation computed go into the next step, with what their
gradient needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import torch

Vectors = dict[str, torch.Tensor]


class JointVectors:
    """Vectors of the joint layers under certain weights; a step takes them away, as its gradient uses them up.

    Examples
    --------
    >>> kept, weight = JointVectors(), torch.nn.Parameter(torch.ones(1))
    >>> found = kept.vectors([weight], lambda: {"paper": weight * 2}, training=False)
    >>> kept.vectors([weight], lambda: {}, training=True) is found
    True
    """

    def __init__(self) -> None:
        self._kept: tuple[tuple[tuple[int, int], ...], Vectors] | None = None

    def vectors(
        self, weights: Iterable[torch.Tensor], compute: Callable[[], Vectors], *, training: bool
    ) -> Vectors:
        """The vectors by node type, computed only if the weights have changed since they were kept."""
        state = tuple((id(weight), weight._version) for weight in weights)
        kept, self._kept = self._kept, None
        if kept is not None and kept[0] == state:
            found = kept[1]
        else:
            with torch.enable_grad():
                found = compute()
        if not training:
            self._kept = state, found
        return found


@dataclass(frozen=True, eq=False)
class Joint:
    """The part of one view in layers that another has as well.

    Parameters
    ----------
    layers : int
        How many, from the lowest.
    places : mapping of node type to (n,) int64 tensor or None
        Where the rows that this view sees are among those of both; None where they are all of them.
    kept : JointVectors
        The same for both views.
    """

    layers: int
    places: Mapping[str, torch.Tensor | None]
    kept: JointVectors

    def chosen(self, vectors: Vectors) -> Vectors:
        """The rows that this view sees."""
        found = {}
        for node_type, x in vectors.items():
            places = self.places[node_type]
            found[node_type] = x if places is None else x.index_select(0, places)
        return found
