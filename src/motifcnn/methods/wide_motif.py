"""wide-motif: many motifs in one layer, summed before the activation; fast, without attention."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, cast

import numpy as np
import torch
from pydantic import Field

from motifcnn.graph.flat import offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.method import (
    GRAPH_CNN_SPACE,
    Classifier,
    Method,
    NotApplicable,
    Problem,
    Rows,
)
from motifcnn.methods.motif_cnn_classifier import counted
from motifcnn.methods.motif_cnn_settings import MotifNodes
from motifcnn.methods.motif_rules import widespread_motifs
from motifcnn.methods.propagated import propagated
from motifcnn.methods.registry import register_method
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings, node_inputs, require_some
from motifcnn.nn.motif_features import motif_features
from motifcnn.nn.settings import PositiveInt, Settings, Share, TrainSettings
from motifcnn.nn.wide_motif import WideMotif
from motifcnn.tensor.operator import operator


class WideMotifSettings(InputSettings, TrainSettings):
    """Settings of the wide network; see `InputSettings` and `TrainSettings` for the rest.

    Parameters
    ----------
    filters : int
        Width of the layer.
    normaliser : {"instances", "role"}
    unit_rows : bool
        Scale the rows of each product to length 1.
    roles : bool
        False: one matrix per motif and node type.
    propagate : int
        Features that were projected feed in their full width as well, propagated so many steps over
        all relations; 0: none.
    input_dropout, motif_dropout, dropout : float
        Share of the inputs, of (node, product) pairs, and of hidden values that a step leaves out.
    motif_nodes, path_nodes : int
        Sizes of the largest motif and of the longest path when the user names no motifs.
    most_motifs : int
        How many of those to keep, the ones that the most targets have.
    """

    filters: PositiveInt = 64
    normaliser: Literal["instances", "role"] = "instances"
    unit_rows: bool = True
    roles: bool = True
    propagate: Annotated[int, Field(ge=0)] = 2
    input_dropout: Share = 0.6
    motif_dropout: Share = 0.3
    dropout: Share = 0.5
    motif_nodes: MotifNodes = 3
    path_nodes: Annotated[int, Field(ge=0, le=6)] = 4
    most_motifs: PositiveInt = 48


_DEFAULT = WideMotifSettings(
    text="tf-idf",
    project=128,
    featureless="structure",
    structure=64,
    structure_decay=1.5,
    diffusion=0.1,
    weight_decay=1e-4,
    epochs=150,
    window=25,
)


class WideMotifClassifier(Classifier):
    """A `WideMotif` over the motifs of a problem whose target is the type to classify."""

    def __init__(self, problem: Problem) -> None:
        s, graph = cast(WideMotifSettings, problem.settings), problem.graph
        motifs = [counted(m, s.roles) for m in problem.motifs if m.target_type == problem.target]
        read = [problem.target, *(role.node_type for m in motifs for role in m.roles)]
        inputs = require_some(node_inputs(graph, s, problem.inputs), read)
        self.inputs, own = inputs.fitted, inputs.columns[problem.target]
        self.motifs = len(motifs)
        given = s.of(InputSettings), inputs.fitted
        key = ("motif features", *given, s.normaliser, s.unit_rows, *(m.key for m in motifs))
        self.found = graph.cache.get(
            key,
            lambda: motif_features(
                [operator(graph, m, s.normaliser, applications=1) for m in motifs],
                {t: inputs.carried_columns(t) for t in inputs.columns},
                own,
                unit_rows=s.unit_rows,
            ),
        )
        self.propagated = propagated(graph, *given) if s.propagate and s.project else None
        self.first = offsets(graph)[problem.target].start
        width = 0 if self.propagated is None else self.propagated.features.shape[1]
        self.module = WideMotif(
            self.found.widths,
            self.found.motifs,
            problem.classes,
            hidden=s.filters,
            propagated=width,
            steps=s.propagate,
            input_dropout=s.input_dropout,
            motif_dropout=s.motif_dropout,
            dropout=s.dropout,
        )

    def view(self, rows: Rows, device: torch.device) -> Any:
        """Rows of the motif features, and where these nodes are in the whole graph."""
        columns = torch.from_numpy(self.found.columns[rows]).to(device)
        return columns, self.propagated, torch.as_tensor(np.asarray(rows) + self.first).to(device)

    def attention(self, rows: Rows) -> list[torch.Tensor]:
        """There is none: the units of all motifs are added."""
        raise NotApplicable(
            "wide-motif adds the units of its motifs and has no attention; `contributions()` says "
            "what each motif adds"
        )

    def contributions(self, rows: Rows) -> torch.Tensor:
        """What each motif, the own inputs and propagated features add to the predicted class."""
        self.module.eval()
        module = cast(WideMotif, self.module)
        view = self.view(rows, torch.device("cpu"))
        return module.contributions(*view, motifs=self.motifs)


@register_method
class WideMotifMethod(Method):
    """One layer over many motifs, added before the activation."""

    name = "wide-motif"
    settings = _DEFAULT
    presets: ClassVar = {"inductive": _DEFAULT.changed({"featureless": "none", "borrow": True})}
    search_space: ClassVar = GRAPH_CNN_SPACE | {"filters": (32, 64, 128), "path_nodes": (3, 4)}
    uses_motifs = True

    def build(self, problem: Problem) -> WideMotifClassifier:
        """The untrained classifier of a problem."""
        return WideMotifClassifier(problem)

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """Edges, closed motifs and paths; see `widespread_motifs`."""
        s = cast(WideMotifSettings, settings)
        sizes = (s.motif_nodes, s.path_nodes, s.most_motifs)
        return graph.cache.get(
            ("widespread motifs", target, *sizes),
            lambda: widespread_motifs(
                graph, target, max_nodes=sizes[0], path_nodes=sizes[1], most=sizes[2]
            ),
        )

    def space(self, preset: str | None, *, motifs_named: bool) -> dict[str, tuple[Any, ...]]:
        """With motifs that the user names nothing that chooses motifs is tuned."""
        found = super().space(preset, motifs_named=motifs_named)
        if motifs_named:
            found.pop("path_nodes")
        return found
