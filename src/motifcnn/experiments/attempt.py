"""Attempt: work on the graph of a column, whose failure is a result as well."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable

from motifcnn.errors import BudgetError, MotifCNNError, MotifError
from motifcnn.experiments.experiment import Column
from motifcnn.experiments.graphs import open_column
from motifcnn.experiments.memory import peak_bytes, reset_peak
from motifcnn.experiments.store import Result
from motifcnn.graph.graph import Graph
from motifcnn.methods import NotApplicable

LASTING = (NotApplicable, BudgetError, MotifError)  # trying again ends the same way


def attempt(column: Column, work: Callable[[Graph], Result]) -> Result:
    """What `work` makes of the graph, with seconds and memory; or a "reason" and a "message"."""
    measured = reset_peak()
    began = time.perf_counter()
    try:
        graph = open_column(column)
        began = time.perf_counter()  # the time to read the graph is not the method's
        result = work(graph)
    except Exception as error:  # of any kind: one failing method must not end a long table
        result = {"reason": type(error).__name__, "message": str(error) or type(error).__name__}
        if not isinstance(error, LASTING):
            result["retry"] = True
        if not isinstance(error, MotifCNNError):  # a bug, which the traceback helps to find
            result["traceback"] = traceback.format_exc()
    peak = peak_bytes() if measured else None
    return result | {"wall_seconds": time.perf_counter() - began, "peak_bytes": peak}
