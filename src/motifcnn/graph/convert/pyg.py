"""Graphs from and to PyTorch Geometric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.convert.scipy import is_symmetric
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import Relation, Schema

if TYPE_CHECKING:
    from torch_geometric.data import Data, HeteroData

_PARTS = ("train", "val", "test")


def from_pyg(data: HeteroData | Data, *, name: str | None = None) -> Graph:
    """Makes a graph from a `HeteroData`, or from a `Data` (one type "node", one relation "edge").

    A relation within one type whose links all go both ways has no direction, unless the store says
    `directed`.

    Parameters
    ----------
    data : HeteroData or Data
        Per relation `edge_index`, (2, m). Per node type, each optional: `x`, (n, d) dense or
        sparse; `y`, (n,) or (n, 1) classes with negative for unlabelled, or (n, c) multi-label;
        `node_id` and `node_name`, n of them; `train_mask`, `val_mask` and `test_mask`, (n,) for one
        split or (n, s) for s of them.
    name : str, optional
        Of the graph; None takes `data.name`.

    Examples
    --------
    >>> import torch
    >>> from torch_geometric.data import Data
    >>> from_pyg(Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=2))
    Graph(node 2; edge 1)
    """
    from torch_geometric.data import Data, HeteroData

    if not isinstance(data, (Data, HeteroData)):
        raise GraphError(
            f"from_pyg: expected a Data or HeteroData of torch_geometric, got {type(data).__name__}"
        )
    hetero = isinstance(data, HeteroData)
    stores: dict[str, Any] = {s._key: s for s in data.node_stores} if hetero else {"node": data}
    counts: dict[str, int] = {}
    for node_type, store in stores.items():
        if store.num_nodes is None:
            raise GraphError(
                f"HeteroData: the number of {node_type} nodes is unknown; "
                f"set data[{node_type!r}].num_nodes"
            )
        counts[node_type] = int(store.num_nodes)
    links: dict[RelationKey, Any] = (
        {tuple(s._key): s for s in data.edge_stores} if hetero else {("node", "edge", "node"): data}
    )
    relations, adjacency = [], {}
    for key, store in links.items():
        matrix = adjacency[key] = _matrix(key, store, counts)
        stated = store.get("directed") if hetero else None
        directed = (
            bool(stated) if stated is not None else key[0] != key[2] or not is_symmetric(matrix)
        )
        relations.append(Relation(*key, directed=directed))
    ids = {t: np.asarray(s["node_id"]) for t, s in stores.items() if s.get("node_id") is not None}
    order = {t: np.argsort(values, kind="stable") for t, values in ids.items()}
    if any((o[1:] < o[:-1]).any() for o in order.values()):
        raise GraphError(
            "HeteroData: node_id must be increasing within a type; sort the nodes, or drop node_id"
        )
    labels = {
        t: found for t, s in stores.items() if (found := _labels(t, s, counts[t])) is not None
    }
    return Graph(
        Schema(tuple(counts), tuple(relations)),
        adjacency,
        counts,
        ids=ids,
        names={
            t: np.asarray(s["node_name"], object)
            for t, s in stores.items()
            if s.get("node_name") is not None
        },
        features={t: _features(s["x"]) for t, s in stores.items() if s.get("x") is not None},
        labels=labels,
        splits={
            n: s
            for t, store in stores.items()
            if t in labels
            for n, s in _splits(t, store, labels[t]).items()
        },
        name=str(
            data.to_dict().get("name", data.to_dict().get("_global_store", {}).get("name", ""))
        )
        if name is None
        else name,
    )


def to_pyg(graph: Graph, *, dense: bool = False) -> HeteroData:
    """The graph as a `HeteroData`; `from_pyg` gives it back.

    Parameters
    ----------
    graph : Graph
    dense : bool
        Write sparse features out; otherwise they stay sparse, as a torch CSR tensor.

    Returns
    -------
    HeteroData
        Per relation `edge_index`, (2, m) int64. Per node type `x`, (n, d) float32; `y`, (n,) with
        -1 for unlabelled, or (n, c) with `labeled_mask`, (n,), where labels are multi-label;
        `train_mask`, `val_mask` and `test_mask`, (n,), or (n, s) with the s splits in the order of
        `split_names`.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [0, 1]}, {"source": [0], "target": [1]})
    >>> to_pyg(graph)["node", "edge", "node"].edge_index.tolist()
    [[0], [1]]
    """
    import torch
    from torch_geometric.data import HeteroData

    data = HeteroData()
    if graph.name:
        data.name = graph.name
    for node_type, size in graph.counts.items():
        store = data[node_type]
        store.num_nodes = size
        ids = graph.ids[node_type]
        store.node_id = torch.from_numpy(ids.copy()) if ids.dtype.kind == "i" else ids.tolist()
        if node_type in graph.names:
            store.node_name = graph.names[node_type].tolist()
        if node_type in graph.features:
            store.x = _tensor(graph.features[node_type], dense)
        if node_type in graph.labels:
            _put_labels(store, graph.labels[node_type], size)
        splits = {n: s for n, s in graph.splits.items() if s.node_type == node_type}
        if splits:
            store.split_names = list(splits)
            for part in _PARTS:
                mask = np.zeros((size, len(splits)), bool)
                for column, split in enumerate(splits.values()):
                    mask[getattr(split, part), column] = True
                store[f"{part}_mask"] = torch.from_numpy(
                    mask[:, 0].copy() if len(splits) == 1 else mask
                )
    for relation in graph.schema.relations:
        source, target = graph.adjacency[relation.key].tocoo().coords
        data[relation.key].edge_index = torch.from_numpy(
            np.stack([source, target]).astype(np.int64)
        )
        data[relation.key].directed = relation.directed
    return data


def _matrix(key: RelationKey, store: Any, counts: dict[str, int]) -> sparse.csr_array:
    if store.get("edge_index") is None:
        raise GraphError(
            f"HeteroData: relation {key} has no edge_index; convert adj_t to edge_index first"
        )
    ends = np.asarray(store["edge_index"].cpu())
    for end, node_type in zip(ends, (key[0], key[2]), strict=True):
        if node_type not in counts:
            raise GraphError(
                f"HeteroData: relation {key} names the node type {node_type!r}, which has no nodes"
            )
        if len(end) and not 0 <= end.min() <= end.max() < counts[node_type]:
            raise GraphError(
                f"HeteroData: relation {key}: {node_type} {end.max()} does not exist; "
                f"there are {counts[node_type]}"
            )
    return sparse.csr_array(
        (np.ones(ends.shape[1], bool), (ends[0], ends[1])), shape=(counts[key[0]], counts[key[2]])
    )


def _features(x: Any) -> Any:
    import torch

    x = x.detach().cpu()
    if x.layout == torch.strided:
        return x.numpy()
    x = x.coalesce().to_sparse_csr() if x.layout == torch.sparse_coo else x
    return sparse.csr_array(
        (x.values().numpy(), x.col_indices().numpy(), x.crow_indices().numpy()),
        shape=tuple(x.shape),
    )


def _tensor(matrix: Any, dense: bool) -> Any:
    import warnings

    import torch

    if not sparse.issparse(matrix):
        return torch.from_numpy(matrix.copy())
    if dense:
        return torch.from_numpy(matrix.toarray())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # torch calls its CSR layout beta
        indptr, indices, data = (
            torch.from_numpy(part.copy()) for part in (matrix.indptr, matrix.indices, matrix.data)
        )
        return torch.sparse_csr_tensor(indptr, indices, data, size=matrix.shape)


def _put_labels(store: Any, labels: Labels, size: int) -> None:
    import torch

    store.classes = list(labels.classes)
    if not labels.multi_label:
        y: npt.NDArray[Any] = np.full(size, -1, np.int64)
        y[labels.nodes] = labels.y
    else:
        y = np.zeros((size, len(labels.classes)), np.float32)
        y[labels.nodes] = labels.y
        labelled = np.zeros(size, bool)
        labelled[labels.nodes] = True
        store.labeled_mask = torch.from_numpy(labelled)
    store.y = torch.from_numpy(y)


def _labels(node_type: str, store: Any, size: int) -> Labels | None:
    if store.get("y") is None:
        return None
    y = np.asarray(store["y"].cpu())
    if y.ndim == 2 and y.shape[1] == 1 and y.dtype.kind in "iu":
        y = y[:, 0]
    if y.shape[0] != size or y.ndim > 2 or (y.ndim == 1 and y.dtype.kind not in "iub"):
        raise GraphError(
            f"HeteroData: y of {node_type} is {y.dtype} {y.shape}; "
            f"expected {size} class numbers or rows of classes"
        )
    if y.ndim == 2:
        nodes = (
            np.flatnonzero(np.asarray(store["labeled_mask"]))
            if store.get("labeled_mask") is not None
            else np.arange(size)
        )
        return Labels(
            nodes, y[nodes] > 0, tuple(store.get("classes") or (str(c) for c in range(y.shape[1])))
        )
    nodes = np.flatnonzero(y >= 0)
    classes = tuple(store.get("classes") or (str(c) for c in range(int(y.max(initial=-1)) + 1)))
    return Labels(nodes, y[nodes], classes) if len(nodes) else None


def _splits(node_type: str, store: Any, labels: Labels) -> dict[str, Split]:
    if store.get("train_mask") is None:
        return {}
    masks = {
        p: np.asarray(store[f"{p}_mask"].cpu()) if store.get(f"{p}_mask") is not None else None
        for p in _PARTS
    }
    several = masks["train"].ndim == 2 if masks["train"] is not None else False
    columns = masks["train"].shape[1] if several and masks["train"] is not None else 1
    names = store.get("split_names") or (
        ["public"] if columns == 1 else [f"public-{i}" for i in range(columns)]
    )
    result = {}
    for column, split_name in enumerate(names):
        rows = []
        for part in _PARTS:
            mask = masks[part]
            chosen = (
                np.empty(0, np.int64)
                if mask is None
                else np.flatnonzero(mask[:, column] if mask.ndim == 2 else mask)
            )
            rows.append(np.intersect1d(chosen, labels.nodes))
        result[split_name] = Split(node_type, *rows)
    return result
