"""A table as Markdown: our figures, the published ones, and a reason where there is none."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from motifcnn.experiments.measures import measure
from motifcnn.experiments.origin import in_words
from motifcnn.experiments.published import NOTES, Figures, Published
from motifcnn.experiments.summary import LEVEL, Summary, summarise
from motifcnn.experiments.table import Entry, Table
from motifcnn.experiments.terms import terms
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


def markdown(table: Table) -> str:
    """A whole page: numbers of the figure, if any, an overview, a table per graph, and reasons."""
    experiment = table.experiment
    shown = " / ".join(TITLES[metric] for metric in experiment.metrics)
    made_by = experiment.command or f"motifcnn reproduce {experiment.name}"
    made = in_words(table.results())
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
    notes = [_wrapped(f"{number}. {reason}", "   ") for number, reason in enumerate(reasons, 1)]
    parts = [
        f"# {experiment.title}",
        _wrapped(
            f"`{made_by}`{', ' + made if made else ''}. {shown} in per cent, mean ± deviation "
            "over splits. Test nodes decide nothing."
        ),
        _wrapped(terms(experiment)),
        old_note(table),
        _summary(table),
        _table(*number_cells(numbers)) if numbers else "",
        overview,
        *graphs,
        "## Reasons\n\n" + "\n".join(notes) if notes else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def standing_cells(summary: Summary) -> tuple[list[str], list[list[str]]]:
    """Titles and texts of the ranks of rows over all graphs."""
    titles = ["method", "average rank", "points behind the best, at most", "where"]
    return titles, [
        [one.row, f"{one.rank:.2f}", f"{one.gap:.2f}", one.gap_at if one.gap else ""]
        for one in summary.standings
    ]


def duel(summary: Summary) -> str:
    """On how many graphs each of two rows beats the other, in words; empty without a test."""
    if not summary.compared:
        return ""
    one, other, graphs = summary.one, summary.other, plural(len(summary.compared), "graph")
    parts = []
    for metric in summary.wins:
        wins, losses = summary.wins[metric], summary.losses[metric]
        parts.append(
            f"in {TITLES[metric]} {one} beats {other} on {len(wins)}{_listed(wins)} and {other} "
            f"beats {one} on {len(losses)}{_listed(losses)}"
        )
    return f"Of {graphs}, paired test over splits with p < {LEVEL}: {'; '.join(parts)}."


def ranked(summary: Summary) -> str:
    """What the ranks are made of, in words."""
    return (
        f"Ranks by the mean of Micro- and Macro-F1 over {plural(len(summary.columns), 'graph')} "
        f"that every method has a result on: {'; '.join(summary.columns) or 'none yet'}."
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


def _summary(table: Table) -> str:
    summary = summarise(table)
    if summary is None:
        return ""
    parts = [_wrapped(ranked(summary)), _wrapped(duel(summary))]
    if summary.standings:
        parts.insert(0, _table(*standing_cells(summary)))
    return "\n\n".join(["## Over all graphs", *(part for part in parts if part), "## Scores"])


def _listed(names: Sequence[str]) -> str:
    return f" ({'; '.join(names)})" if names else ""  # some names have commas


def _wrapped(text: str, indent: str = "") -> str:
    """Prose in lines of 100 columns."""
    # A line that begins with + or - would be an item of a list.
    for sign in "+-":
        text = text.replace(f" {sign} ", f"\0{sign} ")
    lines = textwrap.wrap(
        text, 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace("\0", " ")


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
    metrics, elsewhere = table.experiment.metrics, table.elsewhere[column]
    shown = [*(entry.published for entry in table.of(column)), *elsewhere.values()]
    papers = tuple(dict.fromkeys(paper for published in shown for paper in published))
    titles = [
        "method",
        *(TITLES[metric] for metric in metrics),
        *papers,
        *(["difference"] if papers else []),
        f"p against {table.experiment.against}",
        "splits",
        "seconds per fit",
        "peak GB",
    ]
    rows = [_row(entry, metrics, papers, reasons) for entry in table.of(column)]
    if any(entry.kept() for entry in table.of(column)):
        titles.append("kept on splits")
        for row, entry in zip(rows, table.of(column), strict=True):
            row.append(", ".join(f"{name} {splits}" for name, splits in entry.kept().items()))
    for method, published in elsewhere.items():
        figures = _published(published, papers, metrics)
        row = [method, "not run here", *[""] * (len(metrics) - 1), *figures]
        rows.append(row + [""] * (len(titles) - len(row)))
    note = f"{_wrapped(NOTES[column])}\n\n" if column in NOTES else ""
    return f"## {column}\n\n{note}{_table(titles, rows)}"


def _row(
    entry: Entry, metrics: tuple[str, ...], papers: tuple[str, ...], reasons: list[str]
) -> list[str]:
    published = _published(entry.published, papers, metrics)
    if not entry.results:
        empty = [""] * (len(metrics) - 1)
        nothing = [""] * bool(papers)
        text = text_of(entry, metrics, reasons)
        return [entry.row, text, *empty, *published, *nothing, "", "0", "", ""]
    differences = [entry.difference(metric) for metric in metrics]
    p_values = [entry.p_values[metric] for metric in metrics if metric in entry.p_values]
    mark = f" {OLD_MARK}" if entry.old else ""
    return [
        entry.row,
        *(_figure(entry, metric) + mark for metric in metrics),
        *published,
        *([" / ".join(f"{d:+.2f}" for d in differences if d is not None)] if papers else []),
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


def _published(found: Published, papers: tuple[str, ...], metrics: tuple[str, ...]) -> list[str]:
    """A text per paper."""
    return [_in_paper(found.get(paper, ""), metrics) for paper in papers]


def _in_paper(found: Figures | str, metrics: tuple[str, ...]) -> str:
    if isinstance(found, str):
        return found
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
