"""UpdatedTensor: a tensor and the entries that changed, added up on first use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.graph.changes import Changes, changed_graph
from motifcnn.graph.graph import Graph
from motifcnn.tensor.pattern.link_matrices import LinkCondition
from motifcnn.tensor.tensor import MotifTensor, RoleMatrix
from motifcnn.tensor.update.rows import LinkRows

Values = npt.NDArray[np.int64]
Pending = tuple[Values, Values]  # (n,) entries of a tensor, and what is added to each
WORTH_A_KERNEL = 200_000  # entries; scipy adds fewer before threads are awake


@dataclass(frozen=True, eq=False)
class Evolved:
    """A graph that changed: what it was, what changed since, and its link matrices."""

    base: Graph
    changes: Changes
    links: Mapping[LinkCondition, LinkRows]


class UpdatedRole(RoleMatrix):
    """A role whose matrix is assembled on first use.

    Parameters
    ----------
    before : RoleMatrix
    cells : (n,) int64
        row * columns + column of each entry that changed; an entry may be named several times.
    differences : (n,) int64
        What is added to it.
    """

    before: RoleMatrix
    cells: Values
    differences: Values

    def __init__(self, before: RoleMatrix, cells: Values, differences: Values) -> None:
        self.__dict__.update(label=before.label, node_type=before.node_type, members=before.members)
        self.__dict__.update(before=before, cells=cells, differences=differences)

    @cached_property
    def matrix(self) -> sparse.csr_array:
        """(n_target, n_node_type) int64 CSR, as in `RoleMatrix`."""
        return with_differences(self.before.matrix, self.cells, self.differences)

    @cached_property
    def _summed(self) -> tuple[Values, Values]:
        return summed(self.cells, self.differences)

    def rows(self, targets: npt.ArrayLike) -> sparse.csr_array:
        """The rows of some targets, without assembling the whole matrix."""
        wanted = np.asarray(targets, dtype=np.int64)
        if self.is_settled:
            return super().rows(wanted)
        before = self.before.rows(wanted)
        cells, differences = self._summed
        height, width = self.before.matrix.shape
        # Negative rows count from the end, as in numpy; rows out of range were refused above.
        wanted = np.where(wanted < 0, wanted + height, wanted)
        low, high = (
            np.searchsorted(cells, wanted * width),
            np.searchsorted(cells, (wanted + 1) * width),
        )
        named = np.repeat(np.arange(len(wanted)), high - low)
        places = np.arange(len(named)) + np.repeat(
            low - (np.cumsum(high - low) - (high - low)), high - low
        )
        change = sparse.csr_array(
            (differences[places], (named, cells[places] % width)), shape=before.shape
        )
        result = sparse.csr_array(before + change)
        result.eliminate_zeros()
        return result

    @property
    def is_settled(self) -> bool:
        """Whether the matrix is assembled already."""
        return "matrix" in self.__dict__


class UpdatedTensor(MotifTensor):
    """The result of `MotifTensor.update`: a tensor whose arrays are assembled on first use.

    Parameters
    ----------
    before : MotifTensor
        Its arrays are shared, never written to.
    pending : tuple of (entries, differences), each (n,) int64
        What changed, update after update: below n_target an entry of `instances`, then role after
        role row * columns + column.
    evolved : Evolved
        The graph of the result.
    """

    before: MotifTensor
    pending: tuple[Pending, ...]
    evolved: Evolved

    def __init__(self, before: MotifTensor, pending: tuple[Pending, ...], evolved: Evolved) -> None:
        # The fields of a frozen dataclass; those that take time to assemble are cached properties.
        self.__dict__.update(motif=before.motif, induced=before.induced)
        self.__dict__.update(before=before, pending=pending, evolved=evolved)

    @cached_property
    def instances(self) -> Values:
        """Instances per target, (n_target,) int64."""
        result = self.before.instances.copy()
        for entries, differences in self.pending:  # each names an entry once
            mine = entries < len(result)
            result[entries[mine]] += differences[mine]
        if len(past := np.flatnonzero(result < 0)):
            raise BudgetError(
                f"target {past[0]} has more instances after the update than int64 holds (9.2e18); "
                "use a smaller motif, or name relations so that fewer links match"
            )
        return result

    @cached_property
    def roles(self) -> tuple[RoleMatrix, ...]:
        """One per role of the motif; the matrix of each is assembled on first use."""
        before, _ = self.before, self.instances  # no entry is larger than its row's instances
        entries, differences = (np.concatenate([part[k] for part in self.pending]) for k in (0, 1))
        bounds = role_offsets(
            len(before.instances), [role.matrix.shape[1] for role in before.roles]
        )
        roles = []
        for role, low, high in zip(before.roles, bounds[:-1], bounds[1:], strict=True):
            mine = (entries >= low) & (entries < high)
            roles.append(UpdatedRole(role, entries[mine] - low, differences[mine]))
        return tuple(roles)

    @cached_property
    def graph(self) -> Graph:
        """The graph after the changes."""
        return changed_graph(self.evolved.base, self.evolved.changes)

    def settled(self) -> MotifTensor:
        """The same with arrays of its own, without what it was made from."""
        roles = tuple(
            RoleMatrix(role.label, role.node_type, role.members, role.matrix) for role in self.roles
        )
        return MotifTensor(self.motif, self.instances, roles, None, self.induced)

    @property
    def is_settled(self) -> bool:
        """Whether all matrices are assembled already."""
        roles = self.__dict__.get("roles", ())
        return len(roles) == len(self.motif.roles) and all(role.is_settled for role in roles)


def role_offsets(n_targets: int, widths: list[int]) -> list[int]:
    """Where each role begins in one numbering of all entries of a tensor, and where it ends.

    Examples
    --------
    >>> role_offsets(10, [3, 4])
    [10, 40, 80]
    """
    offsets = [n_targets]
    for width in widths:
        offsets.append(offsets[-1] + n_targets * width)
    return offsets


def with_differences(
    matrix: sparse.csr_array, cells: Values, differences: Values
) -> sparse.csr_array:
    """The matrix with something added to some entries; those that become zero are no longer stored.

    Examples
    --------
    >>> matrix = sparse.csr_array(np.array([[0, 2]]))
    >>> with_differences(matrix, np.array([1, 0, 1]), np.array([-1, 5, -1])).toarray()
    array([[5, 0]])
    """
    if not len(cells):
        return matrix
    if matrix.nnz >= WORTH_A_KERNEL:
        from motifcnn.tensor.update.compiled.fold import fold

        # Engines list the entries of a row in any order.
        return fold(
            matrix if matrix.has_sorted_indices else matrix.sorted_indices(),
            *summed(cells, differences),
        )
    places = tuple(part.astype(matrix.indices.dtype) for part in np.divmod(cells, matrix.shape[1]))
    result = sparse.csr_array(matrix + sparse.csr_array((differences, places), shape=matrix.shape))
    result.eliminate_zeros()
    return result


def summed(cells: Values, differences: Values) -> tuple[Values, Values]:
    """The cells sorted, each once, with the sum of what is added to it."""
    if not len(cells):
        return cells, differences
    order = np.argsort(cells, kind="stable")
    cells = cells[order]
    first = np.flatnonzero(np.append(True, cells[1:] != cells[:-1]))
    return cells[first], np.add.reduceat(differences[order], first)
