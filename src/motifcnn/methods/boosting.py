r"""Boosting: gradient-boosted trees on a node's features and on those of its neighbours.

A table without a graph network, the first thing that practice asks a graph method to beat. The
columns of a node i of the target type are its own inputs and, for every relation r of its type (and
direction, within the type), how many neighbours it has and their mean inputs:

.. math:: [\, x_i \mid d_r(i) \mid \frac{1}{d_r(i)} \sum_{j \in N_r(i)} x_j \,]_r

Trees are scikit-learn's HistGradientBoostingClassifier (after LightGBM, Ke et al. 2017): one tree
per class and round on the softmax loss, or on a sigmoid per class where nodes have several. The
number of rounds is the best one on validation. Trees need dense columns, so wide features are
projected (`project`), and a type without features feeds in nothing or a structural embedding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal, cast

import numpy as np
import numpy.typing as npt
import torch
from pydantic import Field
from scipy import sparse

from motifcnn.graph.flat import offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.probabilities import as_logits, class_shares
from motifcnn.methods.registry import register_method
from motifcnn.methods.regression import separate_targets
from motifcnn.methods.relation_means import relation_means
from motifcnn.methods.task import Task
from motifcnn.methods.trees import BoostedTrees
from motifcnn.methods.validation import Progress, best_epoch, loss_on
from motifcnn.nn.inputs import InputSettings, NodeInputs, node_inputs
from motifcnn.nn.settings import Positive, PositiveInt


class BoostingSettings(InputSettings):
    """Settings of boosting; see `InputSettings` for the rest.

    Parameters
    ----------
    project : int
        Columns to which wider features are reduced; always some, as trees need dense columns.
    featureless : {"none", "structure"}
    rounds : int
        Largest number of rounds.
    learning_rate : float
        What the values of each tree are multiplied by.
    leaves : int
        Most leaves of a tree.
    leaf_nodes : int
        Fewest training nodes of a leaf.
    l2 : float
        Weight that draws the values of leaves to 0.
    """

    project: PositiveInt = 64
    featureless: Literal["none", "structure"] = "none"
    rounds: PositiveInt = 100
    learning_rate: Positive = 0.1
    leaves: Annotated[int, Field(ge=2)] = 4
    leaf_nodes: PositiveInt = 10
    l2: Annotated[float, Field(ge=0)] = 1.0


@register_method
class Boosting(Method):
    """Gradient-boosted trees on own and neighbours' mean features."""

    name = "boosting"
    settings = BoostingSettings(text="tf-idf")
    search_space: ClassVar = {
        "learning_rate": (0.03, 0.1, 0.3),
        "leaves": (4, 8, 16),
        "leaf_nodes": (5, 10, 20),
        "l2": (0.0, 1.0, 10.0),
        "project": (32, 64, 128),
        "featureless": ("none", "structure"),
    }
    batches = False

    def build(self, problem: Problem) -> BoostingClassifier:
        """A classifier with the columns of the problem's graph, and no trees yet."""
        return BoostingClassifier(problem)


class BoostingClassifier(Classifier):
    """Boosted trees on the columns of all target nodes."""

    def __init__(self, problem: Problem) -> None:
        self.settings, self.seed = cast(BoostingSettings, problem.settings), problem.seed
        inputs = node_inputs(problem.graph, self.settings, problem.inputs)
        self.inputs = inputs.fitted
        # The inputs are part of the value, so their id stays theirs.
        key = ("boosting columns", problem.target, id(inputs))
        _, self.columns = problem.graph.cache.get(
            key, lambda: (inputs, columns_of(problem.graph, problem.target, inputs))
        )
        rounds, leaves = self.settings.rounds, self.settings.leaves
        self.module = self.trees = BoostedTrees(rounds, problem.classes, leaves)

    def view(self, rows: Rows, device: torch.device) -> torch.Tensor:
        """Columns of those rows: (n, d) float64, as the trees were grown."""
        return torch.from_numpy(self.columns[rows].astype(np.float64)).to(device)

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch]:
        """Grows all rounds, then keeps the best number of them on validation."""
        s, trees, x, grown = self.settings, self.trees, self.columns[task.train], False
        shares = class_shares(task.train_y, task.classes)
        trees.baseline.copy_(torch.from_numpy(as_logits(shares, task.multi_label)))
        progress = Progress(task, callbacks)
        for c, (y, weights) in enumerate(separate_targets(task)):
            if x.shape[1] and len(np.unique(y)) > 1:
                model, grown = self._grow(x, y, weights), True
                trees.take(model, [c] if task.multi_label else _scored(model, trees))
        if not grown:
            return []
        both = self.view(np.concatenate([task.train, task.val]), trees.baseline.device)
        total = trees.baseline.expand(len(both), -1)
        with progress.of(s.rounds):
            for scores in trees.rounds(both, s.rounds):
                total = total + scores
                train, val = total.cpu().tensor_split([len(x)])
                progress.add(loss_on(train, task.train_y, task.weights), val)
        trees.kept.fill_(best_epoch(progress.history, "f1") + 1)
        return progress.history

    def _grow(self, x: npt.NDArray[Any], y: npt.NDArray[Any], class_weight: Any) -> Any:
        from sklearn.ensemble import HistGradientBoostingClassifier

        return HistGradientBoostingClassifier(
            learning_rate=self.settings.learning_rate,
            max_iter=self.settings.rounds,
            max_leaf_nodes=self.settings.leaves,
            min_samples_leaf=self.settings.leaf_nodes,
            l2_regularization=self.settings.l2,
            early_stopping=False,
            class_weight=class_weight,
            random_state=self.seed,
        ).fit(x, y)


def _scored(model: Any, trees: BoostedTrees) -> list[int]:
    """The classes that the trees of a multi-class model score: of two, the second against 0."""
    present: list[int] = model.classes_.tolist()
    if len(present) > 2:
        return present
    trees.baseline[present[0]] = 0
    return present[1:]


def columns_of(graph: Graph, target: str, inputs: NodeInputs) -> npt.NDArray[np.float32]:
    """Own inputs, then per relation and direction the number and mean inputs of neighbours."""
    at = offsets(graph)
    blocks = [np.empty((graph.counts[target], 0), np.float32), *inputs.columns[target]]
    for mean in relation_means(graph):
        if mean.rows == at[target]:
            (other,) = (t for t in at if at[t] == mean.columns)
            links = mean.matrix.csr
            blocks.append(np.diff(links.indptr)[:, None])
            blocks += [links @ x for x in inputs.carried_columns(other)]
    dense = [x.toarray() if sparse.issparse(x) else x for x in blocks]
    return np.hstack(dense).astype(np.float32)
