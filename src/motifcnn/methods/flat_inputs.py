"""Inputs of methods that take the nodes of all types as one set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from scipy import sparse

from motifcnn.methods.method import Problem
from motifcnn.nn.features import Features
from motifcnn.nn.inputs import Inputs, InputSettings, node_inputs, require_some, side_by_side
from motifcnn.nn.stacked import Stacked


@dataclass(frozen=True, eq=False)
class FlatInputs:
    """What all nodes feed in, stacked in the schema's order of types.

    Parameters
    ----------
    fitted : Inputs
        What was fitted without labels; a classifier hands it on as its `inputs`.
    x : (n, width) Stacked
        Each type has columns of its own. With several types, the last column of each says that a
        node is of that type.
    """

    fitted: Inputs
    x: Stacked


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
    inputs = require_some(node_inputs(graph, settings, problem.inputs))

    def make() -> FlatInputs:
        several = len(graph.counts) > 1
        types = graph.schema.node_types
        each = [_blocks(inputs.columns[t], graph.counts[t], several) for t in types]
        return FlatInputs(inputs.fitted, Stacked(each))

    return graph.cache.get(("flat inputs", inputs.fitted), make)


def _blocks(columns: tuple[Any, ...], count: int, type_column: bool) -> list[Features]:
    """Dense columns in one block, sparse ones in a block each."""
    wide = [part for part in columns if sparse.issparse(part)]
    dense = [part for part in columns if not sparse.issparse(part)]
    if type_column:
        dense.append(np.ones((count, 1), np.float32))
    blocks = [side_by_side((part,)) for part in wide]
    return [*blocks, side_by_side(tuple(dense)) if dense else torch.zeros(count, 0)]
