from tests.small_runs import (
    averaging_run,
    baseline,
    deep_run,
    graph,
    hostile,
    multi_label_run,
    run,
    wide_run,
)

__all__ = [
    "averaging_run",
    "baseline",
    "deep_run",
    "graph",
    "hostile",
    "multi_label_run",
    "run",
    "wide_run",
]
