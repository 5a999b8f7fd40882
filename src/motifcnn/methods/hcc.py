"""HCC: collective classification along metapaths (Kong, Yu, Ding and Wild 2012).

ICA with one block of label aggregates per metapath: a node is told, path by path, which classes
those at the other end of its metapaths have, each as often as there are ways to it. See
`classify_together` for the formula.

Metapaths, unless given as motifs: symmetric ones of at most five nodes (`symmetric_metapaths`) (r:
the original enumerates them over the schema up to a length, and the tables do not say which were
used).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motifcnn.baselines.collective import CollectiveConfig, classify_together
from motifcnn.baselines.known_nodes import KnownNodesClassifier, Scores
from motifcnn.baselines.metapaths import paths_along, symmetric_metapaths
from motifcnn.baselines.regression import own_features
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import Settings
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.stopping import Epoch
from motifcnn.train.task import Task


@dataclass(frozen=True)
class HCCConfig(CollectiveConfig):
    """Settings of HCC.

    Parameters
    ----------
    max_entries : int
        A metapath whose two halves could hold more is left out, with a warning in the log.
    """

    max_entries: int = 20_000_000

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive("max_entries")


CONFIG = HCCConfig(text="tf-idf", featureless="none")
SPACE = {
    "aggregate": ("proportion", "count"),
    "inverse_l2": (0.1, 1.0, 10.0, 100.0),
    "borrow": (False, True),
}


def _metapaths(graph: Graph, target: str, config: Settings) -> tuple[Motif, ...]:
    return symmetric_metapaths(graph.schema, target)


def _learn(
    problem: Problem, task: Task, callbacks: Sequence[Callback]
) -> tuple[Scores, list[Epoch]]:
    config = problem.config
    assert isinstance(config, HCCConfig)
    x = own_features(problem.graph, problem.target, config, problem.seed)
    ways = paths_along(problem.graph, problem.motifs, problem.target, config.max_entries)
    return classify_together(x, ways, task, config, problem.seed), []


def build(problem: Problem) -> KnownNodesClassifier:
    """The classifier of a problem."""
    return KnownNodesClassifier(problem, _learn)


METHOD = Method(build, CONFIG, SPACE, motifs=_metapaths, transductive=True)
