"""Columns of nodes and links as tensors of PyTorch Geometric, and back.

A tensor holds no texts. Booleans, numbers and times are float64, which is exact for all of them but
integers past 2^53.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.columns import Column, LinkTable, same_columns
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.cells import column_of
from motifcnn.graph.schema import Relation

NO_TENSOR = "a tensor holds no texts, and no integers past 2^53; take them from the graph"
_NODE_PARTS = {
    *("x", "y", "node_id", "node_name", "num_nodes", "classes", "split_names", "labeled_mask"),
    *("train_mask", "val_mask", "test_mask", "node_attr", "node_attr_columns", "encoder"),
}
_LINK_PARTS = {"edge_index", "directed", "edge_attr_columns", "edge_row"}


def put_node_columns(store: Any, columns: Mapping[str, Column]) -> list[str]:
    """Writes `node_attr`, (n, k) float64, and `node_attr_columns`; returns what is left out."""
    import torch

    kept = {name: made for name, v in columns.items() if (made := _as_floats(v)) is not None}
    store.node_attr_columns = {name: columns[name].dtype.str for name in kept}
    store.node_attr = torch.from_numpy(_side_by_side(kept, store.num_nodes))
    return [name for name in columns if name not in kept]


def put_links(store: Any, graph: Graph, relation: Relation) -> list[str]:
    """Writes `edge_index`, (2, m), and the columns of the link table; returns what is left out.

    With a link table the links are its rows, the same rows in the other direction where the
    relation has none, then the links without a row. `edge_attr`, (m, k) float64, has NaN for these,
    and `edge_row`, (m,), is the row of the table or -1.
    """
    import torch

    matrix = graph.adjacency[relation.key]
    table = graph.link_columns.get(relation.key)
    store.directed = relation.directed
    if table is None:
        ends = np.stack(matrix.tocoo().coords).astype(np.int64)
        store.edge_index = torch.from_numpy(ends)
        return []
    kept = {n: made for n, v in table.columns.items() if (made := _as_floats(v)) is not None}
    rows = np.stack([table.source, table.target])
    ahead = [rows] if relation.directed else [rows, rows[::-1, table.source != table.target]]
    listed = np.concatenate(ahead, axis=1)
    known = sparse.csr_array((np.ones(listed.shape[1], bool), tuple(listed)), shape=matrix.shape)
    others = np.stack(sparse.coo_array(matrix > known).coords).astype(np.int64)
    values = _side_by_side(kept, len(table))
    turned = values[table.source != table.target][: listed.shape[1] - len(table)]
    gaps = np.full((others.shape[1], len(kept)), np.nan)
    store.edge_index = torch.from_numpy(np.concatenate([listed, others], axis=1))
    store.edge_attr = torch.from_numpy(np.concatenate([values, turned, gaps]))
    row = np.full(store.edge_index.shape[1], -1)
    row[: len(table)] = np.arange(len(table))
    store.edge_row = torch.from_numpy(row)
    store.edge_attr_columns = {name: table.columns[name].dtype.str for name in kept}
    return [name for name in table.columns if name not in kept]


def node_columns(store: Any, size: int, of_graph: set[str]) -> tuple[dict[str, Column], list[str]]:
    """The columns of a node type, and the parts of the store that a graph cannot keep.

    `of_graph` names the parts of a `Data` that are neither of nodes nor for columns.
    """
    kept: dict[str, Column] = {}
    about = store.get("node_attr_columns")
    if about is not None:
        values = np.asarray(store["node_attr"].cpu())
        kept = _named(values, about)
    used = (_NODE_PARTS if about is not None else _NODE_PARTS - {"node_attr"}) | of_graph
    used |= {key for key in parts_of(store) if store.is_edge_attr(key)}
    return _further(store, used, size, kept)


def link_table(store: Any, used: set[str]) -> tuple[LinkTable | None, list[str]]:
    """The link table of a relation, and the parts of the store that a graph cannot keep."""
    ends = np.asarray(store["edge_index"].cpu())
    kept: dict[str, Column] = {}
    about = store.get("edge_attr_columns")
    rows = np.arange(ends.shape[1])
    if about is not None:
        place = np.asarray(store["edge_row"].cpu())
        rows = np.argsort(place, kind="stable")[np.count_nonzero(place < 0) :]
        values = np.asarray(store["edge_attr"].cpu())[rows]
        kept = _named(values, about)
        used = used | {"edge_attr"}
    further, lost = _further(store, used | _LINK_PARTS, ends.shape[1], {})
    kept |= {name: values[rows] for name, values in further.items()}
    if about is None and not kept:
        return None, lost
    return LinkTable(ends[0][rows], ends[1][rows], kept), lost


def parts_of(store: Any) -> list[str]:
    """The names of what a store holds; iterating over a `Data` gives more than these."""
    return list(store.keys())


def _named(values: npt.NDArray[Any], about: Mapping[str, str]) -> dict[str, Column]:
    return {n: _from_floats(values[:, at], dtype) for at, (n, dtype) in enumerate(about.items())}


def _further(
    store: Any, used: set[str], size: int, kept: dict[str, Column]
) -> tuple[dict[str, Column], list[str]]:
    """The parts with one value, or one row of numbers, for each of `size` nodes or links."""
    lost = []
    for key in [key for key in parts_of(store) if key not in used]:
        values = _array(store[key])
        wide = values is not None and values.ndim == 2 and values.shape[1] != 1
        parts: list[Any] = [None]
        if values is not None and values.shape[:1] == (size,) and values.ndim <= 2:
            parts = [column_of(part) for part in values.reshape(size, -1).T]
        if any(part is None for part in parts):
            lost.append(key)
        else:
            kept |= {f"{key}_{at}" if wide else key: part for at, part in enumerate(parts)}
    return kept, lost


def _array(value: Any) -> npt.NDArray[Any] | None:
    import torch

    if isinstance(value, torch.Tensor):
        if value.layout != torch.strided or value.dtype == torch.bfloat16:
            return None
        return np.asarray(value.detach().cpu())
    if isinstance(value, np.ndarray):
        return value
    if not isinstance(value, list | tuple):
        return None
    result = np.empty(len(value), object)
    result[:] = value
    return result


def _side_by_side(columns: Mapping[str, npt.NDArray[np.float64]], rows: int) -> Any:
    return np.stack(list(columns.values()), axis=1) if columns else np.empty((rows, 0))


def _as_floats(values: Column) -> npt.NDArray[np.float64] | None:
    """The column as float64 with NaN for NaT; None where that would change a value."""
    if values.dtype.kind == "O":
        return None
    floats = values.astype(np.int64 if values.dtype.kind == "M" else values.dtype).astype(float)
    if values.dtype.kind == "M":
        floats[np.isnat(values)] = np.nan
    again = _from_floats(floats, values.dtype.str)
    return floats if same_columns({"": values}, {"": again}) else None


def _from_floats(floats: npt.NDArray[np.float64], dtype: str) -> Column:
    with np.errstate(invalid="ignore"):
        if np.dtype(dtype).kind != "M":
            return floats.astype(dtype)
        times = floats.astype(np.int64).astype("datetime64[us]")
    times[np.isnan(floats)] = np.datetime64("NaT")
    return times
