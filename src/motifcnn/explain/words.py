"""Explanations in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from motifcnn.readable import percent, plural

if TYPE_CHECKING:
    from motifcnn.explain.explanation import Explanation

MOST_MOTIFS = 5  # in a summary


def headline(found: Explanation) -> str:
    """One line: the node, its predicted class, and its true class where that is known."""
    name = f" {found.name}" if found.name else ""
    predicted = ", ".join(found.predicted) or "no class"
    true = ""
    if found.true is not None:
        part = found.part or "not in the split"
        true = f"; true class: {', '.join(found.true) or 'none'} ({part})"
    return f"{found.node_type} {found.node}{name}: {predicted}{true}"


def summary(found: Explanation) -> str:
    """A few lines: the headline, what the strongest motifs add, and who the neighbours are."""
    lines = [headline(found)]
    last = [row for row in found.motifs if row.get("layer") == found.motifs[-1].get("layer")]
    for row in last[:MOST_MOTIFS]:
        instances = plural(row["instances"], "instance")
        added = f"  {row['contribution']:+.3f} {row['words']} ({instances})"
        lines.append(f"{added}; without it: {without_text(row['without'])}")
    return "\n".join([*lines, *(f"  - {sentence}" for sentence in found.sentences)])


def without_text(without: Mapping[str, Any] | None) -> str:
    """The prediction without a motif; a dash where there is no other motif.

    Examples
    --------
    >>> without_text({"predicted": ["games"], "probability": 0.613})
    'games 61.3 %'
    """
    if without is None:
        return "-"
    classes = ", ".join(without["predicted"]) or "no class"
    return f"{classes} {percent(without['probability'])} %"


def shares_text(shares: Mapping[str, float]) -> str:
    """Shares in per cent, each after its name.

    Examples
    --------
    >>> shares_text({"motifs": 0.75, "own": 0.25})
    'motifs 75.0 %, own 25.0 %'
    """
    return ", ".join(f"{name} {percent(share)} %" for name, share in shares.items())
