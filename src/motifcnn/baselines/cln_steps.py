"""Steps of a column network: which nodes each layer has to compute for the rows that are asked for, and whom they read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.baselines.slices import Slice
from motifcnn.nn.spmm import SparseMatrix

Nodes = npt.NDArray[np.int64]
# A layer that needs this share of all that can be seen computes all of it: a cut of its own would
# cost more than it spares.
_ALMOST_ALL = 0.8


@dataclass(frozen=True, eq=False)
class Reading:
    """Nodes of a type read the means over neighbours along one slice.

    Parameters
    ----------
    number : int
        Of the slice, and so of its weights.
    source : int
        Which type is read.
    matrix : (n, m) SparseMatrix
        From nodes of `source` that came into the layer to nodes that it computes.
    """

    number: int
    source: int
    matrix: SparseMatrix


@dataclass(frozen=True, eq=False)
class Part:
    """What a layer computes of one type.

    Parameters
    ----------
    stays : (n,) int64, or None
        Place of each computed node among those of its type that came in; None where they are the
        same.
    many, few : tuple of Reading
        Slices from about as many nodes, multiplied by their weights after the mean; and from much
        fewer, multiplied before it.
    """

    count: int
    stays: Nodes | None
    many: tuple[Reading, ...]
    few: tuple[Reading, ...]


Step = tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class Steps:
    """All layers, first to last.

    Parameters
    ----------
    enter : (n,) int64
        Nodes that come into the first layer, in the order of types.
    sizes : tuple of int
        How many of each type.
    layers : tuple of Step
        One `Part` per type each.
    leave : (rows,) int64
        Place of each row that is asked for among the nodes of its type that the last layer
        computes.
    """

    enter: Nodes
    sizes: tuple[int, ...]
    layers: tuple[Step, ...]
    leave: Nodes


def steps(
    parts: tuple[Slice, ...], types: tuple[slice, ...], target: int, rows: Nodes, layers: int
) -> Steps:
    """What `layers` layers compute so that the last one has `rows` of the target type.

    Parameters
    ----------
    types : tuple of slice
        Where each type is among the nodes of all types.
    target : int
        Which of them is asked for.

    Examples
    --------
    >>> line = sparse.csr_array(np.eye(5, k=1, dtype=np.float32))  # node i reads node i + 1
    >>> everyone = slice(0, 5)
    >>> found = steps((Slice(everyone, everyone, SparseMatrix(line)),), (everyone,), 0, np.array([1]), 2)
    >>> found.enter, [step[0].count for step in found.layers]
    (array([1, 2, 3]), [2, 1])
    """
    wanted = [np.zeros(place.stop - place.start, bool) for place in types]
    wanted[target][rows] = True
    where = [(types.index(part.rows), types.index(part.columns)) for part in parts]
    seen = [wanted]
    for _ in range(layers):
        seen.insert(0, _with_neighbours(parts, where, seen[0]))
    whole = sum(int(each.sum()) for each in seen[0])
    for at in range(1, layers + 1):
        # Nodes at the rim then lack some of whom they read. They are computed in vain: no later
        # layer needs them.
        if sum(int(each.sum()) for each in seen[at]) >= _ALMOST_ALL * whole:
            seen[at] = seen[0]
    done: list[Step] = []
    for at, (before, after) in enumerate(pairwise(seen)):
        again = at > 0 and seen[at - 1] is before and before is after
        done.append(done[-1] if again else _step(parts, where, before, after))
    enter = np.concatenate(
        [np.flatnonzero(each) + place.start for each, place in zip(seen[0], types, strict=True)]
    )
    sizes = tuple(int(each.sum()) for each in seen[0])
    return Steps(enter, sizes, tuple(done), np.searchsorted(np.flatnonzero(seen[-1][target]), rows))


def _with_neighbours(
    parts: tuple[Slice, ...], where: list[tuple[int, int]], wanted: list[npt.NDArray[np.bool_]]
) -> list[npt.NDArray[np.bool_]]:
    found = [each.copy() for each in wanted]
    for part, (reads, read) in zip(parts, where, strict=True):
        links = part.matrix.csr
        found[read][links.indices[np.repeat(wanted[reads], np.diff(links.indptr))]] = True
    return found


def _step(
    parts: tuple[Slice, ...],
    where: list[tuple[int, int]],
    before: list[npt.NDArray[np.bool_]],
    after: list[npt.NDArray[np.bool_]],
) -> Step:
    result = []
    for kind, (came, goes) in enumerate(zip(before, after, strict=True)):
        computed = np.flatnonzero(goes)
        many: list[Reading] = []
        few: list[Reading] = []
        for number, (part, (reads, read)) in enumerate(zip(parts, where, strict=True)):
            if reads != kind:
                continue
            matrix = SparseMatrix(_cut(part.matrix.csr, computed, before[read]))
            if matrix.nnz:
                (few if 4 * matrix.shape[1] < len(computed) else many).append(
                    Reading(number, read, matrix)
                )
        stays = (
            None if came.sum() == len(computed) else np.searchsorted(np.flatnonzero(came), computed)
        )
        result.append(Part(len(computed), stays, tuple(many), tuple(few)))
    return tuple(result)


def _cut(matrix: sparse.csr_array, rows: Nodes, columns: npt.NDArray[np.bool_]) -> sparse.csr_array:
    if len(rows) == matrix.shape[0] and columns.all():
        return matrix
    return sparse.csr_array(sparse.csr_array(matrix[rows])[:, np.flatnonzero(columns)])
