"""What a method propagates over all relations: features in full width, and learned rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from motifcnn.graph.flat import normalised_adjacency
from motifcnn.graph.graph import Graph
from motifcnn.nn.inputs import Inputs, InputSettings
from motifcnn.nn.inputs.fold_in import folded_one_hot
from motifcnn.nn.inputs.text import weighted
from motifcnn.nn.propagated import Propagated
from motifcnn.nn.sparse.matrix import SparseMatrix


def propagated(
    graph: Graph, settings: InputSettings, fitted: Inputs, *, rows: bool = False
) -> Propagated | None:
    """Features in full width and the operator over all relations, kept with the graph.

    Parameters
    ----------
    graph : Graph
    settings : InputSettings
        Types whose features were projected have them here in full width; without projection, all
        types that have features.
    fitted : Inputs
        What was fitted on the training graph.
    rows : bool
        Types without features have a one-hot row per node, that is a learned row; nodes that came
        later have the mix of rows of nodes that they share neighbours with.

    Returns
    -------
    Propagated or None
        None where no type has anything to propagate.
    """
    key = ("propagated", settings, fitted, rows)
    return graph.cache.get(key, lambda: _made(graph, settings, fitted, rows))


def _made(graph: Graph, settings: InputSettings, fitted: Inputs, rows: bool) -> Propagated | None:
    each = {t: _block(graph, t, settings, fitted, rows) for t in graph.schema.node_types}
    if not any(block.shape[1] for block in each.values()):
        return None
    return Propagated(
        SparseMatrix(sparse.block_diag(list(each.values()))),
        SparseMatrix(normalised_adjacency(graph, loops=True)),
    )


def _block(
    graph: Graph, node_type: str, settings: InputSettings, fitted: Inputs, rows: bool
) -> sparse.csr_array:
    """What the nodes of a type propagate: (n, width), without columns where that is nothing."""
    x: Any = (graph.counts[node_type], 0)
    if node_type in graph.features:
        if f"project/{node_type}" in fitted.arrays or not settings.project:
            x = weighted(graph.features[node_type], node_type, settings, fitted.arrays)
    elif rows:
        x = folded_one_hot(graph, fitted, node_type)
    return sparse.csr_array(x, dtype=np.float32)
