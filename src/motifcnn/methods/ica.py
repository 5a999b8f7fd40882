"""ICA: iterative classification (Lu and Getoor 2003; Sen et al. 2008), types ignored.

A logistic regression on the features labels the unlabelled nodes. Another one, on the features and
on the labels of the neighbours, relabels them in random order, 10 times; it is fitted again after
each time (r). See `classify_together` for the formula. Several classes per node are learned one
against the rest.

Neighbours are nodes of the target type that are linked, by any relation in any direction. Where the
schema has no links within the target type, they are the nodes two steps away: S = B B^T without its
diagonal, with B the links from targets to nodes of all other types (r). The nodes of a sweep are
taken in ten random parts, and those of a part are relabelled together (r). A target type without
features sees the labels of neighbours alone, at first those of training nodes (and, with `borrow`,
the mean features of its neighbours of other types).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scipy import sparse

from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.collective import CollectiveSettings, classify_together
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.method import Problem
from motifcnn.methods.paths import Paths, paths
from motifcnn.methods.probabilities import Floats
from motifcnn.methods.registry import register_method
from motifcnn.methods.regression import own_features
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import TransductiveMethod


@register_method
class ICA(TransductiveMethod):
    """Iterative classification over links, types ignored."""

    name = "ica"
    settings = CollectiveSettings(text="tf-idf", featureless="none", inverse_l2=1.0)
    search_space: ClassVar = {
        "aggregate": ("proportion", "count"),
        "inverse_l2": (0.1, 1.0, 10.0, 100.0),
        "text": ("rows", "tf-idf"),
        "borrow": (False, True),
    }

    def learn(
        self, problem: Problem, task: Task, callbacks: Sequence[Callback]
    ) -> tuple[Floats, list[Epoch]]:
        """Logits after the last sweep."""
        settings = problem.settings
        assert isinstance(settings, CollectiveSettings)
        x = own_features(problem.graph, problem.target, settings)
        near = neighbours(problem.graph, problem.target)
        return classify_together(x, [near], task, settings, problem.seed), []


def neighbours(graph: Graph, target: str) -> Paths:
    """Links within the target type, or else two-step links over all other types.

    Examples
    --------
    >>> import motifcnn as mc
    >>> near = neighbours(mc.load_dataset("debian"), "maintainer")  # who have packages in common
    >>> near.right is None
    False
    """
    return graph.cache.get(("neighbours", target), lambda: _neighbours(graph, target))


def _neighbours(graph: Graph, target: str) -> Paths:
    rows = offsets(graph)[target]
    own = sparse.csr_array(flat_adjacency(graph)[rows])
    if graph.schema.between(target, target):
        return paths([sparse.csr_array(own[:, rows])])
    return paths([own, sparse.csr_array(own.T)])
