"""Motif features: what a node sees through each motif, as columns of one dense matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.nn.inputs.structure import scaled_rows
from motifcnn.readable import readable_size
from motifcnn.tensor.operator import MotifOperator
from motifcnn.tensor.plan import free_share

Dense = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class MotifFeatures:
    """Products of all motifs with constant inputs, side by side.

    Parameters
    ----------
    columns : (n_target, sum of widths) float32
        X_t of the targets, then D^-1 A_k X for each motif, role k and block of input.
    widths : tuple of int
        Columns of each product.
    motifs : tuple of int
        The motif of each product, by its place among the operators; -1 for the targets themselves.
    """

    columns: Dense
    widths: tuple[int, ...]
    motifs: tuple[int, ...]


def motif_features(
    operators: Sequence[MotifOperator],
    columns: Mapping[str, Sequence[Any]],
    own: Sequence[Any],
    *,
    unit_rows: bool = True,
    memory_limit: int | None = None,
) -> MotifFeatures:
    """Multiplies every operator with the inputs of its roles.

    Parameters
    ----------
    operators : sequence of MotifOperator
        All with the same target type.
    columns : mapping of node type to sequence of (n_type, width) arrays
        Blocks that nodes in a role hold, dense or scipy sparse.
    own : sequence of (n_target, width) arrays
        Blocks that the targets hold.
    unit_rows : bool
        Scale the rows of each product to length 1, so that motifs with many and with few instances
        start with the same influence.
    memory_limit : int, optional
        Bytes; 60 % of the free memory unless given.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> edge = mc.operator(graph, mc.Motif.parse("(t:package)--(c:library)"))
    >>> x = {"library": [np.ones((534, 2), np.float32)]}
    >>> motif_features([edge], x, [np.ones((3111, 3), np.float32)]).widths
    (3, 2)
    """
    motifs, widths = [-1 for _ in own], [block.shape[1] for block in own]
    for m, operator in enumerate(operators):
        for role in operator.roles:
            motifs += [m for _ in columns[role.node_type]]
            widths += [block.shape[1] for block in columns[role.node_type]]
    rows = own[0].shape[0] if own else operators[0].roles[0].shape[0]
    _require_memory(rows, sum(widths), memory_limit)
    result = np.empty((rows, sum(widths)), dtype=np.float32)
    dense = {t: [_dense(block) for block in blocks] for t, blocks in columns.items()}
    begin = 0

    def put(product: Dense) -> None:
        nonlocal begin
        place = result[:, begin : begin + product.shape[1]]
        place[:] = scaled_rows(product) if unit_rows else product
        begin += product.shape[1]

    for block in own:
        put(_dense(block))
    for operator in operators:
        for role in operator.roles:
            for block in dense[role.node_type]:
                put(np.asarray(role.matmul(block), dtype=np.float32))
    return MotifFeatures(result, tuple(widths), tuple(motifs))


def _dense(block: Any) -> Dense:
    values = block.toarray() if sparse.issparse(block) else block
    return np.ascontiguousarray(values, dtype=np.float32)


def _require_memory(rows: int, columns: int, memory_limit: int | None) -> None:
    limit = free_share() if memory_limit is None else memory_limit
    needed = 4 * rows * columns
    if needed > limit:
        raise BudgetError(
            f"the products of all motifs would have {rows:,} rows and {columns:,} columns, "
            f"{readable_size(needed)}, over the limit of {readable_size(limit)}. Name fewer "
            "motifs, or narrow the inputs with settings such as project=64, structure=64."
        )
