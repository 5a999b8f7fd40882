"""The table: for people, as Markdown, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby
from typing import Any

from benchmarks.counting.measure import Result

HEADS = (
    "case",
    "method",
    "min ms",
    "median ms",
    "runs",
    "peak MB",
    "check-sum",
    "vs ours",
    "gives",
)


def rows(results: Iterable[Result]) -> list[tuple[str, ...]]:
    """One row of text per result, and one per case with the ratio best peer / ours."""
    found = []
    for case, group in groupby(results, key=lambda r: r.case):
        members = list(group)
        ours = next((r.best for r in members if r.peer == "ours"), None)
        found += [_row(result, ours) for result in members]
        ratio = best_ratio(members)
        if ratio is not None:
            peer = best_peer(members)
            found.append(
                (
                    case,
                    "best peer / ours",
                    "",
                    "",
                    "",
                    "",
                    "",
                    f"{ratio:.2f}x",
                    peer.method if peer else "",
                )
            )
    return found


def best_peer(results: Iterable[Result]) -> Result | None:
    """The fastest peer of a case, by smallest time."""
    timed = [r for r in results if r.peer != "ours" and r.best is not None]
    return min(timed, key=lambda r: r.best or 0.0, default=None)


def best_ratio(results: Iterable[Result]) -> float | None:
    """Smallest time of the best peer over ours, or None where one of the two is missing."""
    results = list(results)
    ours = next((r.best for r in results if r.peer == "ours"), None)
    peer = best_peer(results)
    return peer.best / ours if peer and peer.best and ours else None


def _row(result: Result, ours: float | None) -> tuple[str, ...]:
    if result.problem and not result.seconds:
        return (result.case, result.method, result.problem, "", "", "", "", "", result.gives)
    best, median = result.best, result.median
    return (
        result.case,
        result.method,
        f"{1e3 * best:,.2f}" if best else "",
        f"{1e3 * median:,.2f}" if median else "",
        str(len(result.seconds)),
        "" if result.peak_bytes is None else f"{result.peak_bytes / 1e6:,.1f}",
        {True: "equal", False: "DIFFERENT", None: ""}[result.equal],
        f"{best / ours:.2f}x" if best and ours and result.peer != "ours" else "",
        result.gives,
    )


def markdown(results: Iterable[Result]) -> str:
    """The rows as a Markdown table."""
    lines = ["| " + " | ".join(HEADS) + " |", "|" + "---|" * len(HEADS)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows(results)])


def rich_table(results: Iterable[Result]) -> Any:
    """The rows as a table for the terminal, cases apart."""
    from rich.table import Table

    table = Table(title="Motif counting, warm")
    for head in HEADS:
        table.add_column(
            head,
            justify="right"
            if head in ("min ms", "median ms", "runs", "peak MB", "vs ours")
            else "left",
        )
    last = None
    for row in rows(results):
        if last not in (None, row[0]):
            table.add_section()
        name = "" if row[0] == last else row[0]
        table.add_row(
            name,
            *row[1:],
            style="bold" if row[1] == "ours" or row[1].startswith("best peer") else "",
        )
        last = row[0]
    return table


def document(results: Iterable[Result]) -> list[dict[str, Any]]:
    """The results as values for JSON."""
    return [asdict(r) | {"min": r.best, "median": r.median} for r in results]
