"""MotifTensor: how often each node plays each role in the instances of each target."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.motif.motif import Motif


@dataclass(frozen=True, eq=False)
class RoleMatrix:
    """One slice A_k of a motif tensor.

    Parameters
    ----------
    label : str
        Names of the motif nodes that play this role, joined by "+".
    node_type : str
        Type of the nodes that play it: the columns.
    members : int
        How many nodes of an instance play it.
    matrix : (n_target, n_node_type) int64 CSR without stored zeros
        Entry (i, j) is the number of instances with target i in which j plays the role. The order within a row is not fixed.
    """

    label: str
    node_type: str
    members: int
    matrix: sparse.csr_array


@dataclass(frozen=True, eq=False)
class MotifTensor:
    """The exact motif-adjacency tensor of one motif on one graph.

    Every row of every role obeys ``matrix[i].sum() == members * instances[i]``.

    Parameters
    ----------
    motif : Motif
    instances : (n_target,) int64
        Instances per target: the normaliser D.
    roles : tuple of RoleMatrix
        One per role of the motif, in the order of `motif.roles`.
    """

    motif: Motif
    instances: npt.NDArray[np.int64]
    roles: tuple[RoleMatrix, ...]

    @property
    def total(self) -> int:
        """Instances of all targets."""
        return int(self.instances.sum())

    @property
    def nonzeros(self) -> int:
        """Stored entries of all roles."""
        return sum(int(role.matrix.nnz) for role in self.roles)

    def role(self, label: str) -> RoleMatrix:
        """The role that the motif node `label` plays; `label` is a node's name or a role's label."""
        for role in self.roles:
            if label == role.label or label in role.label.split("+"):
                return role
        raise KeyError(f"no role {label!r}; roles: {', '.join(role.label for role in self.roles)}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MotifTensor)
            and self.motif == other.motif
            and np.array_equal(self.instances, other.instances)
            and len(self.roles) == len(other.roles)
            and all(_same_role(one, two) for one, two in zip(self.roles, other.roles, strict=True))
        )

    def __repr__(self) -> str:
        roles = ", ".join(f"{r.label}:{r.node_type} {r.matrix.nnz:,} non-zeros" for r in self.roles)
        return f"MotifTensor({self.motif}; {self.total:,} instances; {roles})"


def _same_role(one: RoleMatrix, two: RoleMatrix) -> bool:
    if (one.label, one.node_type, one.members) != (two.label, two.node_type, two.members):
        return False
    if one.matrix.shape != two.matrix.shape or one.matrix.nnz != two.matrix.nnz:
        return False
    return bool((one.matrix != two.matrix).nnz == 0)
