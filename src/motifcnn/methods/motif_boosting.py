r"""Motif boosting: gradient-boosted trees on what a node sees through motifs.

The trees of `motifcnn.methods.boosting` on other columns: a node's own inputs and, for every motif
M, the logarithm of its instances and the mean inputs of the nodes in each role k:

.. math:: [\, x_i \mid \log(1 + D^M_i) \mid \bar{x}^{M,k}_i \,]_{M,k}

So it tells what motifs are worth without a network, as `boosting` does for plain links.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, cast

import numpy as np
import numpy.typing as npt
from pydantic import Field

from motifcnn.graph.graph import Graph
from motifcnn.methods.boosting import BoostingClassifier, BoostingSettings
from motifcnn.methods.method import Method, Problem
from motifcnn.methods.motif_cnn_settings import MotifNodes
from motifcnn.methods.motif_rules import choose_motifs
from motifcnn.methods.registry import register_method
from motifcnn.methods.trees import BoostedTrees
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import NodeInputs, node_inputs
from motifcnn.nn.motif_features import motif_features
from motifcnn.nn.settings import Settings
from motifcnn.tensor.operator.means import role_means


class MotifBoostingSettings(BoostingSettings):
    """Settings of motif boosting; see `BoostingSettings` for the rest.

    Parameters
    ----------
    motif_nodes, path_nodes : int
        Sizes of the largest motif and of the longest path when the user names no motifs.
    """

    motif_nodes: MotifNodes = 3
    path_nodes: Annotated[int, Field(ge=0, le=6)] = 0


@register_method
class MotifBoosting(Method):
    """Gradient-boosted trees on instances of motifs and mean features over their roles."""

    name = "motif-boosting"
    settings = MotifBoostingSettings(text="tf-idf", project=32)
    search_space: ClassVar = {
        "learning_rate": (0.03, 0.1, 0.3),
        "leaves": (4, 8, 16),
        "leaf_nodes": (5, 10, 20),
        "l2": (0.0, 1.0, 10.0),
        "project": (16, 32, 64),
        "featureless": ("none", "structure"),
        "motif_nodes": (2, 3),
    }
    uses_motifs = True
    batches = False

    def build(self, problem: Problem) -> MotifBoostingClassifier:
        """A classifier with the columns of the problem's graph, and no trees yet."""
        return MotifBoostingClassifier(problem)

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """Edges and motifs that stay connected without their target; see `choose_motifs`."""
        s = cast(MotifBoostingSettings, settings)
        sizes = {"max_nodes": s.motif_nodes, "path_nodes": s.path_nodes, "depth": 1}
        return graph.cache.get(
            ("chosen motifs", target, *sizes.values()),
            lambda: choose_motifs(graph, target, **sizes),
        )

    def space(self, preset: str | None, *, motifs_named: bool) -> dict[str, tuple[Any, ...]]:
        """With motifs that the user names nothing that chooses motifs is tuned."""
        found = super().space(preset, motifs_named=motifs_named)
        if motifs_named:
            found.pop("motif_nodes")
        return found


class MotifBoostingClassifier(BoostingClassifier):
    """Boosted trees on what all target nodes see through motifs."""

    def __init__(self, problem: Problem) -> None:
        self.settings, self.seed = cast(MotifBoostingSettings, problem.settings), problem.seed
        motifs = [m for m in problem.motifs if m.target_type == problem.target]
        inputs = node_inputs(problem.graph, self.settings, problem.inputs)
        self.inputs = inputs.fitted
        key = ("motif boosting columns", problem.target, inputs.fitted, *(m.key for m in motifs))
        self.columns = problem.graph.cache.get(
            key, lambda: columns_of(problem.graph, problem.target, motifs, inputs)
        )
        rounds, leaves = self.settings.rounds, self.settings.leaves
        self.module = self.trees = BoostedTrees(rounds, problem.classes, leaves)


def columns_of(
    graph: Graph, target: str, motifs: Sequence[Motif], inputs: NodeInputs
) -> npt.NDArray[np.float32]:
    """Log instances of each motif, own inputs, then the mean inputs over each role: (n, d)."""
    rows = graph.counts[target]
    found = [role_means(graph, motif) for motif in motifs]
    logs = [np.log1p(instances)[:, None].astype(np.float32) for instances, _ in found]
    seen = motif_features(
        [mean for _, mean in found],
        {t: inputs.carried_columns(t) for t in inputs.columns},
        [np.empty((rows, 0), np.float32), *inputs.columns[target]],
        unit_rows=False,
    )
    return np.hstack([*logs, seen.columns])
