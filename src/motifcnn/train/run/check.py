"""Whether the parts of a stored run fit each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from motifcnn.readable import shown
from motifcnn.train.run.inputs_check import inputs_problem
from motifcnn.train.run.sizes import sizes_problem

if TYPE_CHECKING:
    from motifcnn.train.run.run import Run

_SLACK = 1e-3  # probabilities of some methods are rounded
_FREE = 2**22  # columns of an input block, whatever the weights are


def run_problem(run: Run) -> str | None:
    """What is wrong with a run; None where nothing is.

    Rows of the split are nodes, there is a probability for each node and class, ids increase, and
    no block of inputs and no size in the settings is larger than the weights.

    Examples
    --------
    >>> from dataclasses import replace
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), model="majority")
    >>> run_problem(run) is None
    True
    >>> run_problem(replace(run, probabilities=run.probabilities * np.nan))
    'probabilities are not all between 0 and 1'
    """
    if run.target not in run.schema.node_types:
        return f"its target {shown(run.target)} is not a type of its schema"
    if not 1 <= run.best <= len(run.history):
        return f"it keeps epoch {run.best}, but has {len(run.history)}"
    return (
        _nodes_problem(run)
        or _probabilities_problem(run)
        or _widths_problem(run)
        or inputs_problem(run.inputs, run.schema.node_types)
        or sizes_problem(dict(run.settings), run.weights)
    )


def _nodes_problem(run: Run) -> str | None:
    nodes = len(run.ids)
    if nodes > 1 and not (run.ids[1:] > run.ids[:-1]).all():
        return "its ids are not increasing, each once"
    if run.names is not None and len(run.names) != nodes:
        return f"{len(run.names):,} names of {nodes:,} nodes"
    for part in ("train", "val", "test"):
        rows = getattr(run.split, part)
        if len(rows) and not 0 <= rows.min() <= rows.max() < nodes:
            return (
                f"rows {rows.min()} to {rows.max()} in the {part} part of its split, expected 0 to "
                f"{nodes - 1}"
            )
    return None


def _probabilities_problem(run: Run) -> str | None:
    expected = (len(run.ids), len(run.classes))
    if run.probabilities.shape != expected:
        return f"probabilities of shape {run.probabilities.shape}, expected {expected}"
    within = (run.probabilities >= -_SLACK) & (run.probabilities <= 1 + _SLACK)  # False for NaN
    return None if within.all() else "probabilities are not all between 0 and 1"


def _widths_problem(run: Run) -> str | None:
    room = max(_FREE, sum(int(np.size(values)) for values in run.weights.values()))
    for node_type, widths in run.inputs.widths.items():
        if max(widths, default=0) > room:
            return f"inputs of {shown(node_type)} are {max(widths):,} wide, more than its weights"
    return None
