"""MotifOperator: what the network applies to features, D^-1 A_k for each role k."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.count import count
from motifcnn.tensor.tensor import MotifTensor

Normaliser = Literal["instances", "role"]


@dataclass(frozen=True, eq=False)
class RoleOperator:
    """Mean over instances of what the nodes in one role hold.

    Parameters
    ----------
    label, node_type : str
        As in `RoleMatrix`.
    matrix : (n_target, n_node_type) float32 CSR
        Rows of targets without instances are empty.
    """

    label: str
    node_type: str
    matrix: sparse.csr_array


@dataclass(frozen=True, eq=False)
class MotifOperator:
    """The normalised tensor of one motif on one graph.

    Parameters
    ----------
    motif : Motif
    roles : tuple of RoleOperator
        In the order of `motif.roles`.
    """

    motif: Motif
    roles: tuple[RoleOperator, ...]

    def apply(self, x: Mapping[str, npt.NDArray[np.float32]]) -> tuple[npt.NDArray[np.float32], ...]:
        """D^-1 A_k x for each role k: (n_target, d) from `x` of the role's type, (n_type, d)."""
        return tuple(np.asarray(role.matrix @ x[role.node_type]) for role in self.roles)


def operator(graph: Graph, motif: Motif, normaliser: Normaliser = "instances") -> MotifOperator:
    """The operator of a motif on a graph, from its exact tensor.

    Parameters
    ----------
    graph : Graph
    motif : Motif
    normaliser : {"instances", "role"}
        Divide row i by the number of instances D[i] (the papers), or each role by its own row sum (the released code).
        0/0 is 0.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.array([[1, 1, 0]])}, {"author": 3, "paper": 1})
    >>> edge = Motif.parse("(t:paper)--(c:author)")
    >>> operator(graph, edge).apply({"author": np.array([[2.0], [4.0], [9.0]], dtype=np.float32)})
    (array([[3.]], dtype=float32),)
    """
    return normalised(count(graph, motif), normaliser)


def normalised(tensor: MotifTensor, normaliser: Normaliser = "instances") -> MotifOperator:
    """The operator of a tensor that is at hand."""
    if normaliser not in ("instances", "role"):
        raise ValueError(f'normaliser must be "instances" or "role", got {normaliser!r}')
    roles = []
    for role in tensor.roles:
        sums = tensor.instances * (role.members if normaliser == "role" else 1)
        inverse = np.divide(1.0, sums, out=np.zeros(len(sums)), where=sums > 0)
        matrix = role.matrix
        values = (matrix.data * np.repeat(inverse, np.diff(matrix.indptr))).astype(np.float32)
        scaled = sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)
        # Engines may list the entries of a row in any order; sums must not depend on which engine counted.
        scaled = scaled if scaled.has_sorted_indices else scaled.sorted_indices()
        roles.append(RoleOperator(role.label, role.node_type, scaled))
    return MotifOperator(tensor.motif, tuple(roles))
