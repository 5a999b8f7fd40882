"""Figures: the charts of the paper, drawn by matplotlib without a screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.experiments.markdown import TITLES
from motifcnn.experiments.measures import (
    epoch_seconds,
    fitted_line,
    loss_curves,
    motif_worth,
    motifs_used,
    total_seconds,
)
from motifcnn.experiments.table import Entry, Table
from motifcnn.sealed import new_file, write

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
    """Writes the figure of an experiment as SVG and PNG; nothing if there are no results yet.

    Parameters
    ----------
    table : Table
    folder : path
        The files have the name of the experiment.
    """
    figure = FIGURES[table.experiment.draws](table)
    if figure is None:
        return ()
    import matplotlib as mpl

    files = tuple(folder / f"{table.experiment.name}.{kind}" for kind in ("svg", "png"))
    # Text stays text, and the same numbers give the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": table.experiment.name}):
        _save(figure, files[0], metadata={"Date": None, "Creator": None})
        _save(figure, files[1], dpi=150)
    return files


def _save(figure: Figure, file: Path, **options: Any) -> None:
    kind = file.suffix.removeprefix(".")
    with new_file(file) as work:
        write(work, lambda path: figure.savefig(path, format=kind, **options))


def _scores(table: Table) -> Figure | None:
    """Mean and deviation over splits, and the published figure, method by method."""
    metric = table.experiment.metrics[-1]
    figure, panels = _panels(table, lambda entry: True, line_height=0.28)
    for axis, entries in panels:
        place = _list_methods(axis, entries)
        means = [entry.mean(metric) for entry in entries]
        spread = [entry.deviation(metric) for entry in entries]
        axis.errorbar(means, place, xerr=spread, fmt="o", color=_OURS, label="ours")
        known = [
            (value, y)
            for entry, y in zip(entries, place, strict=True)
            if (value := entry.reference(metric)) is not None
        ]
        if known:
            x, y = zip(*known, strict=True)
            axis.plot(x, y, "D", mfc="none", color=_PUBLISHED, label="published")
        axis.set_xlabel(f"{TITLES[metric]}, per cent")
        axis.grid(axis="x", alpha=0.3)
    if panels:
        panels[0][0].legend(loc="best", fontsize="small")
    return figure


def _epoch_time(table: Table) -> Figure | None:
    """A bar per method."""
    figure, panels = _panels(table, _has_epochs, line_height=0.32)
    for axis, entries in panels:
        place = _list_methods(axis, entries)
        bars = axis.barh(place, [1000 * epoch_seconds(entry) for entry in entries], color=_OURS)
        axis.bar_label(bars, fmt="%.3g", padding=2, fontsize="small")
        axis.set_xlabel("milliseconds per epoch")
        axis.margins(x=0.15)
    return figure


def _total_time(table: Table) -> Figure | None:
    """A bar per method; the pre-computation is shaded."""
    figure, panels = _panels(table, lambda entry: True, line_height=0.32)
    for axis, entries in panels:
        place = _list_methods(axis, entries)
        prepare, train = np.array([total_seconds(entry) for entry in entries]).T
        axis.barh(place, prepare, color=_SHADE, hatch="//", label="pre-computation")
        bars = axis.barh(place, train, left=prepare, color=_OURS, label="training")
        labels = [f"{seconds:.3g}" for seconds in prepare + train]
        axis.bar_label(bars, labels, padding=2, fontsize="small")
        axis.set_xlabel("seconds until training stops")
        axis.margins(x=0.15)
    if panels:
        panels[0][0].legend(fontsize="small")
    return figure


def _convergence(table: Table) -> Figure | None:
    """A line per method and split; the first split strong, others faint."""
    figure, panels = _panels(table, _has_epochs)
    for axis, entries in panels:
        for number, entry in enumerate(entries):
            for split, losses in enumerate(loss_curves(entry)):
                axis.plot(
                    np.arange(1, len(losses) + 1),
                    losses,
                    color=f"C{number % 10}",
                    alpha=0.25 if split else 1.0,
                    label=None if split else entry.row,
                )
        axis.set_xlabel("epoch")
        axis.set_ylabel("validation loss")
        axis.legend(fontsize="x-small")
    return figure


def _motif_time(table: Table) -> Figure | None:
    """A point per number of motifs, and the line of least squares through them."""
    figure, panels = _panels(table, _has_epochs)
    for axis, entries in panels:
        motifs = [motifs_used(entry) for entry in entries]
        times = [1000 * epoch_seconds(entry) for entry in entries]
        axis.plot(motifs, times, "o", color=_OURS)
        if len(set(motifs)) > 1:
            slope, intercept, r_squared = fitted_line(motifs, times)
            ends = np.array([min(motifs), max(motifs)])
            axis.plot(ends, slope * ends + intercept, color=_PUBLISHED)
            axis.set_title(f"{axis.get_title()}: {slope:.3g} ms per motif, R² = {r_squared:.3f}")
        axis.set_xlabel("number of motifs")
        axis.set_ylabel("milliseconds per epoch")
        axis.set_ylim(bottom=0)
    return figure


def _attention(table: Table) -> Figure | None:
    """Two bars per motif: its mean attention, and the Macro-F1 lost without it."""
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
    "motif-time": _motif_time,
    "attention": _attention,
}


def _has_epochs(entry: Entry) -> bool:
    return any(map(len, loss_curves(entry)))


def _panels(
    table: Table, fits: Callable[[Entry], bool], line_height: float | None = None
) -> tuple[Figure | None, list[tuple[Axes, list[Entry]]]]:
    """One panel per graph that has entries to show, each with those entries.

    Parameters
    ----------
    table : Table
    fits : callable
        Whether an entry with results is shown.
    line_height : float, optional
        Inches per method; None for panels whose height does not depend on the methods.
    """
    from matplotlib.figure import Figure

    shown = {}
    for column in table.experiment.columns:
        entries = [entry for entry in table.of(column.name) if entry.results and fits(entry)]
        if entries:
            shown[column.name] = entries
    if not shown:
        return None, []
    height = 3.6
    if line_height is not None:
        height = max(line_height * max(map(len, shown.values())) + 1.2, 2.0)
    across = min(len(shown), 3)
    down = -(-len(shown) // across)
    figure = Figure(figsize=(4.8 * across, height * down), layout="constrained")
    axes = list(figure.subplots(down, across, squeeze=False).ravel())
    for unused in axes[len(shown) :]:
        unused.set_axis_off()
    panels = []
    for axis, (name, entries) in zip(axes, shown.items(), strict=False):
        axis.set_title(name)
        panels.append((axis, entries))
    return figure, panels


def _list_methods(axis: Axes, entries: list[Entry]) -> npt.NDArray[np.int64]:
    """Writes the methods at the vertical axis, the first on top; returns their places."""
    place = np.arange(len(entries))[::-1]
    axis.set_yticks(place, [entry.row for entry in entries])
    return place
