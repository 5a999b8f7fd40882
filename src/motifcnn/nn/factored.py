"""Products with a motif operator that is never written out, with their gradient.

The definition is ``role.matrix @ dense``; the gradient is the transpose, which multiplies along the
motif the other way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt
import torch


class Multiplies(Protocol):
    """What the network needs of one role: a linear map and its transpose."""

    @property
    def shape(self) -> tuple[int, int]:
        """(n_target, n_node_type)."""
        ...

    def matmul(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(n_target, d) from (n_node_type, d)."""
        ...

    def rmatmul(self, g: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(n_node_type, d) from (n_target, d)."""
        ...


def factored_product(role: Multiplies, dense: torch.Tensor) -> torch.Tensor:
    """D^-1 A_k times `dense`, (n_node_type, d): (n_target, d), differentiable in `dense`.

    Examples
    --------
    >>> import motifcnn as mc
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = mc.Graph(schema, {("paper", "by", "author"): np.array([[1, 1, 0]])}, {"author": 3, "paper": 1})
    >>> (role,) = mc.operator(graph, mc.Motif.parse("(t:paper)--(c:author)"), engine="factored").roles
    >>> factored_product(role, torch.tensor([[2.0], [4.0], [9.0]]))
    tensor([[3.]])
    """
    return cast(torch.Tensor, _Product.apply(role, dense))  # type: ignore[no-untyped-call]


@dataclass(frozen=True, eq=False)
class WholeRole:
    """Some rows of a role's product, computed as all of them: where these rows see most of the graph, that costs least.

    Parameters
    ----------
    role : Multiplies
    rows : (n,) int64 tensor or None
        Rows to keep; None keeps all.
    """

    role: Multiplies
    rows: torch.Tensor | None = None

    def times(self, dense: torch.Tensor) -> torch.Tensor:
        """Rows of D^-1 A_k times `dense`, (n_node_type, d): (n, d)."""
        whole = factored_product(self.role, dense)
        return whole if self.rows is None else whole.index_select(0, self.rows)


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, role: Multiplies, dense: torch.Tensor) -> torch.Tensor:
        ctx.role = role
        return _on(role.matmul(_values(dense)), dense)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor | None]:
        if not ctx.needs_input_grad[1]:
            return None, None
        # apply, not rmatmul: so that second derivatives exist.
        return None, _TransposedProduct.apply(ctx.role, gradients[0])  # type: ignore[no-untyped-call]


class _TransposedProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, role: Multiplies, dense: torch.Tensor) -> torch.Tensor:
        ctx.role = role
        return _on(role.rmatmul(_values(dense)), dense)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor]:
        return None, _Product.apply(ctx.role, gradients[0])  # type: ignore[no-untyped-call]


def _values(dense: torch.Tensor) -> npt.NDArray[Any]:
    return dense.detach().cpu().contiguous().numpy()


def _on(values: npt.NDArray[Any], like: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(values)).to(device=like.device, dtype=like.dtype)
