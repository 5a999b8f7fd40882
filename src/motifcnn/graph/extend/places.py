"""Places: where the nodes of one type of two graphs are in their union by id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.ids import as_integers, locate_ids, shown

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Places:
    """Rows of known and of given nodes in the union.

    Parameters
    ----------
    ids : (n,) array
        Of the union, increasing.
    known : (n_known,) int64
        Row in the union of each node known before.
    given : (n_given,) int64
        Row in the union of each node given now.
    order : (n,) int64
        The union's rows among the known nodes followed by the fresh ones.
    fresh : (k,) int64
        Rows, among the given nodes, of those that were not known.
    again : (m,) int64
        Rows, among the given nodes, of those that were.
    before : (m,) int64
        Their rows among the known nodes.
    """

    ids: npt.NDArray[Any]
    known: Rows
    given: Rows
    order: Rows
    fresh: Rows
    again: Rows
    before: Rows


def find_places(
    known: npt.NDArray[Any], given: npt.NDArray[Any], node_type: str = "node"
) -> Places:
    """Where nodes known before and nodes given now are in their union.

    Given ids count in the form of the known ones: where those are integers "8" is 8, where they
    are texts 8 is "8". A `GraphError` names the first one that has no such form.

    Examples
    --------
    >>> places = find_places(np.array([3, 8]), np.array(["5", "8"]))
    >>> places.ids.tolist(), places.fresh.tolist(), places.again.tolist()
    ([3, 5, 8], [0], [1])
    """
    given = _alike(known, given, node_type)
    at = locate_ids(known, given)
    fresh, again = np.flatnonzero(at < 0), np.flatnonzero(at >= 0)
    stacked = np.concatenate([known, given[fresh]]) if len(known) else given
    order = np.argsort(stacked, kind="stable")
    row = np.empty(len(stacked), np.int64)
    row[order] = np.arange(len(stacked))
    stack_place = at.copy()
    stack_place[fresh] = len(known) + np.arange(len(fresh))
    return Places(
        stacked[order], row[: len(known)], row[stack_place], order, fresh, again, at[again]
    )


def _alike(known: npt.NDArray[Any], given: npt.NDArray[Any], node_type: str) -> npt.NDArray[Any]:
    """The given ids as integers or as texts, as the known ones are."""
    if not len(known) or not len(given):
        return given[:0].astype(known.dtype) if len(known) else given
    if known.dtype.kind in "iu":
        numbers, whole = as_integers(given)
        if not whole.all():
            first = int(np.argmin(whole))
            raise GraphError(
                f"ids of type {node_type}, row {first}: {shown(given, first)} is not an integer, "
                f"as the ids known before are, such as {known[0]}; give the same ids"
            )
        return numbers
    texts = [str(value) for value in given.tolist()]
    return np.array(texts, dtype=object if "O" in (known.dtype.kind, given.dtype.kind) else None)
