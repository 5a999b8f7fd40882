"""Graphs from and to PyTorch Geometric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.convert.directions import Directed, directions
from motifcnn.graph.convert.pyg_columns import (
    NO_TENSOR,
    link_table,
    node_columns,
    parts_of,
    put_links,
    put_node_columns,
)
from motifcnn.graph.convert.pyg_labels import PARTS, put_labels, read_labels, read_splits
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.io.further_columns import KEPT_KINDS
from motifcnn.graph.left_out import warn_left_out
from motifcnn.graph.schema import Relation, Schema

if TYPE_CHECKING:
    from torch_geometric.data import Data, HeteroData


def from_pyg(
    data: HeteroData | Data, *, directed: Directed = None, name: str | None = None
) -> Graph:
    """Makes a graph from a `HeteroData`, or from a `Data` (one type "node", one relation "edge").

    Parameters
    ----------
    data : HeteroData or Data
        Per relation `edge_index`, (2, m). Per node type, each optional: `x`, (n, d) dense or
        sparse; `y`, (n,) or (n, 1) classes with negative for unlabelled, or (n, c) multi-label;
        `node_id` and `node_name`, n of them; `train_mask`, `val_mask` and `test_mask`, (n,) for one
        split or (n, s) for s of them. Any other tensor or list with an entry per node or link
        becomes one column of the graph, or several.
    directed : bool or mapping of key to bool, optional
        Of relations within one type; between two types a link always has a direction. None takes
        `data[key].directed`, which `to_pyg` writes. Where that is not there, a relation whose links
        all go both ways is taken as undirected, with a `DirectionGuessed` warning.
    name : str, optional
        Of the graph; None takes `data.name`.

    Examples
    --------
    >>> import torch
    >>> from torch_geometric.data import Data
    >>> data = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=2)
    >>> from_pyg(data, directed=False)
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
    adjacency = {key: _matrix(key, store, counts) for key, store in links.items()}
    if directed is None and hetero:
        stated = {key: store.get("directed") for key, store in links.items()}
        directed = {key: bool(flag) for key, flag in stated.items() if flag is not None}
    flags = directions("from_pyg", adjacency, directed)
    ids = {t: np.asarray(s["node_id"]) for t, s in stores.items() if s.get("node_id") is not None}
    order = {t: np.argsort(values, kind="stable") for t, values in ids.items()}
    if any((o[1:] < o[:-1]).any() for o in order.values()):
        raise GraphError(
            "HeteroData: node_id must be increasing within a type; sort the nodes, or drop node_id"
        )
    labels = {
        t: found for t, s in stores.items() if (found := read_labels(t, s, counts[t])) is not None
    }
    of_graph = parts_of(data._global_store) if hetero else []
    lost = [repr(part) for part in of_graph if part != "name"]
    columns, link_columns = {}, {}
    for node_type, store in stores.items():
        further, not_kept = node_columns(store, counts[node_type], set() if hetero else {"name"})
        lost += [f"{part!r} of {node_type}" for part in not_kept]
        if further or store.get("node_attr_columns") is not None:
            columns[node_type] = further
    for key, store in links.items():
        of_nodes = set() if hetero else {k for k in parts_of(store) if not store.is_edge_attr(k)}
        table, not_kept = link_table(store, of_nodes)
        lost += [f"{part!r} of {key[1]}" for part in not_kept]
        if table is not None:
            link_columns[key] = table
    warn_left_out("from_pyg", lost, KEPT_KINDS)
    return Graph(
        Schema(tuple(counts), tuple(Relation(*key, directed=flags[key]) for key in links)),
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
            for n, s in read_splits(t, store, labels[t]).items()
        },
        columns=columns,
        link_columns=link_columns,
        encoders={t: s["encoder"] for t, s in stores.items() if s.get("encoder") is not None},
        name=str(
            data.to_dict().get("name", data.to_dict().get("_global_store", {}).get("name", ""))
        )
        if name is None
        else name,
    )


def to_pyg(graph: Graph, *, dense: bool = False) -> HeteroData:
    """The graph as a `HeteroData`; `from_pyg` gives it back.

    Columns of texts cannot be tensors: a `LeftOut` warning names them.

    Parameters
    ----------
    graph : Graph
        What to convert.
    dense : bool
        Write sparse features out; otherwise they stay sparse, as a torch CSR tensor.

    Returns
    -------
    HeteroData
        Per relation `edge_index`, (2, m) int64. Per node type `x`, (n, d) float32; `y`, (n,) with
        -1 for unlabelled, or (n, c) with `labeled_mask`, (n,), where labels are multi-label;
        `train_mask`, `val_mask` and `test_mask`, (n,), or (n, s) with the s splits in the order of
        `split_names`. Columns of nodes are `node_attr`, (n, k) float64, those of links `edge_attr`,
        (m, k) float64, with one link per row of the link table; `node_attr_columns` and
        `edge_attr_columns` have their names.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [0, 1]}, {"source": [0], "target": [1]})
    >>> to_pyg(graph)["node", "edge", "node"].edge_index.tolist()
    [[0], [1]]
    """
    import torch
    from torch_geometric.data import HeteroData

    data = HeteroData()
    lost: list[str] = []
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
            put_labels(store, graph.labels[node_type], size)
        if node_type in graph.columns:
            not_kept = put_node_columns(store, graph.columns[node_type])
            lost += [f"column {column!r} of {node_type}" for column in not_kept]
        if node_type in graph.encoders:
            store.encoder = graph.encoders[node_type]
        splits = {n: s for n, s in graph.splits.items() if s.node_type == node_type}
        if splits:
            store.split_names = list(splits)
            for part in PARTS:
                mask = np.zeros((size, len(splits)), bool)
                for column, split in enumerate(splits.values()):
                    mask[getattr(split, part), column] = True
                store[f"{part}_mask"] = torch.from_numpy(
                    mask[:, 0].copy() if len(splits) == 1 else mask
                )
    for relation in graph.schema.relations:
        not_kept = put_links(data[relation.key], graph, relation)
        lost += [f"column {column!r} of {relation.name}" for column in not_kept]
    warn_left_out("to_pyg", lost, NO_TENSOR)
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
