"""Products: what a node sees through each motif, computed once as dense columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.nn.inputs import Block
from motifcnn.nn.structure import scaled_rows
from motifcnn.tensor.operator import MotifOperator
from motifcnn.tensor.plan import free_share, readable_size

Dense = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Products:
    r"""All constant products of layer 1 side by side.

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


def products(
    operators: Sequence[MotifOperator],
    inputs: Mapping[str, tuple[Block, ...]],
    itself: tuple[Block, ...],
    *,
    unit_rows: bool = True,
    memory_limit: int | None = None,
) -> Products:
    """Multiplies every operator with the inputs of its roles.

    Parameters
    ----------
    operators : sequence of MotifOperator
        All with the same target type.
    inputs : mapping of node type to tuple of (n_type, width) blocks
        What nodes in a role hold.
    itself : tuple of (n_target, width) blocks
        What the targets hold.
    unit_rows : bool
        Scale the rows of each product to length 1, so that motifs of any density start with the
        same say.
    memory_limit : int, optional
        Bytes; 60 % of the free memory unless given.

    Examples
    --------
    >>> import motifcnn as mc
    >>> from motifcnn.graph import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = mc.Graph(schema, {("paper", "by", "author"): np.array([[1, 1, 0]])}, {"author": 3, "paper": 1})
    >>> edge = mc.operator(graph, mc.Motif.parse("(t:paper)--(c:author)"))
    >>> x = {"paper": (np.ones((1, 2), np.float32),), "author": (np.eye(3, dtype=np.float32),)}
    >>> products([edge], x, x["paper"], unit_rows=False).columns
    array([[1. , 1. , 0.5, 0.5, 0. ]], dtype=float32)
    """
    motifs, widths = [-1 for _ in itself], [block.shape[1] for block in itself]
    for m, operator in enumerate(operators):
        for block in (block for role in operator.roles for block in inputs[role.node_type]):
            motifs.append(m)
            widths.append(block.shape[1])
    rows = next((x.shape[0] for x in itself), operators[0].roles[0].shape[0] if operators else 0)
    _require_memory(rows, sum(widths), memory_limit)
    columns = np.empty((rows, sum(widths)), dtype=np.float32)
    place = 0

    def put(product: Dense) -> None:
        nonlocal place
        part = columns[:, place : place + product.shape[1]]
        part[:] = scaled_rows(product) if unit_rows else product
        place += product.shape[1]

    dense = {t: [_dense(block) for block in blocks] for t, blocks in inputs.items()}
    for block in itself:
        put(_dense(block))
    for operator in operators:
        for role in operator.roles:
            for block in dense[role.node_type]:
                put(np.asarray(role.matmul(block), dtype=np.float32))
    return Products(columns, tuple(widths), tuple(motifs))


def _dense(block: Block) -> Dense:
    return np.ascontiguousarray(
        block.toarray() if sparse.issparse(block) else block, dtype=np.float32
    )


def _require_memory(rows: int, columns: int, memory_limit: int | None) -> None:
    limit = free_share() if memory_limit is None else memory_limit
    needed = 4 * rows * columns
    if needed > limit:
        raise BudgetError(
            f"the products of all motifs would have {rows:,} rows and {columns:,} columns, {readable_size(needed)}, over the "
            f"limit of {readable_size(limit)}. Name fewer motifs, or narrow the inputs with settings such as project=64, "
            "structure=64."
        )
