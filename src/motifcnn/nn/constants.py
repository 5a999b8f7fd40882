"""Constants: the products of operators with dense inputs, which training never changes, computed once for all rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.tensor.operator import FactoredRole, RoleOperator
from motifcnn.tensor.plan import free_share


class Constants:
    """D^-1 A_k X for each role and block of inputs that was asked for, as long as they fit.

    Parameters
    ----------
    memory_limit : int, optional
        Bytes for all of them; half of what a plan may use unless given.

    Examples
    --------
    >>> import motifcnn as mc
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = mc.Graph(schema, {("paper", "by", "author"): np.array([[1, 1, 0]])}, {"author": 3, "paper": 1})
    >>> (role,) = mc.operator(graph, mc.Motif.parse("(t:paper)--(c:author)")).roles
    >>> Constants().product(role, np.array([[2.0], [4.0], [9.0]], np.float32))
    array([[3.]], dtype=float32)
    """

    def __init__(self, memory_limit: int | None = None) -> None:
        self._limit = memory_limit
        self._used = 0
        # Roles and blocks are kept beside their products, so that an id never belongs to another
        # one later.
        self._ready: dict[tuple[int, int], tuple[Any, Any, npt.NDArray[np.float32]]] = {}

    def product(
        self, role: RoleOperator | FactoredRole, x: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.float32] | None:
        """(n_target, d) from `x`, (n_type, d); None where it does not fit."""
        key = (id(role), id(x))
        if key not in self._ready:
            if self._limit is None:
                self._limit = free_share() // 2
            size = 4 * role.shape[0] * x.shape[1]
            if self._used + size > self._limit:
                return None
            self._used += size
            self._ready[key] = role, x, np.asarray(role.matmul(x), dtype=np.float32)
        return self._ready[key][2]
