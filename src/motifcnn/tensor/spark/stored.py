"""Stored operators: D^-1 A_k of a result of Spark, for networks, without the tensor in memory.

A mini-batch asks for the rows of its targets, which are read from Parquet. Products over all nodes,
as predictions need them, go through the rows a part at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError, StoreError
from motifcnn.graph.fingerprint import structure_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.readable import readable_size
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES
from motifcnn.tensor.operator.factored.counts import Counts
from motifcnn.tensor.operator.factored.role import FactoredRole, with_rows
from motifcnn.tensor.operator.operator import MotifOperator
from motifcnn.tensor.operator.policy import Normaliser, operator_key
from motifcnn.tensor.plan import free_share
from motifcnn.tensor.spark.claim import read_arguments
from motifcnn.tensor.spark.result import SparkRole, SparkTensor, load_result
from motifcnn.tensor.spark.result_cache import result_cache

ROWS_AT_A_TIME = 1 << 14


class StoredRole(FactoredRole):
    """D^-1 A_k of one role, read from Parquet.

    To a network it is a factored role, one that multiplies without a matrix in memory. Here the
    rows come from files.

    Parameters
    ----------
    role : SparkRole
    instances : Counts
        D, (n_target,).
    divide_by : int
        As in `FactoredRole`.
    """

    stored: SparkRole

    def __init__(self, role: SparkRole, instances: Counts, divide_by: int) -> None:
        # A network takes rows, never the whole: there are no products along the motif to do it by.
        chains = cast(Any, (_Whole((_Whole(()),)),))
        super().__init__(
            role.label,
            role.node_type,
            role.members,
            role.shape,
            chains,
            symmetries=1,
            instances=instances,
            divide_by=divide_by,
            require_fit=lambda: require_entries(role),
        )
        self.__dict__["stored"] = role

    def counts(self, rows: npt.NDArray[np.integer]) -> sparse.csr_array:
        """Some rows of A_k itself: (len(rows), n_node_type) int64 CSR."""
        return self.stored.rows(rows)

    def rows(self, rows: npt.NDArray[np.integer]) -> sparse.csr_array:
        """Some rows of D^-1 A_k: (len(rows), n_node_type) float32 CSR; other rows are not kept."""
        index = np.asarray(rows, dtype=np.int64)
        counted = self.stored.rows(index)
        inverse = np.repeat(self._inverse[index], np.diff(counted.indptr))
        values = (counted.data * inverse).astype(np.float32)
        scaled = sparse.csr_array((values, counted.indices, counted.indptr), shape=counted.shape)
        return scaled if scaled.has_sorted_indices else scaled.sorted_indices()

    def matmul(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """D^-1 A_k x: (n_target, d), some rows at a time."""
        x = with_rows(x, self.shape[1], self.label)
        parts = [np.asarray(self.rows(rows) @ x) for rows in self._parts()]
        return np.concatenate(parts) if parts else np.zeros((0, *x.shape[1:]), x.dtype)

    def rmatmul(self, g: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The transpose, for gradients: (n_node_type, d)."""
        g = with_rows(g, self.shape[0], self.label)
        result = np.zeros((self.shape[1], *g.shape[1:]), g.dtype)
        for rows in self._parts():
            result += self.rows(rows).T @ g[rows]
        return result

    def sums(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A_k x without the division: (n_target, d)."""
        x = with_rows(x, self.shape[1], self.label)
        parts = [np.asarray(self.counts(rows) @ x) for rows in self._parts()]
        return np.concatenate(parts) if parts else np.zeros((0, *x.shape[1:]), x.dtype)

    @property
    def nbytes(self) -> int:
        """Memory of the instances; entries stay on disk."""
        return 8 * self.shape[0]

    def _parts(self) -> list[npt.NDArray[np.int64]]:
        count = self.shape[0]
        starts = range(0, count, ROWS_AT_A_TIME)
        return [np.arange(first, min(first + ROWS_AT_A_TIME, count)) for first in starts]


class StoredOperator(MotifOperator):
    """The operator of a stored result; samples are drawn from its rows, as from a tensor's."""

    @property
    def factored(self) -> bool:
        """False: there are rows to draw from."""
        return False


@dataclass(frozen=True)
class _Whole:
    """What `whole_is_cheaper` asks of a chain: the whole costs more than any rows."""

    pairs: tuple[_Whole, ...]
    bound: float = float("inf")


def stored_operator(tensor: SparkTensor, normaliser: Normaliser = "instances") -> StoredOperator:
    """The operator of a result; nothing is read before it is used.

    Parameters
    ----------
    tensor : SparkTensor
    normaliser : {"instances", "role"}
        As in `motifcnn.tensor.operator`.

    Examples
    --------
    ::

        operator = stored_operator(load_result("tensor"))
        operator.roles[0].rows(np.array([3, 14]))   # reads the parts of files that hold them
    """
    stored = cast("tuple[SparkRole, ...]", tensor.roles)
    instances = Counts(stored[0].shape[0], lambda: tensor.instances)
    roles = tuple(
        StoredRole(role, instances, role.members if normaliser == "role" else 1) for role in stored
    )
    return StoredOperator(tensor.motif, roles)


def use_result(graph: Graph, result: SparkTensor | str | Path) -> SparkTensor:
    """Lets networks on a graph read a motif's operator from a result, instead of counting.

    It stays with the graph and its copies with other labels, whatever else the graph's cache lets
    go of. The last result of a motif counts.

    Parameters
    ----------
    graph : Graph
        The one that was counted.
    result : SparkTensor, or the folder that `count_on_spark` wrote

    Returns
    -------
    SparkTensor
        Its `motif` is what `fit` takes.

    Raises
    ------
    StoreError
        If the result is that of another graph, or counts induced instances, which no network reads.

    Examples
    --------
    ::

        motifs = [use_result(graph, folder).motif for folder in ("papers", "venues")]
        run = mc.fit(graph, motifs, batch_size=512)
    """
    tensor = result if isinstance(result, SparkTensor) else load_result(result)
    _require_same(graph, tensor)
    cache = result_cache(graph)
    made = {
        operator_key(tensor.motif, normaliser, engine): stored_operator(tensor, normaliser)
        for normaliser in get_args(Normaliser)
        for engine in ("materialised", "factored")
    }
    if any(key in cache and key not in cache.stored for key in made):
        raise StoreError(
            f'{tensor.folder}: the operator of motif "{tensor.motif}" is in memory already; call '
            "use_result before the graph is first used, or graph.cache.clear()"
        )
    cache.stored |= made
    return tensor


def require_entries(role: SparkRole) -> None:
    """Raises a `BudgetError` if the entries of a role would not fit into memory."""
    needed, limit = role.nonzeros * ENTRY_BYTES, free_share()
    if needed > limit:
        raise BudgetError(
            f"{role.path}: all entries of role {role.label} take {readable_size(needed)}, over the "
            f"limit of {readable_size(limit)}. Train with batch_size= on dense inputs, such as "
            "project=64: only the rows of a batch are read then"
        )


def _require_same(graph: Graph, tensor: SparkTensor) -> None:
    where = f"{tensor.folder}: counts "
    if tensor.induced:
        raise StoreError(f"{where}induced instances, and networks read all; count without induced")
    stored = cast("tuple[SparkRole, ...]", tensor.roles)
    expected = {tensor.motif.target_type: stored[0].shape[0]}
    expected |= {role.node_type: role.shape[1] for role in stored}
    for node_type, size in expected.items():
        if graph.counts.get(node_type) != size:
            raise StoreError(
                f"{where}{size:,} nodes of type {node_type}, and the graph has "
                f"{graph.counts.get(node_type, 0):,}; count this graph"
            )
    given = read_arguments(tensor.folder).get("fingerprint")
    if isinstance(given, str) and given != structure_fingerprint(graph):
        raise StoreError(f"{where}other links than the graph has; count this graph")
