"""The tables: mean and deviation, the published figure beside it, and paired tests against `default`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import stats

from benchmarks.accuracy.methods import DATASETS, METHODS
from benchmarks.accuracy.published import PUBLISHED
from benchmarks.accuracy.store import read_results


def markdown(folder: Path, datasets: tuple[str, ...] = DATASETS) -> str:
    """One table per dataset: Micro-F1 / Macro-F1 in per cent."""
    return "\n\n".join(_dataset(folder, dataset) for dataset in datasets)


def _dataset(folder: Path, dataset: str) -> str:
    lines = [
        f"### {dataset}",
        "",
        "| method | Micro-F1 | Macro-F1 | published | p against default | splits | seconds per fit |",
        "|---|---|---|---|---|---|---|",
    ]
    default = read_results(folder, dataset, "default")
    for method in METHODS:
        found = read_results(folder, dataset, method)
        if not found:
            continue
        cells = [_mean(found, metric) for metric in ("micro_f1", "macro_f1")]
        published = PUBLISHED.get((dataset, method))
        beside = f"{published[0]:.2f} / {published[1]:.2f}" if published else ""
        seconds = float(np.mean([result["seconds"] for result in found.values()]))
        p_values = _p_values(default, found, method)
        lines.append(f"| {method} | {cells[0]} | {cells[1]} | {beside} | {p_values} | {len(found)} | {seconds:.1f} |")
    if any("micro_f1_at_half" in result for result in default.values()):
        cells = [_mean(default, f"{metric}_at_half") for metric in ("micro_f1", "macro_f1")]
        lines.append(f"| default at the plain threshold 0.5 | {cells[0]} | {cells[1]} | | | {len(default)} | |")
    return "\n".join(lines)


def _mean(found: dict[int, dict[str, float]], metric: str) -> str:
    values = 100 * np.array([result[metric] for result in found.values()])
    return f"{values.mean():.2f} ± {values.std(ddof=1) if len(values) > 1 else 0:.2f}"


def _p_values(default: dict[int, dict[str, float]], found: dict[int, dict[str, float]], method: str) -> str:
    shared = sorted(default.keys() & found.keys())
    if method == "default" or len(shared) < 2:
        return ""
    cells = []
    for metric in ("micro_f1", "macro_f1"):
        gaps = np.array([default[s][metric] - found[s][metric] for s in shared])
        cells.append("1" if not gaps.any() else f"{stats.ttest_1samp(gaps, 0.0).pvalue:.2g}")
    return " / ".join(cells)
