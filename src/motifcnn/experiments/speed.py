"""Speed on one graph: seconds to count a motif, and to prepare and train a method."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.methods import get_method
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count
from motifcnn.train.fit import fit


@dataclass(frozen=True)
class CountTime:
    """Seconds of one exact count, the smallest of several; `reason` says why there are none."""

    motif: str
    seconds: float | None
    instances: int | None
    nonzeros: int | None
    reason: str = ""


@dataclass(frozen=True)
class FitTime:
    """Seconds of preparation and of the median epoch; `reason` says why there are none."""

    model: str
    prepare_seconds: float | None
    epoch_seconds: float | None
    reason: str = ""


def time_counting(
    graph: Graph, motifs: Sequence[Motif | str], *, rounds: int = 3
) -> tuple[CountTime, ...]:
    """Times the exact count of each motif, after a first one that is not timed.

    Examples
    --------
    >>> import motifcnn as mc
    >>> motif = mc.Motif.parse("(t:package)--(c:library)")
    >>> (found,) = time_counting(mc.load_dataset("debian"), [motif], rounds=1)
    >>> found.instances
    16584
    """
    times = []
    for motif in motifs:
        try:
            tensor = count(graph, motif)
            seconds = min(_clock(partial(count, graph, motif)) for _ in range(rounds))
        except BudgetError as error:
            times.append(CountTime(str(motif), None, None, None, str(error)))
            continue
        nonzeros = sum(int(role.matrix.nnz) for role in tensor.roles)
        times.append(CountTime(str(motif), seconds, int(tensor.instances.sum()), nonzeros))
    return tuple(times)


def time_methods(
    graph: Graph, models: Sequence[str], *, epochs: int = 20, **options: Any
) -> tuple[FitTime, ...]:
    """Times each method on a copy of the graph, after a fit of one epoch that is not timed.

    Parameters
    ----------
    graph : Graph
    models : sequence of str
    epochs : int
        Most epochs to time; training may stop before.
    options
        As in `fit`.
    """
    times = []
    for model in models:
        try:
            fit(replace(graph), model=model, epochs=at_most(1, model), **options)
            run = fit(replace(graph), model=model, epochs=at_most(epochs, model), **options)
        except MotifCNNError as error:
            times.append(FitTime(model, None, None, f"{type(error).__name__}: {error}"))
            continue
        each = np.diff([0.0, *(epoch.seconds for epoch in run.history)])
        epoch = float(np.median(each)) if len(each) > 1 else None
        times.append(FitTime(model, run.seconds["prepare"], epoch))
    return tuple(times)


def at_most(epochs: int, model: str) -> int | None:
    """The limit of epochs as `fit` takes it: None for a model that does not train by epochs.

    Examples
    --------
    >>> at_most(1, "mlp"), at_most(1, "majority")
    (1, None)
    """
    return epochs if hasattr(get_method(model).settings, "epochs") else None


def _clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
