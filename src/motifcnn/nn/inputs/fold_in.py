r"""Fold-in: inputs that belong to the training nodes, for a graph that has other nodes as well.

A training node keeps its row, found by its id. A new node i of type t stands for a mix of training
nodes of its type, those that a random walk of two steps reaches: they share neighbours with it.

.. math:: w_{ik} \propto (P^2)_{ik}, \quad P = D^{-1} A, \quad \sum_k w_{ik} = 1

A one-hot row is that mix itself, so a learned row becomes the mean of learned rows. A structural
vector is the sum over neighbours that defines it (`Structure`), in which the new node's own term,
and that of other new nodes, is such a mix of terms.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.graph.ids import locate_ids
from motifcnn.nn.inputs.plan import Inputs
from motifcnn.nn.inputs.structure import Vectors, rows_to_one, scaled_rows
from motifcnn.readable import readable_size
from motifcnn.tensor.plan import free_share

_ROUNDS = 2  # in the second, new nodes are reached that share neighbours with new nodes alone
_BYTES = 8  # per entry of a sparse mix


def training_rows(graph: Graph, inputs: Inputs, node_type: str) -> npt.NDArray[np.int64]:
    """Row in the training graph of every node of a type, -1 for a new one: (n,)."""
    return locate_ids(inputs.ids[node_type], graph.ids[node_type])


def folded_one_hot(graph: Graph, inputs: Inputs, node_type: str) -> sparse.csr_array:
    """One-hot rows over the training nodes, mixes for new ones: (n, n_training) float32.

    A `BudgetError` says how large the mixes would be where they do not fit in memory.
    """
    rows = training_rows(graph, inputs, node_type)
    _require_memory(graph, node_type, rows)
    width = len(inputs.ids[node_type])
    identity = sparse.eye_array(width, dtype=np.float32, format="csr")
    return sparse.csr_array(mixed(graph, node_type, rows, identity))


def folded_structure(graph: Graph, inputs: Inputs, node_type: str) -> Vectors:
    """Structural vectors of a type: (n, columns)."""
    rows = training_rows(graph, inputs, node_type)
    known: Vectors = inputs.arrays[f"structure/{node_type}"]
    new, own = np.flatnonzero(rows < 0), offsets(graph)[node_type]
    vectors = np.zeros((len(rows), known.shape[1]), np.float32)
    vectors[rows >= 0] = known[rows[rows >= 0]]
    if all(f"terms/{t}" in inputs.arrays for t in graph.schema.node_types):
        terms = np.vstack(
            [
                mixed(graph, t, training_rows(graph, inputs, t), inputs.arrays[f"terms/{t}"])
                for t in graph.schema.node_types
            ]
        )
        sums = terms[own][new] + flat_adjacency(graph)[own][new] @ terms
    else:  # a run of an earlier version keeps no terms
        sums = mixed(graph, node_type, rows, known)[new]
    vectors[new] = scaled_rows(np.asarray(sums, dtype=np.float32))
    return vectors


def mixed(graph: Graph, node_type: str, rows: npt.NDArray[np.int64], x: Any) -> Any:
    """Rows of x for training nodes, mixes of them for new nodes.

    Parameters
    ----------
    graph : Graph
    node_type : str
    rows : (n,) int64
        Row of each node in x, -1 for a new one.
    x : (n_training, d) dense or sparse

    Returns
    -------
    (n, d) float32, dense or sparse as x
        Zeros where no walk of two steps reaches a training node, or a new node that has a mix.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [0, 1, 2]}, {"source": [0, 2], "target": [1, 1]})
    >>> mixed(graph, "node", np.array([0, 1, -1]), np.array([[5.0], [7.0]], np.float32)).ravel()
    array([5., 7., 5.], dtype=float32)
    """
    step, own = rows_to_one(flat_adjacency(graph)), offsets(graph)[node_type]
    known = rows >= 0
    result = _placed(np.flatnonzero(known), rows[known], (len(rows), x.shape[0])) @ x
    for _ in range(_ROUNDS):
        away, back = step[own][~known], step[:, own][:, known]
        reached = away @ (back @ np.ones(back.shape[1], np.float32))
        new = np.flatnonzero(~known)[reached > 0]
        if not len(new):
            break
        mean = sparse.diags_array(1 / reached[reached > 0], dtype=np.float32)
        mixes = mean @ (away[reached > 0] @ (back @ result[known]))
        result = result + _placed(new, np.arange(len(new)), (len(rows), len(new))) @ mixes
        known[new] = True
    return result


def _placed(
    rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64], shape: tuple[int, int]
) -> sparse.csr_array:
    return sparse.csr_array((np.ones(len(rows), np.float32), (rows, columns)), shape=shape)


def _require_memory(graph: Graph, node_type: str, rows: npt.NDArray[np.int64]) -> None:
    links, own = flat_adjacency(graph), offsets(graph)[node_type]
    entries = float((links[own][rows < 0] @ (links[:, own] @ np.ones(len(rows)))).sum())
    if _BYTES * entries > (limit := free_share()):
        raise BudgetError(
            f"{(rows < 0).sum():,} new nodes of type {node_type} share neighbours with so many "
            f"nodes that their inputs take up to {readable_size(int(_BYTES * entries))}, over the "
            f"limit of {readable_size(limit)}. Predict fewer new nodes at a time, or train with "
            "featureless='structure'."
        )
