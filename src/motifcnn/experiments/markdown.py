"""A table as Markdown and as JSON: ours, the published figure, the difference; and a reason in every cell without a figure."""

from __future__ import annotations

from typing import Any

from motifcnn.experiments.measures import measure
from motifcnn.experiments.published import NOTES
from motifcnn.experiments.table import AGAINST, Entry, Table
from motifcnn.experiments.version import package_version

TITLES = {"micro_f1": "Micro-F1", "macro_f1": "Macro-F1", "accuracy": "accuracy"}
_SHORT = 60
_KINDS = {
    "NotApplicable": "not applicable",
    "MotifError": "not applicable",
    "BudgetError": "over budget",
    "process killed": "process killed",
}


def markdown(table: Table, *, made: str = "") -> str:
    """The numbers of the figure, if any, an overview, then one table per graph; reasons are spelled out at the end.

    Parameters
    ----------
    table : Table
    made : str
        When and where, for the head line.
    """
    experiment = table.experiment
    shown = " / ".join(TITLES[metric] for metric in experiment.metrics)
    made_by = experiment.command or f"motifcnn reproduce {experiment.name}"
    splits = f"{experiment.splits} split{'s' if experiment.splits > 1 else ''}"
    head = [
        f"# {experiment.title}",
        "",
        f"`{made_by}`, version {package_version()}{', ' + made if made else ''}. {shown} in per cent, mean ± deviation over "
        f"{splits}; {tuning_budget(experiment.trials)}. Test nodes decide nothing.",
        "",
    ]
    reasons: list[str] = []
    sections = [
        _overview(table, reasons),
        *(_section(table, column.name, reasons) for column in experiment.columns),
    ]
    if numbers := measure(table):
        sections.insert(0, _numbers(numbers))
    notes = [f"{number}. {reason}" for number, reason in enumerate(reasons, 1)]
    tail = ["", "## Reasons", "", *notes] if notes else []
    return "\n".join([*head, "\n\n".join(sections), *tail, ""])


def tuning_budget(trials: int) -> str:
    """How settings were chosen, in words.

    Examples
    --------
    >>> tuning_budget(0)
    "every method with its own recipe's settings"
    """
    if trials <= 1:
        return "every method with its own recipe's settings"
    return f"every method tuned on validation nodes, {trials} fits per split, its own recipe's settings first"


def text_of(entry: Entry, metrics: tuple[str, ...], reasons: list[str]) -> str:
    """The figures of an entry in few words, or why there are none; a long reason is added to `reasons` and numbered."""
    if entry.results:
        text = " / ".join(_figure(entry, metric) for metric in metrics)
        missing = entry.wanted - len(entry.results)
        return f"{text} ({len(entry.results)} of {entry.wanted} splits)" if missing else text
    if not entry.reasons:
        return "not run yet"
    return "; ".join(_numbered(reason, reasons) for reason in entry.reasons)


def to_json(table: Table, *, made: str = "") -> dict[str, Any]:
    """Everything that the Markdown shows, and the value of each split."""
    experiment = table.experiment
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "version": package_version(),
        "made": made,
        "splits": experiment.splits,
        "trials": experiment.trials,
        "metrics": list(experiment.metrics),
        "entries": [_entry_json(entry, experiment.metrics) for entry in table.entries],
        "published_elsewhere": {name: dict(rows) for name, rows in table.elsewhere.items() if rows},
        "measures": measure(table),
        "notes": {
            column.name: NOTES[column.name] for column in experiment.columns if column.name in NOTES
        },
    }


def plain_cells(numbers: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Titles and texts of what `measure` found; whole curves are left to the figure."""
    names = [name for name in numbers[0] if not isinstance(numbers[0][name], list)]
    return [name.replace("_", " ").replace("f1", "F1") for name in names], [
        [_text(one[name]) for name in names] for one in numbers
    ]


def _numbers(numbers: list[dict[str, Any]]) -> str:
    titles, rows = plain_cells(numbers)
    return "\n".join(
        "| " + " | ".join(cells) + " |" for cells in (titles, ["---"] * len(titles), *rows)
    )


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
    return "" if value is None else str(value).replace("|", "\\|")


def _overview(table: Table, reasons: list[str]) -> str:
    experiment = table.experiment
    lines = ["| method | " + " | ".join(column.name for column in experiment.columns) + " |"]
    lines.append("|---" * (len(experiment.columns) + 1) + "|")
    by_place = {(entry.row, entry.column): entry for entry in table.entries}
    for row in experiment.rows:
        texts = [
            text_of(by_place[row.name, column.name], experiment.metrics, reasons)
            for column in experiment.columns
        ]
        lines.append(f"| {row.name} | " + " | ".join(texts) + " |")
    return "\n".join(lines)


def _section(table: Table, column: str, reasons: list[str]) -> str:
    metrics = table.experiment.metrics
    titles = " | ".join(TITLES[metric] for metric in metrics)
    lines = [
        f"## {column}",
        "",
        *([NOTES[column], ""] if column in NOTES else []),
        f"| method | {titles} | published | difference | p against {AGAINST} | splits | seconds per fit | peak GB |",
        "|---" * (len(metrics) + 7) + "|",
    ]
    for entry in table.of(column):
        if entry.results:
            figures = " | ".join(_figure(entry, metric) for metric in metrics)
        else:
            figures = text_of(entry, metrics, reasons) + " |" * (len(metrics) - 1)
        differences = [entry.difference(metric) for metric in metrics]
        beside = " / ".join(f"{d:+.2f}" for d in differences if d is not None)
        chances = " / ".join(
            f"{entry.p_values[metric]:.2g}" for metric in metrics if metric in entry.p_values
        )
        seconds = f"{entry.seconds():.1f}" if entry.results else ""
        published = _published(entry.published, metrics)
        peak = f"{entry.peak_bytes() / 1e9:.1f}" if entry.peak_bytes() else ""
        cells = (
            entry.row,
            figures,
            published,
            beside,
            chances,
            str(len(entry.results)),
            seconds,
            peak,
        )
        lines.append("| " + " | ".join(cells) + " |")
    for method, found in table.elsewhere[column].items():
        lines.append(
            f"| {method} | not run here{' |' * len(metrics)} {_published(found, metrics)} | | | | | |"
        )
    return "\n".join(lines)


def _figure(entry: Entry, metric: str) -> str:
    """Mean, and the deviation where there is one: a single split has none."""
    return f"{entry.mean(metric):.2f}" + (
        f" ± {entry.deviation(metric):.2f}" if len(entry.results) > 1 else ""
    )


def _published(found: dict[str, float] | str | None, metrics: tuple[str, ...]) -> str:
    if not isinstance(found, dict):
        return found or ""
    return " / ".join(f"{found[metric]:.2f}" for metric in metrics if metric in found)


def _numbered(reason: str, reasons: list[str]) -> str:
    """A reason in short, with the number under which it is spelled out if the short form says less."""
    kind, _, message = reason.partition(": ")
    text = _KINDS.get(kind, "failed")
    line = " ".join(reason.split())
    if line not in reasons:
        reasons.append(line)
    first = " ".join(message.split())
    short = first if len(first) <= _SHORT else first[: _SHORT - 1].rstrip() + "…"
    return f"{text}: {short} [{reasons.index(line) + 1}]".replace("|", "\\|")


def _entry_json(entry: Entry, metrics: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "dataset": entry.column,
        "method": entry.row,
        "splits": sorted(entry.results),
    }
    for metric in metrics:
        if entry.results:
            found[metric] = {
                "mean": entry.mean(metric),
                "deviation": entry.deviation(metric),
                "values": entry.values(metric).tolist(),
                "difference": entry.difference(metric),
                "p_value": entry.p_values.get(metric),
            }
    if entry.results:
        found["seconds"] = entry.seconds()
        found["peak_bytes"] = entry.peak_bytes() or None
    else:
        found["reasons"] = list(entry.reasons) or ["not run yet"]
    return found | {"published": entry.published}
