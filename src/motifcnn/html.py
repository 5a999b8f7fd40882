"""HTML for notebooks: titles and small tables in which every value is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from markupsafe import Markup

from motifcnn.visible import visible

MOST_ROWS = 20
"""A table shows so many rows, then how many more there are."""


def block(title: object, *parts: str) -> str:
    """A title above tables and drawings, as `_repr_html_` returns it.

    Parts that are `Markup` stay as they are; other texts are escaped. Control characters and
    overrides of the direction become visible escapes.

    Examples
    --------
    >>> block("<Graph>")
    '<div class="motifcnn"><strong>&lt;Graph&gt;</strong></div>'
    """
    head = Markup("<strong>{}</strong>").format(title)
    whole = Markup('<div class="motifcnn">{}</div>').format(head + Markup("").join(parts))
    return visible(str(whole), lines=True)


def table(columns: Sequence[object], rows: Iterable[Sequence[Any]], *, size: int = 0) -> Markup:
    """A table; numbers are aligned to the right, whole ones with a comma at thousands.

    Parameters
    ----------
    columns : sequence of str
    rows : iterable of sequences
        As many values as columns each.
    size : int
        How many rows there are, where only the first are given.

    Examples
    --------
    >>> print(table(["type", "nodes"], [["a & b", 1200]]))
    <table><thead><tr><th>type</th><th>nodes</th></tr></thead><tbody><tr><td>a &amp; b</td><td
    style="text-align:right">1,200</td></tr></tbody></table>
    """
    shown = list(rows)
    left = max(size, len(shown)) - min(len(shown), MOST_ROWS)
    head = Markup("").join(Markup("<th>{}</th>").format(name) for name in columns)
    body = [Markup("").join(map(_cell, row)) for row in islice(shown, MOST_ROWS)]
    if left:
        text = f"and {left:,} more"
        body.append(Markup('<td colspan="{}">{}</td>').format(len(columns), text))
    lines = Markup("").join(Markup("<tr>{}</tr>").format(line) for line in body)
    return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(head, lines)


def facts(values: Mapping[str, Any]) -> Markup:
    """A table of names and values, without a head.

    Examples
    --------
    >>> print(facts({"seed": 3}))
    <table><tbody><tr><th style="text-align:left">seed</th><td
    style="text-align:left">3</td></tr></tbody></table>
    """
    lines = Markup("").join(
        Markup('<tr><th style="text-align:left">{}</th>{}</tr>').format(name, _cell(value, "left"))
        for name, value in values.items()
    )
    return Markup("<table><tbody>{}</tbody></table>").format(lines)


def _cell(value: Any, numbers: str = "right") -> Markup:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Markup("<td>{}</td>").format("" if value is None else value)
    text = f"{value:,}" if isinstance(value, int) else f"{value:.4g}"
    return Markup('<td style="text-align:{}">{}</td>').format(numbers, text)
