"""HCC: collective classification along metapaths (Kong, Yu, Ding and Wild 2012).

ICA with one block of label aggregates per metapath: for each metapath k, a node sees the classes of
the nodes at the other end of its paths, each counted as often as there are paths to it. See
`classify_together` for the formula, with S^k the number of paths.

Metapaths, unless given as motifs, are the symmetric ones of at most five nodes
(`symmetric_metapaths`). The original enumerates them over the schema up to a length, and the tables
do not say which were used (r). The relational model is fitted again after each sweep (r).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from motifcnn.graph.graph import Graph
from motifcnn.methods.collective import CollectiveSettings, classify_together
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.metapaths import paths_along, symmetric_metapaths
from motifcnn.methods.method import Problem
from motifcnn.methods.probabilities import Floats
from motifcnn.methods.registry import register_method
from motifcnn.methods.regression import own_features
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import TransductiveMethod
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import PositiveInt, Settings


class HCCSettings(CollectiveSettings):
    """Settings of HCC; see `CollectiveSettings` for the rest.

    Parameters
    ----------
    max_entries : int
        A metapath whose two halves could hold more is left out, with a warning in the log.
    """

    max_entries: PositiveInt = 20_000_000


@register_method
class HCC(TransductiveMethod):
    """Collective classification with label aggregates per metapath."""

    name = "hcc"
    settings = HCCSettings(text="tf-idf", featureless="none")
    search_space: ClassVar = {
        "aggregate": ("proportion", "count"),
        "inverse_l2": (0.1, 1.0, 10.0, 100.0),
        "borrow": (False, True),
    }
    uses_motifs = True

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """The symmetric metapaths of at most five nodes."""
        return symmetric_metapaths(graph.schema, target)

    def learn(
        self, problem: Problem, task: Task, callbacks: Sequence[Callback]
    ) -> tuple[Floats, list[Epoch]]:
        """Logits after the last sweep."""
        settings, graph, target = problem.settings, problem.graph, problem.target
        assert isinstance(settings, HCCSettings)
        x = own_features(graph, target, settings)
        ways = paths_along(graph, problem.motifs, target, settings.max_entries)
        return classify_together(x, ways, task, settings, problem.seed), []
