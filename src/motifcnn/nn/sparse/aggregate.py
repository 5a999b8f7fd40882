"""aggregate: the mean over instances of what the nodes in one role hold, with its gradient."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.nn.sparse.matrix import SparseMatrix
from motifcnn.nn.uncompiled import uncompiled
from motifcnn.tensor.operator import FactoredRole, MotifOperator, RoleOperator

_matrices: weakref.WeakKeyDictionary[Any, SparseMatrix] = weakref.WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class SomeRows:
    """Some rows of a factored role, computed as all of them: where they see most of the graph.

    Parameters
    ----------
    role : FactoredRole
    rows : (n,) int64
    """

    role: FactoredRole
    rows: npt.NDArray[np.int64]

    @property
    def node_type(self) -> str:
        """The type of the nodes in the role."""
        return self.role.node_type

    @property
    def shape(self) -> tuple[int, int]:
        """(n, n_node_type)."""
        return len(self.rows), self.role.shape[1]


Role: TypeAlias = RoleOperator | FactoredRole | SomeRows


@uncompiled
def aggregate(role: Role, x: torch.Tensor) -> torch.Tensor:
    """D^-1 A_k x: (n_target, d) from the values of the role's nodes, (n_node_type, d).

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motif = mc.Motif.parse("(t:package)--(c:library)")
    >>> (role,) = mc.operator(graph, motif).roles
    >>> aggregate(role, torch.ones(534, 2)).shape
    torch.Size([3111, 2])
    """
    if isinstance(role, SomeRows):
        rows = torch.tensor(role.rows, device=x.device)
        return aggregate(role.role, x).index_select(0, rows)
    if isinstance(role, FactoredRole):
        return cast(torch.Tensor, _Factored.apply(role, x, False))  # type: ignore[no-untyped-call]
    if role not in _matrices:
        _matrices[role] = SparseMatrix(role.matrix)
    return _matrices[role] @ x


@uncompiled
def present(operator: MotifOperator) -> npt.NDArray[np.bool_]:
    """Which targets have instances: (n_target,)."""
    role: Role = operator.roles[0]
    if isinstance(role, SomeRows):
        return np.asarray(role.role.instances.value[role.rows] > 0)
    if isinstance(role, FactoredRole):
        return np.asarray(role.instances.value > 0)
    return np.asarray(np.diff(role.matrix.indptr) > 0)


class _Factored(torch.autograd.Function):
    """A product along the motif; its gradient goes along the motif the other way."""

    @staticmethod
    def forward(ctx: Any, role: FactoredRole, x: torch.Tensor, transpose: bool) -> torch.Tensor:
        ctx.role, ctx.transpose = role, transpose
        kind = torch.float64 if x.dtype == torch.float64 else torch.float32
        values = x.detach().to("cpu", kind).contiguous().numpy()
        product = role.rmatmul(values) if transpose else role.matmul(values)
        return torch.from_numpy(np.ascontiguousarray(product)).to(x)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor | None, None]:
        if not ctx.needs_input_grad[1]:
            return None, None, None
        back = _Factored.apply(  # type: ignore[no-untyped-call]
            ctx.role, gradients[0], not ctx.transpose
        )
        return None, back, None
