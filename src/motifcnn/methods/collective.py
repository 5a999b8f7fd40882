r"""ICA and HCC: a node's class depends on those of its neighbours, in turns.

ICA (Lu and Getoor 2003; Sen et al. 2008) ignores types. A logistic regression on the features
labels the unlabelled nodes; another one, on the features and on the labels of the neighbours,
relabels them in random order, 10 times (`classify_together` has the formula). Neighbours are linked
nodes of the target type. Where the schema has no links within the target type, they are the nodes
two steps away: S = B B^T without its diagonal, with B the links from targets to nodes of all other
types (r).

HCC (Kong, Yu, Ding and Wild 2012) is ICA with one block of label aggregates per metapath k: a node
sees the classes of the nodes at the other end of its paths, each counted as often as there are
paths to it. Metapaths, unless given as motifs, are the symmetric ones of at most five nodes; the
original enumerates them over the schema up to a length, and the tables do not say which were
used (r).

(r) The relational model is fitted again after each sweep. A sweep takes the nodes in ten random
parts, and those of a part are relabelled together. A target type without features sees the labels
of neighbours alone, at first those of training nodes (and, with `borrow`, the mean features of its
neighbours of other types).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, cast

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator

from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.metapaths import Halves, halves, path_counts, paths_along
from motifcnn.methods.method import Problem, Rows
from motifcnn.methods.probabilities import Floats, as_logits
from motifcnn.methods.registry import register_method
from motifcnn.methods.regression import Regression, fit_regression, own_features
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import MetapathMethod, TransductiveMethod
from motifcnn.methods.validation import Progress
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import Positive, PositiveInt

_PARTS = 10


class CollectiveSettings(InputSettings):
    """Settings of collective classification.

    Parameters
    ----------
    aggregate : {"proportion", "count"}
        What the regression sees of a node's neighbours: the share that has a class, or the number.
    sweeps : int
        How often every unlabelled node is labelled anew.
    bootstrap : {"features", "known"}
        Where the first labels of unlabelled nodes come from: the local model, which sees features,
        or the relational one with the known labels alone. Without features it is the second.
    refit : bool
        Whether the relational model is fitted again after every sweep, on the labels of that time.
    inverse_l2 : float
        C of both logistic regressions: weight of the loss against the length of the weights.
    """

    aggregate: Literal["proportion", "count"] = "proportion"
    sweeps: PositiveInt = 10
    bootstrap: Literal["features", "known"] = "features"
    refit: bool = True
    inverse_l2: Positive = 10.0


class HCCSettings(CollectiveSettings):
    """Settings of HCC; see `CollectiveSettings` for the rest.

    Parameters
    ----------
    max_entries : int
        A metapath whose two halves could hold more is left out, with a warning in the log.
    """

    max_entries: PositiveInt = 20_000_000


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

    def learn(self, problem: Problem, task: Task, progress: Progress) -> Floats:
        """Logits after the last sweep."""
        near = neighbours(problem.graph, problem.target)
        return _classify(problem, task, [near])


@register_method
class HCC(MetapathMethod):
    """Collective classification with label aggregates per metapath."""

    name = "hcc"
    settings = HCCSettings(text="tf-idf", featureless="none")
    search_space: ClassVar = {
        "aggregate": ("proportion", "count"),
        "inverse_l2": (0.1, 1.0, 10.0, 100.0),
        "borrow": (False, True),
    }

    def learn(self, problem: Problem, task: Task, progress: Progress) -> Floats:
        """Logits after the last sweep."""
        most = cast(HCCSettings, problem.settings).max_entries
        paths = paths_along(problem.graph, problem.motifs, problem.target, most)
        return _classify(problem, task, paths)


def _classify(problem: Problem, task: Task, near: Sequence[LinearOperator]) -> Floats:
    settings = cast(CollectiveSettings, problem.settings)
    x = own_features(problem.graph, problem.target, settings)
    return classify_together(x, near, task, settings, problem.seed)


def neighbours(graph: Graph, target: str) -> LinearOperator:
    """Links within the target type, or else two-step links over all other types: (n, n).

    Examples
    --------
    >>> import motifcnn as mc
    >>> near = neighbours(mc.load_dataset("debian"), "maintainer")  # who have packages in common
    >>> near.shape
    (644, 644)
    """

    def make() -> Halves:
        rows = offsets(graph)[target]
        own = sparse.csr_array(flat_adjacency(graph)[rows])
        within = graph.schema.between(target, target)
        return halves([own[:, rows]] if within else [own, own.T])

    return path_counts(graph.cache.get(("neighbours", target), make))


def classify_together(
    x: sparse.csr_array,
    neighbours: Sequence[LinearOperator],
    task: Task,
    settings: CollectiveSettings,
    seed: int,
) -> Floats:
    r"""Logits of every node, (n, c), by iterative classification.

    A local model on x labels the unlabelled nodes (the bootstrap). A relational model learns, on
    the training nodes,

    .. math:: p(y_i \mid x_i, a^1_i, ..., a^K_i), \quad
              a^k_i = \sum_j S^k_{ij} y_j \;[\, / \sum_j S^k_{ij}\,]

    from those labels, with sums over nodes j that have a label, and relabels the unlabelled nodes
    in random order, `sweeps` times. Training nodes keep their labels.

    Parameters
    ----------
    x : (n, d) csr_array
        d may be 0.
    neighbours : sequence of K (n, n) LinearOperator
        S^k: one block of label aggregates each.
    task : Task
    settings : CollectiveSettings
    seed : int
        Decides the order.

    Examples
    --------
    >>> two_cliques = np.kron(np.eye(2), np.ones((6, 6)) - np.eye(6))
    >>> rows = np.array([0, 1, 6, 7])
    >>> task = Task(rows, rows[:0], np.array([0, 0, 1, 1]), rows[:0], 2)
    >>> x, near = sparse.csr_array((12, 0)), [path_counts(halves([two_cliques]))]
    >>> classify_together(x, near, task, CollectiveSettings(), 0).argmax(axis=1)
    array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    """
    rng, n, classes = np.random.default_rng(seed), x.shape[0], task.classes
    unlabelled = np.setdiff1d(np.arange(n), task.train)
    labels = np.zeros((n, classes + 1))  # the last column: whether a node has a label
    labels[task.train] = np.hstack([task.train_has, np.ones((len(task.train), 1))])

    def columns(rows: Rows) -> sparse.csr_array:
        """Features and aggregates: (n, d + K c)."""
        sums = [(paths @ labels)[rows] for paths in neighbours]
        proportion = settings.aggregate == "proportion"
        told = [s[:, :-1] / (np.maximum(s[:, -1:], 1) if proportion else 1) for s in sums]
        return sparse.hstack([x[rows], *map(sparse.csr_array, told)], format="csr")

    def fit() -> Regression:
        return fit_regression(columns(task.train), task, settings.inverse_l2)

    def relabel(rows: Rows, p: Floats) -> None:
        decided = p >= 0.5 if task.multi_label else np.eye(classes)[p.argmax(axis=1)]
        labels[rows] = np.hstack([decided, np.ones((len(rows), 1))])

    if (settings.bootstrap == "features" and x.shape[1]) or not neighbours:
        local = fit_regression(x[task.train], task, settings.inverse_l2)
        if not neighbours:
            return as_logits(local.probabilities(x), task.multi_label)
        relabel(unlabelled, local.probabilities(x[unlabelled]))
    relational = fit()
    for _ in range(settings.sweeps):
        for part in np.array_split(rng.permutation(unlabelled), _PARTS):
            told = columns(part)
            # A node with neither features nor a labelled neighbour waits: a guess would only
            # spread the most frequent class.
            informed = np.diff(told.indptr) > 0
            relabel(part[informed], relational.probabilities(told[informed]))
        if settings.refit:
            relational = fit()
    return as_logits(relational.probabilities(columns(np.arange(n))), task.multi_label)
