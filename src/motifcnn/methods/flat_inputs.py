"""Inputs of methods that take the nodes of all types as one set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.methods.method import Problem
from motifcnn.nn.inputs import Inputs, InputSettings, NodeInputs, node_inputs, require_some
from motifcnn.nn.sparse import SparseMatrix


@dataclass(frozen=True, eq=False)
class FlatInputs:
    """What all nodes feed in, stacked in the schema's order of types.

    Parameters
    ----------
    fitted : Inputs
        What was fitted without labels; a classifier hands it on as its `inputs`.
    x : (n, width) SparseMatrix
        Each type has columns of its own. With several types, the last columns are a one-hot node
        type.
    """

    fitted: Inputs
    x: SparseMatrix


def flat_inputs(problem: Problem) -> FlatInputs:
    """The inputs of a problem's graph, kept with the graph.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")  # packages have 785 words, the other types are one-hot
    >>> flat_inputs(Problem(graph, "package", (), 8, InputSettings())).x.shape
    (4333, 2011)
    >>> sum(graph.counts.values()) - graph.counts["package"] + 785 + len(graph.counts)
    2011
    """
    graph, settings = problem.graph, problem.settings.of(InputSettings)

    def make() -> FlatInputs:
        inputs = require_some(node_inputs(graph, settings, problem.inputs))
        return FlatInputs(inputs.fitted, SparseMatrix(_stacked(graph, inputs)))

    # The fitted inputs are part of the value, so their id stays theirs.
    return graph.cache.get(("flat inputs", settings, id(problem.inputs)), make)


def _stacked(graph: Graph, inputs: NodeInputs) -> sparse.csr_array:
    counts = [graph.counts[t] for t in graph.schema.node_types]
    own = []
    for t in graph.schema.node_types:
        empty = sparse.csr_array((graph.counts[t], 0), dtype=np.float32)
        own.append(sparse.hstack([empty, *map(sparse.csr_array, inputs.columns[t])]))
    x = sparse.block_diag(own, format="csr")
    if len(counts) > 1:
        one_hot = [np.ones((count, 1), np.float32) for count in counts]
        x = sparse.hstack([x, sparse.block_diag(one_hot)])
    return sparse.csr_array(x, dtype=np.float32)
