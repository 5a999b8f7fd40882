"""An explanation as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from motifcnn.explain.words import headline, without_text
from motifcnn.html import block, table
from motifcnn.readable import percent

if TYPE_CHECKING:
    from motifcnn.explain.explanation import Explanation


def explanation_html(found: Explanation) -> str:
    """The headline, probabilities, motifs, and the nodes in the strongest of them."""
    classes = [(name, percent(p)) for name, p in found.probabilities]
    parts = [table(("class", "per cent"), classes)]
    if found.motifs:
        columns = ("motif", "attention", "contribution", "without it", "instances")
        parts.append(table(columns, [_motif(motif) for motif in found.motifs]))
    if found.neighbours:
        near = [
            (n.role, n.node_type, str(n.node), n.name, n.instances, percent(n.share))
            for n in found.neighbours
        ]
        head = (f"role in {found.strongest}", "type", "node", "name", "instances", "per cent")
        parts.append(table(head, near))
    return block(headline(found), *parts)


def _motif(row: Mapping[str, Any]) -> tuple[str, ...]:
    attention = percent(row["weight"]) if "weight" in row else ""
    added = f"{row['contribution']:+.3f}" if "contribution" in row else ""
    return row["words"], attention, added, without_text(row.get("without")), str(row["instances"])
