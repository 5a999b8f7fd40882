"""One fit in a process of its own."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from benchmarks.accuracy.methods import METHODS
from benchmarks.accuracy.store import result_file, write_result

_GRAPHS: dict[str, Any] = {}


def fit_once(dataset: str, method: str, split: int, folder: Path) -> tuple[float, float, float]:
    """Fits a method on one split, keeps the result, and returns Micro-F1, Macro-F1 and seconds."""
    from motifcnn.train.fit import fit
    from motifcnn.train.split import random_split

    graph = _graph(dataset)
    began = time.perf_counter()
    run = fit(graph, split=random_split(graph, seed=split), seed=split, **METHODS[method])
    seconds = time.perf_counter() - began
    result = {"micro_f1": run.test.micro_f1, "macro_f1": run.test.macro_f1, "seconds": seconds, "epochs": len(run.history)}
    if run.test_at_half is not None:
        result |= {"micro_f1_at_half": run.test_at_half.micro_f1, "macro_f1_at_half": run.test_at_half.macro_f1}
    write_result(result_file(folder, dataset, method, split), result)
    return run.test.micro_f1, run.test.macro_f1, seconds


def validate_once(dataset: str, name: str, split: int, settings: dict[str, object], folder: Path) -> str:
    """Fits `default` with changed settings on one split and keeps its score on the validation nodes."""
    from motifcnn.train.fit import fit
    from motifcnn.train.split import random_split

    graph = _graph(dataset)
    began = time.perf_counter()
    run = fit(graph, split=random_split(graph, seed=split), seed=split, settings=settings)
    result = {
        "micro_f1": run.validation.micro_f1,
        "macro_f1": run.validation.macro_f1,
        "seconds": time.perf_counter() - began,
        "epochs": len(run.history),
    }
    write_result(result_file(folder, dataset, name, split), result)
    return f"{dataset}, {name}, split {split}: {100 * result['micro_f1']:.2f} / {100 * result['macro_f1']:.2f}"


def _graph(dataset: str) -> Any:
    import torch

    from motifcnn.datasets import load_dataset

    torch.set_num_threads(1)
    if dataset not in _GRAPHS:
        _GRAPHS[dataset] = load_dataset(dataset)
    return _GRAPHS[dataset]
