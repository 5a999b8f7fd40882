"""MotifOperator: what the network applies to features, D^-1 A_k for each role k."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.count import count
from motifcnn.tensor.lookup import role_named
from motifcnn.tensor.operator.factored.role import FactoredRole, with_rows
from motifcnn.tensor.operator.policy import (
    APPLICATIONS,
    Normaliser,
    OperatorEngine,
    make_roles,
    operator_key,
    plan_operator,
    require_factored_fit,
)
from motifcnn.tensor.plan import require_fit
from motifcnn.tensor.tensor import MotifTensor


@dataclass(frozen=True, eq=False)
class RoleOperator:
    """Mean over instances of the values of the nodes in one role: D^-1 A_k as a matrix.

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

    @property
    def shape(self) -> tuple[int, int]:
        """(n_target, n_node_type)."""
        return (self.matrix.shape[0], self.matrix.shape[1])

    def matmul(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """D^-1 A_k x: (n_target, d)."""
        return np.asarray(self.matrix @ with_rows(x, self.shape[1], self.label))

    def rmatmul(self, g: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The transpose, for gradients: (n_node_type, d)."""
        return np.asarray(self.matrix.T @ with_rows(g, self.shape[0], self.label))

    def rows(self, rows: npt.NDArray[np.integer]) -> sparse.csr_array:
        """Some rows: (len(rows), n_node_type) float32 CSR."""
        return sparse.csr_array(self.matrix[rows])


@dataclass(frozen=True, eq=False)
class MotifOperator:
    """The normalised tensor of one motif on one graph, or a factored form that multiplies alike.

    Parameters
    ----------
    motif : Motif
    roles : tuple of RoleOperator or FactoredRole
        In the order of `motif.roles`. Both kinds have `label`, `node_type`, `shape`, `matmul`,
        `rmatmul` and `rows`; the `matrix` of a factored role is written out on first use.
    """

    motif: Motif
    roles: tuple[RoleOperator | FactoredRole, ...]

    @property
    def factored(self) -> bool:
        """Whether it multiplies along the motif, without a tensor."""
        return all(isinstance(role, FactoredRole) for role in self.roles)

    def role(self, label: str) -> RoleOperator | FactoredRole:
        """The role with this label, or the one that the motif node of this name plays."""
        return role_named(self.motif, self.roles, label)

    def apply(
        self, x: Mapping[str, npt.NDArray[np.float32]]
    ) -> tuple[npt.NDArray[np.float32], ...]:
        """D^-1 A_k x for each role k: (n_target, d) from `x` of the role's type, (n_type, d)."""
        return tuple(role.matmul(x[role.node_type]) for role in self.roles)


def operator(
    graph: Graph,
    motif: Motif | str,
    normaliser: Normaliser = "instances",
    *,
    engine: OperatorEngine = "auto",
    applications: int = APPLICATIONS,
    memory_limit: int | None = None,
) -> MotifOperator:
    """The operator of a motif on a graph, from its exact tensor or factored.

    It is kept with the graph: the same arguments give the same object, as long as the graph's
    cache has room for it.

    Parameters
    ----------
    graph : Graph
        Where instances are counted.
    motif : Motif or pattern text
        Its roles decide the terms, one matrix each.
    normaliser : {"instances", "role"}
        Divide row i by the number of instances D[i] (the papers), or each role by its own row sum
        (the released code). 0/0 is 0.
    engine : {"auto", "materialised", "factored"}
        From the tensor, or by products along the motif that never write it out; "auto" takes what
        `plan_operator` finds cheaper.
    applications : int
        How many times you expect to multiply by it. Counting a tensor pays if it is used often; 1
        is right for products that are computed once and kept.
    memory_limit : int, optional
        Bytes; 60 % of the free memory unless given. A plan over it is a `BudgetError` before any
        work.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> by = {("paper", "by", "author"): np.array([[1, 1, 0]])}
    >>> graph = Graph(schema, by, {"author": 3, "paper": 1})
    >>> edge = Motif.parse("(t:paper)--(c:author)")
    >>> x = {"author": np.array([[2.0], [4.0], [9.0]], dtype=np.float32)}
    >>> operator(graph, edge).apply(x)
    (array([[3.]], dtype=float32),)
    >>> operator(graph, edge, engine="factored").apply(x)
    (array([[3.]], dtype=float32),)
    """
    _require_normaliser(normaliser)
    motif = as_motif(motif)
    planned = plan_operator(
        graph,
        motif,
        normaliser,
        engine=engine,
        applications=applications,
        memory_limit=memory_limit,
    )
    counting = planned.counting
    if planned.engine == "factored":
        require_factored_fit(planned, motif)
        return graph.cache.get(
            operator_key(motif, normaliser, "factored", memory_limit),
            lambda: MotifOperator(motif, planned.roles or make_roles(counting, motif, normaliser)),
        )
    if memory_limit is not None:
        require_fit(counting, motif)  # also if it is kept, so that a limit always means the same
    return graph.cache.get(
        operator_key(motif, normaliser, "materialised"),
        lambda: normalised(count(graph, motif, memory_limit=memory_limit), normaliser),
    )


def normalised(tensor: MotifTensor, normaliser: Normaliser = "instances") -> MotifOperator:
    """The operator of a tensor that was counted already."""
    _require_normaliser(normaliser)
    roles = []
    for role in tensor.roles:
        sums = tensor.instances * (role.members if normaliser == "role" else 1)
        inverse = np.divide(1.0, sums, out=np.zeros(len(sums)), where=sums > 0)
        matrix = role.matrix
        values = (matrix.data * np.repeat(inverse, np.diff(matrix.indptr))).astype(np.float32)
        scaled = sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)
        # Sums must not depend on the engine that counted, and engines list the entries of a row in
        # any order.
        scaled = scaled if scaled.has_sorted_indices else scaled.sorted_indices()
        roles.append(RoleOperator(role.label, role.node_type, scaled))
    return MotifOperator(tensor.motif, tuple(roles))


def _require_normaliser(normaliser: str) -> None:
    if normaliser not in get_args(Normaliser):
        raise MotifCNNError(f'normaliser must be "instances" or "role", got {normaliser!r}')
