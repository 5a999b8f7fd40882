"""A table as Markdown: our figures, the published ones, and a reason where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from motifcnn.experiments.measures import measure
from motifcnn.experiments.published import NOTES, Figures
from motifcnn.experiments.table import AGAINST, Entry, Table
from motifcnn.experiments.version import package_version
from motifcnn.readable import plural

TITLES = {"micro_f1": "Micro-F1", "macro_f1": "Macro-F1", "accuracy": "accuracy"}
OLD_MARK = "†"
_SHORT = 60  # characters of a reason within a table
_KINDS = {
    "NotApplicable": "not applicable",
    "MotifError": "not applicable",
    "BudgetError": "over budget",
    "process killed": "process killed",
}


def markdown(table: Table, *, made: str = "") -> str:
    """A whole page: numbers of the figure, if any, an overview, one table per graph, and reasons.

    Parameters
    ----------
    table : Table
    made : str
        When and where, for the head line.
    """
    experiment = table.experiment
    shown = " / ".join(TITLES[metric] for metric in experiment.metrics)
    made_by = experiment.command or f"motifcnn reproduce {experiment.name}"
    reasons: list[str] = []
    overview = _table(
        ("method", *(column.name for column in experiment.columns)),
        (
            (row, *(text_of(entry, experiment.metrics, reasons) for entry in entries))
            for row, entries in table.by_row().items()
        ),
    )
    graphs = [_graph(table, column.name, reasons) for column in experiment.columns]
    numbers = measure(table)
    notes = [f"{number}. {reason}" for number, reason in enumerate(reasons, 1)]
    parts = [
        f"# {experiment.title}",
        f"`{made_by}`, version {package_version()}{', ' + made if made else ''}. {shown} in per "
        f"cent, mean ± deviation over {plural(experiment.splits, 'split')}; "
        f"{tuning_budget(experiment.trials)}. Test nodes decide nothing.",
        old_note(table),
        _table(*number_cells(numbers)) if numbers else "",
        overview,
        *graphs,
        "## Reasons\n\n" + "\n".join(notes) if notes else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def tuning_budget(trials: int) -> str:
    """How settings were chosen, in words.

    Examples
    --------
    >>> tuning_budget(0)
    "every method with its own recipe's settings"
    """
    if trials <= 1:
        return "every method with its own recipe's settings"
    return (
        f"every method tuned on validation nodes, {trials} fits per split, its own recipe's "
        "settings first"
    )


def old_note(table: Table) -> str:
    """What the mark of old results means; empty where the table has none."""
    if not any(entry.old for entry in table.entries):
        return ""
    return f"{OLD_MARK} with results of other code than this version's; fit again for new ones."


def text_of(entry: Entry, metrics: tuple[str, ...], reasons: list[str]) -> str:
    """The figures of an entry, or why there are none.

    Parameters
    ----------
    entry : Entry
    metrics : tuple of str
    reasons : list of str
        A reason is added to it, and referred to by its number.
    """
    if entry.results:
        figures = " / ".join(_figure(entry, metric) for metric in metrics)
        if len(entry.results) < entry.wanted:
            figures += f" ({len(entry.results)} of {entry.wanted} splits)"
        return figures + (f" {OLD_MARK}" if entry.old else "")
    if not entry.reasons:
        return "not run yet"
    return "; ".join(_numbered(reason, reasons) for reason in entry.reasons)


def number_cells(numbers: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Titles and texts of what `measure` found; whole curves are left to the figure."""
    names = [name for name in numbers[0] if not isinstance(numbers[0][name], list)]
    titles = [name.replace("_", " ").replace("f1", "F1") for name in names]
    return titles, [[_number(one[name]) for name in names] for one in numbers]


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(_escape(cell) for cell in line) + " |" for line in lines)


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
    return "" if value is None else str(value)


def _graph(table: Table, column: str, reasons: list[str]) -> str:
    metrics = table.experiment.metrics
    titles = (
        "method",
        *(TITLES[metric] for metric in metrics),
        "published",
        "difference",
        f"p against {AGAINST}",
        "splits",
        "seconds per fit",
        "peak GB",
    )
    rows = [_row(entry, metrics, reasons) for entry in table.of(column)]
    for method, figures in table.elsewhere[column].items():
        empty = [""] * (len(metrics) - 1)
        published = _published(figures, metrics)
        rows.append([method, "not run here", *empty, published, "", "", "", "", ""])
    note = f"{NOTES[column]}\n\n" if column in NOTES else ""
    return f"## {column}\n\n{note}{_table(titles, rows)}"


def _row(entry: Entry, metrics: tuple[str, ...], reasons: list[str]) -> list[str]:
    published = _published(entry.published, metrics)
    if not entry.results:
        empty = [""] * (len(metrics) - 1)
        return [entry.row, text_of(entry, metrics, reasons), *empty, published, "", "", "0", "", ""]
    differences = [entry.difference(metric) for metric in metrics]
    p_values = [entry.p_values[metric] for metric in metrics if metric in entry.p_values]
    mark = f" {OLD_MARK}" if entry.old else ""
    return [
        entry.row,
        *(_figure(entry, metric) + mark for metric in metrics),
        published,
        " / ".join(f"{d:+.2f}" for d in differences if d is not None),
        " / ".join(f"{p:.2g}" for p in p_values),
        str(len(entry.results)),
        f"{entry.seconds():.1f}",
        f"{entry.peak_bytes() / 1e9:.1f}" if entry.peak_bytes() else "",
    ]


def _figure(entry: Entry, metric: str) -> str:
    """Mean, and the deviation unless there is one split."""
    return f"{entry.mean(metric):.2f}" + (
        f" ± {entry.deviation(metric):.2f}" if len(entry.results) > 1 else ""
    )


def _published(found: Figures | str | None, metrics: tuple[str, ...]) -> str:
    if not isinstance(found, dict):
        return found or ""
    return " / ".join(f"{found[metric]:.2f}" for metric in metrics if metric in found)


def _numbered(reason: str, reasons: list[str]) -> str:
    """A reason in short, with the number under which the whole of it is listed."""
    kind, _, message = reason.partition(": ")
    line = " ".join(reason.split())
    if line not in reasons:
        reasons.append(line)
    first = " ".join(message.split())
    short = first if len(first) <= _SHORT else first[: _SHORT - 1].rstrip() + "…"
    return f"{_KINDS.get(kind, 'failed')}: {short} [{reasons.index(line) + 1}]"
