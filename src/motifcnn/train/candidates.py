"""Candidates: several fits on one split, of which validation keeps one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from motifcnn.errors import BudgetError, MotifCNNError, MotifError
from motifcnn.methods import NotApplicable
from motifcnn.methods.finite import TrainingError
from motifcnn.nn.settings import ConfigError
from motifcnn.train.run.run import Run
from motifcnn.train.run.tried import Tried

AUTO = ("motif-cnn", "wide-motif", "gcn", "boosting")
"""What ``model="auto"`` tries, in this order."""
AUTO_SECONDS = 300.0
"""Seconds after which ``model="auto"`` begins no further fit."""


def best_of(candidates: Mapping[str, Callable[[], Run]], *, seconds: float = float("inf")) -> Run:
    """Fits candidates and keeps the one with the best mean F1 on validation, the first of equals.

    Parameters
    ----------
    candidates : mapping of name to function
        Each returns its run; one that fails is left out with its reason.
    seconds : float
        No further fit begins after so long.

    Returns
    -------
    Run
        `tried` has all candidates, `seconds` the time of all of them.
    """
    began = time.perf_counter()
    runs: dict[str, Run] = {}
    tried: list[Tried] = []
    failed: MotifCNNError | None = None
    for name, fit in candidates.items():
        start = time.perf_counter()
        if runs and start - began > seconds:
            tried.append(Tried(name, reason=f"not tried: {seconds:.0f} seconds were over"))
            continue
        try:
            runs[name] = fit()
        except (NotApplicable, BudgetError, ConfigError, MotifError, TrainingError) as error:
            failed = failed or error
            tried.append(Tried(name, reason=f"{type(error).__name__}: {error}"))
            continue
        scores, spent = runs[name].validation, time.perf_counter() - start
        tried.append(Tried(name, scores.micro_f1, scores.macro_f1, spent))
    if not runs:
        assert failed is not None
        raise failed
    best = max(runs, key=lambda name: runs[name].validation.mean_f1)
    marked = tuple(replace(one, kept=one.name == best) for one in tried)
    phases = {
        phase: sum(run.seconds[phase] for run in runs.values()) for phase in runs[best].seconds
    }
    return replace(runs[best], tried=marked, seconds=phases)
