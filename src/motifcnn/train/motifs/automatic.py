"""What `fit` does with motifs="auto"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.methods.motif_rules import choose_motifs
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.motifs.select import choose_motifs_auto


def automatic_choice(
    graph: Graph, target: str, split: Split, settings: Settings, seed: int
) -> tuple[MotifChoice, ...]:
    """The motifs that validation prefers for these settings, and the reason for each candidate."""
    sizes: dict[str, Any] = dict(settings)
    if not isinstance(settings, InputSettings) or "motif_nodes" not in sizes:
        raise ConfigError(
            'motifs="auto" chooses motifs for motif-cnn and wide-motif; leave it out here, or name '
            "the metapaths"
        )
    return choose_motifs_auto(
        graph,
        target,
        split,
        max_nodes=sizes["motif_nodes"],
        path_nodes=sizes["path_nodes"],
        settings=settings,
        seed=seed,
    )


def automatic_motifs(
    graph: Graph, target: str, settings: Settings, choice: Sequence[MotifChoice]
) -> tuple[Motif, ...]:
    """The chosen motifs; a network of several layers also gets the edges of the other types."""
    chosen = tuple(found.motif for found in choice if found.chosen)
    filters = dict(settings).get("filters", ())
    if not isinstance(filters, tuple) or len(filters) < 2:
        return chosen
    edges = choose_motifs(graph, target, max_nodes=2, depth=len(filters))
    return (*chosen, *(motif for motif in edges if motif.target_type != target))
