"""Tables of an explanation: which motifs count for what, and who the neighbours are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motifcnn.cli.show.run import MOST_MOTIFS, show_attention, show_sources
from motifcnn.cli.show.screen import show_line, show_table
from motifcnn.explain.words import without_text
from motifcnn.readable import percent, plural

if TYPE_CHECKING:
    from motifcnn.explain import Explanation


def show_motifs(found: Explanation) -> None:
    """Prints weight or share, contribution and absence of each motif; earlier layers by weight."""
    last = [row for row in found.motifs if row.get("layer") == found.motifs[-1].get("layer")]
    if "weight" in last[0]:
        layer = last[0]["layer"]
        if layer > 1:
            earlier = [row for row in found.motifs if row["layer"] < layer]
            show_attention(earlier, "attention per motif, in per cent")
        name, of_layer = "weight", f", layer {layer}" if layer > 1 else ""
        title = f"attention per motif, in per cent{of_layer}, and contribution to the class"
    else:
        show_sources(found.sources, "what the prediction rests on")
        name, title = "share", "contribution per motif to the class, share in per cent"
    show_table(
        title,
        (name, "contribution", "without it", "instances", "motif"),
        (
            (
                percent(row[name]),
                f"{row['contribution']:+.3f}",
                without_text(row["without"]),
                row["instances"],
                row["motif"],
            )
            for row in last[:MOST_MOTIFS]
        ),
    )
    if rest := last[MOST_MOTIFS:]:
        show_line(
            f"and {plural(len(rest), 'more motif')}, {percent(rest[0][name])} or less each; "
            "--json has them all"
        )


def show_neighbours(found: Explanation) -> None:
    """Prints what the neighbours through the strongest motifs are, and who they are."""
    for sentence in found.sentences:
        show_line(f"- {sentence}")
    if found.strongest is None:
        show_line("no motif has an instance with this target: its own features decide")
        return
    show_table(
        f"who plays a role in the strongest motif, {found.strongest}",
        ("role", "type", "node", "name", "instances", "per cent of all"),
        (
            (n.role, n.node_type, str(n.node), n.name, n.instances, percent(n.share))
            for n in found.neighbours
        ),
    )
