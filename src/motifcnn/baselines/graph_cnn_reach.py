"""What a Graph-CNN computes for some rows: the readings of each layer, over the whole graph or over what the rows can see.

Training normalises over all nodes, so every layer but the last computes all of them. Prediction
does not: it needs what the rows see, and of nodes that feed in the same only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.baselines.joined_slices import Joined, Reading
from motifcnn.baselines.slices import Slice

Nodes = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Reach:
    """Which nodes come in, by their place among the nodes of all types, and what each layer reads."""

    enter: Nodes
    layers: tuple[Joined, ...]


class Reaches:
    """The layers that a graph's slices give.

    Parameters
    ----------
    slices : sequence of Slice
    places : sequence of slice
        Where each type is among the nodes of all types.
    features : (n, width) csr_array
        What all nodes feed in.
    target : int
        The type that rows are of.
    count : int
        Layers that read neighbours.
    """

    def __init__(
        self,
        slices: Sequence[Slice],
        places: Sequence[slice],
        features: sparse.csr_array,
        target: int,
        count: int,
    ) -> None:
        self.places, self.features, self.target, self.count = tuple(places), features, target, count
        self.readings = [
            (self.places.index(p.rows), self.places.index(p.columns), p.matrix.csr) for p in slices
        ]
        self.everyone = [np.arange(place.stop - place.start) for place in self.places]
        self._whole: Joined | None = None

    def whole(self, rows: Nodes) -> Reach:
        """All nodes in every layer but the last, which computes the rows."""
        if self._whole is None:
            self._whole = self._layer(self.everyone, self.everyone)
        layers = [self._whole] * (self.count - 1) + [self._layer(self._only(rows), self.everyone)]
        return Reach(np.arange(self.features.shape[0]), tuple(layers))

    def seen(self, rows: Nodes) -> Reach:
        """The nodes that the rows can see, layer by layer; those that enter alike enter once."""
        wanted, layers = self._only(rows), list[Joined]()
        for number in range(self.count - 1, -1, -1):
            needed = self._needed(wanted)
            if number:
                layers.insert(0, self._layer(wanted, needed))
                wanted = needed
        chosen, places = zip(
            *(self._distinct(t, nodes) for t, nodes in enumerate(needed)), strict=True
        )
        layers.insert(0, self._layer(wanted, needed, places))
        starts = [place.start for place in self.places]
        return Reach(
            np.concatenate([start + nodes for start, nodes in zip(starts, chosen, strict=True)]),
            tuple(layers),
        )

    def _only(self, rows: Nodes) -> list[Nodes]:
        nothing = np.empty(0, np.int64)
        return [
            np.asarray(rows, np.int64) if t == self.target else nothing
            for t in range(len(self.places))
        ]

    def _needed(self, wanted: Sequence[Nodes]) -> list[Nodes]:
        """Of each type the nodes that those read, and themselves; increasing."""
        found = [np.zeros(len(nodes), bool) for nodes in self.everyone]
        for t, nodes in enumerate(wanted):
            found[t][nodes] = True
        for reader, read, matrix in self.readings:
            found[read][matrix[wanted[reader]].indices] = True
        return [np.flatnonzero(mask) for mask in found]

    def _layer(
        self, outs: Sequence[Nodes], ins: Sequence[Nodes], places: Sequence[Nodes] | None = None
    ) -> Joined:
        """Readings from `ins` to `outs`; `places` has the place of each of `ins` among what enters, its own unless given."""
        places = [np.arange(len(nodes)) for nodes in ins] if places is None else places
        at = [np.zeros(len(nodes), np.int64) for nodes in self.everyone]
        for t, nodes in enumerate(ins):
            at[t][nodes] = places[t]
        sizes = [int(place.max()) + 1 if len(place) else 0 for place in places]
        readings = []
        for t, nodes in enumerate(outs):
            itself = (np.ones(len(nodes), np.float32), at[t][nodes], np.arange(len(nodes) + 1))
            readings.append(
                Reading(t, t, 0, sparse.csr_array(itself, shape=(len(nodes), sizes[t])))
            )
        for number, (reader, read, matrix) in enumerate(self.readings):
            cut = matrix[outs[reader]]
            joint = sparse.csr_array(
                (cut.data, at[read][cut.indices], cut.indptr),
                shape=(len(outs[reader]), sizes[read]),
            )
            joint.sum_duplicates()
            readings.append(Reading(reader, read, number + 1, joint))
        return Joined(readings, [len(nodes) for nodes in outs], sizes)

    def _distinct(self, node_type: int, nodes: Nodes) -> tuple[Nodes, Nodes]:
        """One node for all that feed in the same single number, every other for itself; and the place of each among them."""
        x, first = self.features, self.places[node_type].start
        begin = x.indptr[first + nodes].astype(np.int64)
        length = x.indptr[first + nodes + 1] - begin
        single = length == 1
        keys = np.zeros((len(nodes), 3))
        keys[:, 0] = np.where(length > 1, 1 + np.arange(len(nodes)), 0)
        keys[single, 1] = 1 + x.indices[begin[single]]
        keys[single, 2] = x.data[begin[single]]
        _, chosen, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        return nodes[chosen], place.ravel().astype(np.int64)
