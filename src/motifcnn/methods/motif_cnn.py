"""Motif-CNN (Sankar, Zhang and Chang 2017; Meta-GNN, ASONAM 2019) and its ablations."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, cast

from motifcnn.graph.graph import Graph
from motifcnn.methods.method import Method, Problem
from motifcnn.methods.motif_cnn_classifier import MotifCNNClassifier
from motifcnn.methods.motif_cnn_settings import (
    CANDIDATES,
    CHOSEN,
    COARSE,
    COARSE_ROWS,
    COARSE_TWICE,
    COARSE_WORDS,
    FINE,
    FINE_ROWS,
    FINE_TWICE,
    FINE_WORDS,
    INDUCTIVE,
    NO_ATTENTION,
    PAPER_SPACE,
    PRESETS,
    ROWS,
    SPACE,
    WORDS,
    WORDS_TWICE,
    WORDS_TWICE_DECAYED,
    MotifCNNSettings,
)
from motifcnn.methods.motif_rules import choose_motifs
from motifcnn.methods.registry import register_method
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings

_WORD_ENTRIES = 1 << 26
"""Entries that the products of all motifs with features in full width may have."""
_TWO_LAYER_LINKS = 1 << 20
"""Links of a graph on which two layers are tried: each step passes all of them twice."""


@register_method
class MotifCNNMethod(Method):
    """Units per motif with role filters, attention per node, stacked."""

    name = "motif-cnn"
    settings = PRESETS["default"]
    presets: ClassVar = {**PRESETS, "inductive": INDUCTIVE}
    search_space: ClassVar = SPACE
    uses_motifs = True

    def build(self, problem: Problem) -> MotifCNNClassifier:
        """The untrained classifier of a problem."""
        return MotifCNNClassifier(problem)

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """Edges and motifs that stay connected without their target; see `choose_motifs`."""
        s = cast(MotifCNNSettings, settings)
        sizes = {"max_nodes": s.motif_nodes, "path_nodes": s.path_nodes, "depth": s.depth}
        return graph.cache.get(
            ("chosen motifs", target, *sizes.values()),
            lambda: choose_motifs(graph, target, **sizes),
        )

    def candidates(
        self, graph: Graph, target: str, settings: Settings, given: Collection[str]
    ) -> dict[str, dict[str, Any]]:
        """Inputs and depths that suit the graph; what the user names is the same in all of them."""
        s = cast(MotifCNNSettings, settings)
        if not s.choose or CHOSEN & set(given):
            return {}
        named = {*given, *self.fixed}
        found = {}
        for name in self._suitable(graph, target, s):
            changes = {k: value for k, value in CANDIDATES[name].items() if k not in named}
            if _is_possible(s, changes):
                found[name] = changes | {"choose": False}
        return found

    def _suitable(self, graph: Graph, target: str, s: MotifCNNSettings) -> list[str]:
        """Names of the candidates for a graph, by its features and its size."""
        links = sum(matrix.nnz for matrix in graph.adjacency.values())
        small = links <= _TWO_LAYER_LINKS
        if not graph.features:
            twice = [COARSE_TWICE, FINE_TWICE] if small and len(graph.counts) > 1 else []
            return [FINE, *twice, COARSE_ROWS, FINE_ROWS, ROWS]
        if len(graph.features) < len(graph.counts):
            return [COARSE, COARSE_WORDS, COARSE_TWICE if small else FINE_WORDS]
        names = [COARSE, COARSE_WORDS, FINE_WORDS]
        if small:
            names += [WORDS_TWICE, WORDS_TWICE_DECAYED]
        entries = graph.counts[target] * max(x.shape[1] for x in graph.features.values())
        if entries * len(self.default_motifs(graph, target, s)) <= _WORD_ENTRIES:
            names.append(WORDS)
        return names

    def space(self, preset: str | None, *, motifs_named: bool) -> dict[str, tuple[Any, ...]]:
        """Of the papers' networks widths and depth are tuned; of their code nothing is."""
        if preset == "code":
            return {}
        return dict(PAPER_SPACE if preset in ("preprint", "asonam") else SPACE)


def _is_possible(settings: MotifCNNSettings, changes: dict[str, Any]) -> bool:
    """Whether what a user named goes together with a candidate."""
    try:
        settings.changed(changes)
    except ConfigError:
        return False
    return True


@register_method
class MotifCNNA(MotifCNNMethod):
    """Motif-CNN-A: one learned weight per motif, the same for every node."""

    name = "motif-cnn-a"
    fixed: ClassVar = NO_ATTENTION | {"combine": "weighted-sum"}


@register_method
class MotifCNNNoAttention(MotifCNNMethod):
    """Motif-CNN without attention: the mean of the units."""

    name = "motif-cnn-no-attention"
    fixed: ClassVar = NO_ATTENTION | {"combine": "mean"}


@register_method
class MotifCNNNoRoles(MotifCNNMethod):
    """Motif-CNN without roles: one matrix per motif and node type."""

    name = "motif-cnn-no-roles"
    fixed: ClassVar = {"roles": False}
