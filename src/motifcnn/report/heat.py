"""Colours of shares on one fixed scale: the same share has the same colour in every report."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

BOUNDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8)
"""Least share of each colour after the first; the style sheet has the colours h0 to h8."""


def heat_step(share: float) -> int:
    """Number of the colour of a share, from 0 to 8.

    Examples
    --------
    >>> [heat_step(share) for share in (0.0, 0.015, 0.5, 1.0)]
    [0, 1, 6, 8]
    """
    return bisect_right(BOUNDS, share)


def heat_cell(share: float, text: str) -> dict[str, Any]:
    """A cell of a table: its text and its colour; a dash without colour for NaN."""
    known = share == share  # NaN, of a class without test nodes, is not equal to itself
    return {"text": text if known else "-", "step": heat_step(share) if known else None}


def heat_legend() -> list[dict[str, Any]]:
    """One entry per colour: the least share that has it, in per cent."""
    return [
        {"step": step, "text": f"{100 * bound:.0f}"} for step, bound in enumerate((0.0, *BOUNDS))
    ]
