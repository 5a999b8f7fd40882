"""ICA: iterative classification (Lu and Getoor 2003; Sen et al. 2008), types ignored.

A logistic regression on the features labels the unlabelled nodes; another one, on the features and
on what the neighbours are labelled, relabels them in random order, 10 times. It is fitted again
after each time (r). See `classify_together` for the formula. Several classes per node are learned
one against the rest.

Neighbours are nodes of the target type that are linked, by whichever relation and in whichever
direction. Where the schema has no links within the target type, they are those two steps away: S =
B B^T without its diagonal, B the links from targets to nodes of all other types. Nodes of a sweep
are taken in ten random parts, and those of a part are relabelled together. A target type without
features has neighbours' labels alone, at first those of training nodes (and, with `borrow`, the
mean features of its neighbours of other types).
"""

from __future__ import annotations

from collections.abc import Sequence

from scipy import sparse

from motifcnn.baselines.collective import CollectiveConfig, classify_together
from motifcnn.baselines.known_nodes import KnownNodesClassifier, Scores
from motifcnn.baselines.paths import Paths, paths
from motifcnn.baselines.regression import own_features
from motifcnn.graph.graph import Graph
from motifcnn.nn.structure import whole_adjacency
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.stopping import Epoch
from motifcnn.train.task import Task

CONFIG = CollectiveConfig(text="tf-idf", featureless="none", inverse_l2=1.0)
SPACE = {
    "aggregate": ("proportion", "count"),
    "inverse_l2": (0.1, 1.0, 10.0, 100.0),
    "text": ("rows", "tf-idf"),
    "borrow": (False, True),
}


def neighbours(graph: Graph, target: str) -> Paths:
    """Links within the target type, or else two-step links over all other types.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.array([[1, 1], [1, 0]])}, {"author": 2, "paper": 2})
    >>> neighbours(graph, "paper").times(np.eye(2))
    array([[0., 1.],
           [1., 0.]])
    """
    whole, first = whole_adjacency(graph)
    own = sparse.csr_array(whole[first[target] : first[target] + graph.counts[target]])
    if graph.schema.between(target, target):
        return paths(
            [sparse.csr_array(own[:, first[target] : first[target] + graph.counts[target]])]
        )
    return paths([own, sparse.csr_array(own.T)])


def _learn(
    problem: Problem, task: Task, callbacks: Sequence[Callback]
) -> tuple[Scores, list[Epoch]]:
    config = problem.config
    assert isinstance(config, CollectiveConfig)
    x = own_features(problem.graph, problem.target, config, problem.seed)
    return classify_together(
        x, [neighbours(problem.graph, problem.target)], task, config, problem.seed
    ), []


def build(problem: Problem) -> KnownNodesClassifier:
    """The classifier of a problem."""
    return KnownNodesClassifier(problem, _learn)


METHOD = Method(build, CONFIG, SPACE, transductive=True)
