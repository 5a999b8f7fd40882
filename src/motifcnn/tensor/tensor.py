"""MotifTensor: how often each node plays each role in the instances of each target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.lookup import role_named


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
        Entry (i, j) is the number of instances with target i in which j plays the role. The entries
        of a row come in any order.
    """

    label: str
    node_type: str
    members: int
    matrix: sparse.csr_array

    def rows(self, targets: npt.ArrayLike) -> sparse.csr_array:
        """The rows of some targets: (len(targets), n_node_type) int64 CSR.

        After an update they take less time than the whole matrix.
        """
        return sparse.csr_array(self.matrix[np.asarray(targets, dtype=np.int64)])


@dataclass(frozen=True, eq=False)
class MotifTensor:
    """The exact motif-adjacency tensor of one motif on one graph.

    Every row of every role obeys ``matrix[i].sum() == members * instances[i]``.

    Parameters
    ----------
    motif : Motif
        What was counted.
    instances : (n_target,) int64
        Instances per target: the normaliser D.
    roles : tuple of RoleMatrix
        One per role of the motif, in the order of `motif.roles`.
    graph : Graph, optional
        The graph that was counted in; `update` needs it. It is not stored with the tensor.
    induced : bool
        Whether only instances without further links between their nodes were counted.
    """

    motif: Motif
    instances: npt.NDArray[np.int64]
    roles: tuple[RoleMatrix, ...]
    graph: Graph | None = None
    induced: bool = False

    @property
    def total(self) -> int:
        """Instances of all targets."""
        return int(self.instances.sum())

    @property
    def nonzeros(self) -> int:
        """Stored entries of all roles."""
        return sum(int(role.matrix.nnz) for role in self.roles)

    def role(self, label: str) -> RoleMatrix:
        """The role with this label, or the one that the motif node of this name plays."""
        return role_named(self.motif, self.roles, label)

    def update(
        self, *, insert: Mapping[Any, Any] | None = None, delete: Mapping[Any, Any] | None = None
    ) -> MotifTensor:
        """The exact tensor after edges are inserted and deleted, from the instances around them.

        The result shares what did not change; its matrices are assembled on first use, and its
        `graph` is the changed graph. This tensor stays as it is.

        Parameters
        ----------
        insert, delete : mapping of relation to (n, 2) rows of source and target
            A relation is its name, or (source type, name, target type) if several share the name.
            Inserting an edge that exists and deleting one that does not change nothing; an edge
            that is both inserted and deleted is a `GraphError`, as is an unknown relation or row.

        Examples
        --------
        >>> from motifcnn.graph import Relation, Schema
        >>> from motifcnn.tensor.count import count
        >>> schema = Schema(("user",), (Relation("user", "friend", "user", directed=False),))
        >>> friends = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
        >>> graph = Graph(schema, {("user", "friend", "user"): friends}, {"user": 3})
        >>> triangle = count(graph, Motif.parse("(t:user)--(a:user)--(c:user)--(t)"))
        >>> triangle.instances, triangle.update(insert={"friend": [(1, 2)]}).instances
        (array([0, 0, 0]), array([1, 1, 1]))
        """
        from motifcnn.tensor.update.evolve import update_tensor  # loads compiled kernels

        return update_tensor(self, insert, delete)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MotifTensor)
            and self.motif == other.motif
            and self.induced == other.induced
            and np.array_equal(self.instances, other.instances)
            and len(self.roles) == len(other.roles)
            and all(_same_role(one, two) for one, two in zip(self.roles, other.roles, strict=True))
        )

    def _repr_html_(self) -> str:
        from motifcnn.tensor.as_html import tensor_html

        return tensor_html(self)

    def __repr__(self) -> str:
        roles = ", ".join(f"{r.label}:{r.node_type} {r.matrix.nnz:,} non-zeros" for r in self.roles)
        return f"MotifTensor({self.motif}; {self.total:,} instances; {roles})"


def _same_role(one: RoleMatrix, two: RoleMatrix) -> bool:
    if (one.label, one.node_type, one.members) != (two.label, two.node_type, two.members):
        return False
    if one.matrix.shape != two.matrix.shape or one.matrix.nnz != two.matrix.nnz:
        return False
    return bool((one.matrix != two.matrix).nnz == 0)
