"""PyG AddMetaPaths: counts walks along a path of relations, less returning walks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.counting.cases import Problem
from benchmarks.counting.checksum import Checksum, of_entries
from benchmarks.counting.peers import Method


def methods(shape: str, homogeneous: bool, same_ends: bool) -> dict[str, Method]:
    """Paths only: a metapath has no closing link and no branches."""
    return {"pyg": Method(_metapath, _checksum)} if shape == "path" else {}


def _metapath(problem: Problem) -> Callable[[], Any]:
    import torch
    from torch_geometric.data import HeteroData
    from torch_geometric.transforms import AddMetaPaths

    context = "t" if problem.same_ends else "c"
    data = HeteroData()
    sizes = {
        "t": problem.start.shape[0],
        "m": problem.start.shape[1],
        context: problem.end.shape[1],
    }
    for node_type, size in sizes.items():
        data[node_type].num_nodes = size
    for key, matrix in ((("t", "to", "m"), problem.start), (("m", "to", context), problem.end)):
        index = np.stack([axis.astype(np.int64) for axis in matrix.tocoo().coords])
        data[key].edge_index = torch.from_numpy(index)
    transform = AddMetaPaths([[("t", "to", "m"), ("m", "to", context)]], weighted=True)

    def run() -> tuple[Any, Any]:
        found = transform(data)["t", "metapath_0", context]
        index, weight = found.edge_index, found.edge_weight
        if problem.same_ends:
            keep = index[0] != index[1]
            index, weight = index[:, keep], weight[keep]
        return index, weight

    return run


def _checksum(result: tuple[Any, Any]) -> Checksum:
    return of_entries(result[0][0].numpy(), result[0][1].numpy(), result[1].numpy())
