"""Features of new nodes: as many columns as the known nodes have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Features, Graph
from motifcnn.readable import plural, shown
from motifcnn.serve.requests import NewNode


def features_of(
    node_type: str, known: npt.NDArray[np.int64], given: Mapping[int, NewNode], graph: Graph
) -> Features:
    """Features of the nodes of a request, (n, d): of known nodes as the training graph has them.

    Parameters
    ----------
    node_type : str
        One with features in the graph.
    known : (n,) int64
        Row in the training graph, -1 for a new node.
    given : mapping of row to NewNode
    graph : Graph
        The training graph.

    Raises
    ------
    GraphError
        If a new node has features of another width, or none where no encoder makes them.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> node = NewNode(id=99999, features={"12": 1.0})
    >>> features_of("package", np.array([7, -1]), {1: node}, graph).shape
    (2, 785)
    """
    whole = graph.features[node_type]
    result = sparse.lil_array((len(known), whole.shape[1]), dtype=np.float32)
    old = np.flatnonzero(known >= 0)
    if len(old):
        result[old] = sparse.csr_array(whole[known[old]])
    for row, node in given.items():
        where = f"new {node_type} {shown(node.id)}"
        if node_type in graph.encoders and node_type in graph.columns:
            if node.features is not None:
                raise GraphError(f"{where}: its features come from columns; give columns instead")
            continue
        columns, values = _entries(node.features, whole.shape[1], where)
        result[row, columns] = values
    matrix = sparse.csr_array(result)
    return matrix if sparse.issparse(whole) else matrix.toarray()


def _entries(given: Any, width: int, where: str) -> tuple[list[int], list[float]]:
    """Columns and values of the features of one node."""
    if given is None:
        raise GraphError(
            f"{where}: no features; give the {plural(width, 'number')} that known nodes have, or "
            "those that are not 0 by column number"
        )
    if isinstance(given, list):
        if len(given) != width:
            raise GraphError(f"{where}: {plural(len(given), 'feature')}, expected {width}")
        return list(range(width)), given
    for column in given:
        if not (column.isascii() and column.isdigit() and len(column) < 10) or int(column) >= width:
            raise GraphError(
                f"{where}: {shown(column)} is no feature column; expected 0 to {width - 1}"
            )
    return [int(column) for column in given], list(given.values())
