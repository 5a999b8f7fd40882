"""Products: what a node sees through each motif, computed once as dense columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.nn.inputs import Block
from motifcnn.tensor.operator import MotifOperator
from motifcnn.tensor.plan import free_share

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
    target: str,
    itself: tuple[Block, ...],
    *,
    unit_rows: bool = True,
    memory_limit: int | None = None,
) -> Products:
    """Multiplies every operator with the inputs of its roles.

    Parameters
    ----------
    operators : sequence of MotifOperator
        Those with another target type are left out.
    inputs : mapping of node type to tuple of (n_type, width) blocks
        What nodes in a role hold.
    target : str
    itself : tuple of (n_target, width) blocks
        What the targets hold.
    unit_rows : bool
        Scale the rows of each product to length 1, so that motifs of any density start with the same say.
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
    >>> products([edge], x, "paper", x["paper"], unit_rows=False).columns
    array([[1. , 1. , 0.5, 0.5, 0. ]], dtype=float32)
    """
    own = [(m, operator) for m, operator in enumerate(operators) if operator.motif.target_type == target]
    found = [(-1, block.shape[1]) for block in itself]
    found += [(m, block.shape[1]) for m, operator in own for role in operator.roles for block in inputs[role.node_type]]
    rows = next((x.shape[0] for x in itself), own[0][1].roles[0].shape[0] if own else 0)
    widths = [width for _, width in found]
    _require_memory(rows, sum(widths), memory_limit)
    columns = np.empty((rows, sum(widths)), dtype=np.float32)
    place = 0

    def put(product: Dense) -> None:
        nonlocal place
        part = columns[:, place : place + product.shape[1]]
        part[:] = _unit(product) if unit_rows else product
        place += product.shape[1]

    dense = {t: [_dense(block) for block in blocks] for t, blocks in inputs.items()}
    for block in itself:
        put(_dense(block))
    for _, operator in own:
        for role in operator.roles:
            for block in dense[role.node_type]:
                put(np.asarray(role.matmul(block), dtype=np.float32))
    return Products(columns, tuple(widths), tuple(m for m, _ in found))


def _dense(block: Block) -> Dense:
    return np.ascontiguousarray(block.toarray() if sparse.issparse(block) else block, dtype=np.float32)


def _unit(x: Dense) -> Dense:
    length = np.linalg.norm(x, axis=1, keepdims=True)
    return np.asarray(np.divide(x, length, out=np.zeros_like(x), where=length > 0))


def _require_memory(rows: int, columns: int, memory_limit: int | None) -> None:
    limit = free_share() if memory_limit is None else memory_limit
    needed = 4 * rows * columns
    if needed > limit:
        raise BudgetError(
            f"the products of all motifs would have {rows:,} rows and {columns:,} columns, {needed / 1e9:.1f} GB, over the limit "
            f"of {limit / 1e9:.1f} GB. Name fewer motifs, or narrow the inputs with settings such as project=64, structure=64."
        )
