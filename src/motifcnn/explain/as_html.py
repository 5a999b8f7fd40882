"""An explanation in a few lines of text, and as HTML for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motifcnn.explain.words import headline
from motifcnn.html import block, table
from motifcnn.readable import percent, some

if TYPE_CHECKING:
    from motifcnn.explain.explanation import Explanation


def explanation_text(found: Explanation) -> str:
    """The node and its classes, the most probable ones, and the motif that counts most."""
    likely = some((f"{name} {percent(p)} %" for name, p in found.probabilities), most=3)
    lines = [headline(found), likely]
    if found.strongest is not None:
        lines.append(f"strongest motif {found.strongest}")
    return "Explanation(" + ";\n    ".join(lines) + ")"


def explanation_html(found: Explanation) -> str:
    """The headline, probabilities, motifs, and the nodes in the strongest of them."""
    classes = [(name, percent(p)) for name, p in found.probabilities]
    parts = [table(("class", "per cent"), classes)]
    if found.motifs:
        columns = tuple(found.motifs[0])
        rows = [tuple(motif.get(name) for name in columns) for motif in found.motifs]
        parts.append(table(columns, rows))
    if found.neighbours:
        near = [
            (n.role, n.node_type, str(n.node), n.name, n.instances, percent(n.share))
            for n in found.neighbours
        ]
        head = (f"role in {found.strongest}", "type", "node", "name", "instances", "per cent")
        parts.append(table(head, near))
    return block(headline(found), *parts)
