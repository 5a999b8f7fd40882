"""Figures: the charts of the paper, drawn by matplotlib without a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from motifcnn.experiments.markdown import TITLES
from motifcnn.experiments.measures import epoch_seconds, loss_curves, motif_worth, total_seconds
from motifcnn.experiments.table import Entry, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MISSING = "figures need matplotlib, which is not installed: pip install 'motifcnn[report]'"
_OURS, _PUBLISHED, _SHADE = "#1f6fb4", "#c2571a", "#b9c6d2"


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def draw(table: Table, folder: Path) -> tuple[Path, ...]:
    """Writes what the experiment draws as SVG and PNG, named after it; nothing while there is nothing to show.

    Parameters
    ----------
    table : Table
    folder : path
    """
    figure = FIGURES[table.experiment.draws](table)
    if figure is None:
        return ()
    import matplotlib as mpl

    files = tuple(folder / f"{table.experiment.name}.{kind}" for kind in ("svg", "png"))
    # Text stays text, and the same numbers give the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": table.experiment.name}):
        figure.savefig(files[0], metadata={"Date": None})
        figure.savefig(files[1], dpi=150)
    return files


def _scores(table: Table) -> Figure | None:
    """Ours with the deviation over splits, and the published figure, method by method; one panel per graph."""
    metric = table.experiment.metrics[-1]
    panels = _columns(table, lambda entry: True)
    if not panels:
        return None
    figure, axes = _panels(
        len(panels), height=0.28 * max(len(entries) for _, entries in panels) + 1.2
    )
    for axis, (name, entries) in zip(axes, panels, strict=True):
        place = np.arange(len(entries))[::-1]
        means, spread = zip(
            *((entry.mean(metric), entry.deviation(metric)) for entry in entries), strict=True
        )
        axis.errorbar(means, place, xerr=spread, fmt="o", color=_OURS, label="ours")
        figures = [(entry.published, y) for entry, y in zip(entries, place, strict=True)]
        if known := [
            (found[metric], y)
            for found, y in figures
            if isinstance(found, dict) and metric in found
        ]:
            axis.plot(
                *zip(*known, strict=True), "D", mfc="none", color=_PUBLISHED, label="published"
            )
        axis.set_yticks(place, [entry.row for entry in entries])
        axis.set_title(name)
        axis.set_xlabel(f"{TITLES[metric]}, per cent")
        axis.grid(axis="x", alpha=0.3)
    axes[0].legend(loc="best", fontsize="small")
    return figure


def _epoch_time(table: Table) -> Figure | None:
    """A bar per method."""
    panels = _columns(table, lambda entry: any(map(len, loss_curves(entry))))
    if not panels:
        return None
    figure, axes = _panels(
        len(panels), height=0.32 * max(len(entries) for _, entries in panels) + 1.2
    )
    for axis, (name, entries) in zip(axes, panels, strict=True):
        place = np.arange(len(entries))[::-1]
        bars = axis.barh(place, [1000 * epoch_seconds(entry) for entry in entries], color=_OURS)
        axis.bar_label(bars, fmt="%.3g", padding=2, fontsize="small")
        axis.set_yticks(place, [entry.row for entry in entries])
        axis.set_title(name)
        axis.set_xlabel("milliseconds per epoch")
        axis.margins(x=0.15)
    return figure


def _total_time(table: Table) -> Figure | None:
    """A bar per method; the pre-computation is shaded."""
    panels = _columns(table, lambda entry: True)
    if not panels:
        return None
    figure, axes = _panels(
        len(panels), height=0.32 * max(len(entries) for _, entries in panels) + 1.2
    )
    for axis, (name, entries) in zip(axes, panels, strict=True):
        place = np.arange(len(entries))[::-1]
        prepare, train = zip(*(total_seconds(entry) for entry in entries), strict=True)
        axis.barh(place, prepare, color=_SHADE, hatch="//", label="pre-computation")
        bars = axis.barh(place, train, left=prepare, color=_OURS, label="training")
        axis.bar_label(
            bars,
            [f"{p + t:.3g}" for p, t in zip(prepare, train, strict=True)],
            padding=2,
            fontsize="small",
        )
        axis.set_yticks(place, [entry.row for entry in entries])
        axis.set_title(name)
        axis.set_xlabel("seconds until training stops")
        axis.margins(x=0.15)
    axes[0].legend(fontsize="small")
    return figure


def _convergence(table: Table) -> Figure | None:
    """A line per method; the first split strong, others faint."""
    panels = _columns(table, lambda entry: any(map(len, loss_curves(entry))))
    if not panels:
        return None
    figure, axes = _panels(len(panels), height=3.6)
    for axis, (name, entries) in zip(axes, panels, strict=True):
        for number, entry in enumerate(entries):
            colour = f"C{number % 10}"
            for curve_number, curve in enumerate(loss_curves(entry)):
                label = entry.row if curve_number == 0 else None
                axis.plot(
                    np.arange(1, len(curve) + 1),
                    curve,
                    color=colour,
                    alpha=0.25 if curve_number else 1.0,
                    label=label,
                )
        axis.set_title(name)
        axis.set_xlabel("epoch")
        axis.set_ylabel("validation loss")
        axis.legend(fontsize="x-small")
    return figure


def _attention(table: Table) -> Figure | None:
    """Per method and graph two bars for each motif: its mean attention, and the Macro-F1 lost without it."""
    shown = [
        (entry, worth) for entry in table.entries if entry.results and (worth := motif_worth(entry))
    ]
    if not shown:
        return None
    from matplotlib.figure import Figure

    heights = [0.25 * len(worth) + 0.9 for _, worth in shown]
    figure = Figure(figsize=(11, sum(heights)), layout="constrained")
    axes = figure.subplots(len(shown), 2, squeeze=False, height_ratios=heights)
    for (left, right), (entry, worth) in zip(axes, shown, strict=True):
        place = np.arange(len(worth))[::-1]
        left.barh(place, [one["attention"] or 0.0 for one in worth], color=_OURS)
        left.set_yticks(place, [one["motif"] for one in worth], fontsize="x-small")
        left.set_title(f"{entry.column}, {entry.row}: mean attention", fontsize="medium")
        right.barh(place, [one["lost_macro_f1"] for one in worth], color=_PUBLISHED)
        right.set_yticks(place, [""] * len(worth))
        right.axvline(0, color="black", linewidth=0.8)
        right.set_title("points of Macro-F1 lost without it", fontsize="medium")
    return figure


FIGURES: dict[str, Callable[[Table], Any]] = {
    "scores": _scores,
    "epoch-time": _epoch_time,
    "total-time": _total_time,
    "convergence": _convergence,
    "attention": _attention,
}


def _columns(table: Table, fits: Callable[[Entry], bool]) -> list[tuple[str, list[Entry]]]:
    """Graphs with the entries that have something to show."""
    panels = []
    for column in table.experiment.columns:
        entries = [entry for entry in table.of(column.name) if entry.results and fits(entry)]
        if entries:
            panels.append((column.name, entries))
    return panels


def _panels(count: int, height: float) -> tuple[Figure, Sequence[Axes]]:
    from matplotlib.figure import Figure

    across = min(count, 3)
    down = -(-count // across)
    figure = Figure(figsize=(4.8 * across, max(height, 2.0) * down), layout="constrained")
    axes = list(figure.subplots(down, across, squeeze=False).ravel())
    for unused in axes[count:]:
        unused.set_axis_off()
    return figure, axes[:count]
