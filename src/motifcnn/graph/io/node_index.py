"""From the ids of a file to the rows of a graph: type and row of each id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class NodeIndex:
    """All nodes by increasing id.

    Parameters
    ----------
    ids : (n,) increasing
    types : (n,) int
        Code of each node's type: a position in the schema's node types.
    rows : (n,) int64
        Row of each node among those of its type, in increasing id order.
    order : (n,) int64
        Position of each node in the file.

    Examples
    --------
    >>> index = index_nodes(np.array([5, 2, 9]), np.array([0, 1, 0]))
    >>> index.rows.tolist(), index.locate(np.array([9, 4])).tolist()
    ([0, 0, 1], [2, -1])
    """

    ids: npt.NDArray[Any]
    types: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]

    def locate(self, values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Position of each id here, -1 where there is no such id."""
        n = len(self.ids)
        if self.ids.dtype.kind in "iu" and self.ids[0] == 0 and self.ids[-1] == n - 1:
            return np.where((values >= 0) & (values < n), values, -1).astype(np.int64, copy=False)
        at = np.searchsorted(self.ids, values)
        return np.where(self.ids[np.minimum(at, n - 1)] == values, at, -1)

    def of_type(self, code: int) -> npt.NDArray[np.int64]:
        """Positions of a type's nodes, by increasing id: the rows of that type's matrices."""
        return np.flatnonzero(self.types == code)


def index_nodes(ids: npt.NDArray[Any], types: npt.NDArray[Any]) -> NodeIndex:
    """The index of nodes given in file order; ids must be distinct (see `ids.first_repeat`)."""
    in_order = len(ids) < 2 or bool((ids[1:] > ids[:-1]).all())
    order = np.arange(len(ids)) if in_order else np.argsort(ids, kind="stable")
    codes = types[order].astype(np.int64, copy=False)
    rows = np.empty(len(ids), np.int64)
    for code in range(int(codes.max(initial=-1)) + 1):
        members = np.flatnonzero(codes == code)
        rows[members] = np.arange(len(members))
    return NodeIndex(ids[order], codes, rows, order)
