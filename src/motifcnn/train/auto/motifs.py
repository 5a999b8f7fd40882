"""What `fit` does with motifs="auto"."""

from __future__ import annotations

from collections.abc import Sequence

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.motif.motif import Motif
from motifcnn.nn.presets import Config
from motifcnn.nn.settings import Settings
from motifcnn.train.auto.choice import MotifChoice
from motifcnn.train.auto.select import choose_motifs_auto
from motifcnn.train.motif_choice import choose_motifs


def auto_choice(
    graph: Graph, target: str, split: Split, config: Settings, seed: int
) -> tuple[MotifChoice, ...] | None:
    """The choice for a Motif-CNN with these settings; None for a baseline, which has its paper's own rule."""
    if not isinstance(config, Config):
        return None
    return choose_motifs_auto(
        graph,
        target,
        split,
        max_nodes=config.motif_nodes,
        path_nodes=config.path_nodes,
        config=config,
        seed=seed,
    )


def auto_motifs(
    graph: Graph, target: str, config: Settings, choice: Sequence[MotifChoice]
) -> tuple[Motif, ...]:
    """The chosen motifs; a network with several layers also gets the edges of the other types, for its later steps."""
    chosen = tuple(found.motif for found in choice if found.chosen)
    if not isinstance(config, Config) or len(config.filters) < 2:
        return chosen
    edges = choose_motifs(graph, target, max_nodes=2, depth=len(config.filters))
    return (*chosen, *(motif for motif in edges if motif.target_type != target))
