"""Diffused features: means over random walks of any length, types and directions left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.graph.flat import normalised_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.nn.sparse.matrix import SparseMatrix

_STEPS = 12


def diffused(
    graph: Graph, features: Mapping[str, Any], restart: float
) -> dict[str, npt.NDArray[np.float32]]:
    r"""Features averaged over random walks with restart, cut after 12 steps.

    .. math:: \sum_{k=0}^{12} r (1 - r)^k S^k X, \quad S = D^{-1/2} A D^{-1/2}

    Types may have features of different widths; each width has columns of its own, those of one
    type after another.

    Parameters
    ----------
    graph : Graph
    features : mapping of node type to (n, d) array
        Types that are missing hold zeros.
    restart : float
        Chance to return to the start at each step; the smaller, the further a walk sees.

    Returns
    -------
    dict of node type to (n, sum of widths) float32

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> graph = Graph(schema, {("user", "knows", "user"): np.array([[0, 1], [1, 0]])}, {"user": 2})
    >>> x = {"user": np.array([[1.0], [1.0]], dtype=np.float32)}
    >>> diffused(graph, x, 0.5)["user"].round(2).ravel()
    array([1., 1.], dtype=float32)
    """
    step, rows = SparseMatrix(normalised_adjacency(graph, loops=False)), offsets(graph)
    width = sum(block.shape[1] for block in features.values())
    x = np.zeros((graph.num_nodes, width), dtype=np.float32)
    column = 0
    for node_type, block in features.items():
        columns = slice(column, column + block.shape[1])
        x[rows[node_type], columns] = block.toarray() if sparse.issparse(block) else block
        column = columns.stop
    total = np.float32(restart) * x
    for k in range(1, _STEPS + 1):
        x = step.times(torch.from_numpy(x)).numpy()
        total += np.float32(restart * (1 - restart) ** k) * x
    return {t: total[own] for t, own in rows.items()}
