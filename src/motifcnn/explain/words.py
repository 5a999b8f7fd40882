"""Explanations in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from motifcnn.readable import percent

if TYPE_CHECKING:
    from motifcnn.explain.explanation import Explanation


def headline(found: Explanation) -> str:
    """One line: the node, its predicted class, and its true class where that is known."""
    name = f" {found.name}" if found.name else ""
    predicted = ", ".join(found.predicted) or "no class"
    true = ""
    if found.true is not None:
        part = found.part or "not in the split"
        true = f"; true class: {', '.join(found.true) or 'none'} ({part})"
    return f"{found.node_type} {found.node}{name}: {predicted}{true}"


def shares_text(shares: Mapping[str, float]) -> str:
    """Shares in per cent, each after its name.

    Examples
    --------
    >>> shares_text({"motifs": 0.75, "own": 0.25})
    'motifs 75.0 %, own 25.0 %'
    """
    return ", ".join(f"{name} {percent(share)} %" for name, share in shares.items())
