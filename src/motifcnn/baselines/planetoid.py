r"""Planetoid (Yang, Cohen and Salakhutdinov 2016): embeddings that predict the graph's and the labels' context, and classes.

.. math:: -\sum_{(i, c, \gamma)} \log \sigma(\gamma \, w_c \cdot e_i), \quad
          p(y | x, e) = softmax(W [h(x), h(e)] + b), \quad h(x) = relu(x W_x + b_x)

Positive pairs (i, c) are at most `reach` steps apart on a random walk, or training nodes of one
class; negative ones are drawn at random, or are training nodes of other classes. Transductive (T),
e_i is a vector of its own for every node; inductive (I), it is relu(x_i W_e). On a typed graph
types are ignored and a one-hot node type is appended to the features.

(r) Contexts come first, those of labels and then walks with a falling learning rate, and the
classifier afterwards, by steps on all training nodes, Adam's with dropout; the vectors of T then
stay. The released code alternates between the losses and has a loss on each hidden layer as well.
Walks of 10 nodes and a reach of 3, as in the paper, did worse on Cora's validation nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch import nn

from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.settings import Settings
from motifcnn.nn.structure import whole_adjacency
from motifcnn.nn.term import Term, constant_term
from motifcnn.train.callback import Callback
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task


@dataclass(frozen=True)
class PlanetoidConfig(Settings):
    """Settings of a Planetoid.

    Parameters
    ----------
    size : int
        Columns of an embedding.
    hidden : int
        Units of h(x) and of h(e).
    walks, walk_length, reach, negatives : int
        Walks from every node, nodes of a walk, how far apart two of them predict each other, and
        negative pairs per positive one.
    label_pairs : int
        Pairs of training nodes of one class per training node, and as many of different classes.
    context_rate : float
        Learning rate of the contexts at the beginning; it falls to 0.
    """

    size: int = 50
    hidden: int = 16
    walks: int = 5
    walk_length: int = 40
    reach: int = 15
    negatives: int = 1
    label_pairs: int = 300
    context_rate: float = 0.025

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive(
            "size",
            "hidden",
            "walks",
            "walk_length",
            "reach",
            "negatives",
            "label_pairs",
            "context_rate",
        )


CONFIG = PlanetoidConfig(
    text="given",
    featureless="none",
    input_dropout=0.5,
    dropout=0.5,
    learning_rate=0.01,
    weight_decay=5e-3,
    epochs=1000,
    window=100,
    stop="patience",
    select="f1",
)
SPACE = {
    "walks": (5, 20),
    "reach": (3, 15),
    "label_pairs": (20, 300),
    "text": ("given", "rows", "tf-idf"),
    "learning_rate": (0.003, 0.01, 0.03),
    "weight_decay": (5e-4, 5e-3),
}


@dataclass(frozen=True, eq=False)
class PlanetoidView:
    """Features of the rows, and which rows they are."""

    features: Term
    rows: torch.Tensor


class Planetoid(nn.Module):
    """The classifier on features and embeddings.

    Parameters
    ----------
    width : int
        Columns of the features.
    rows : int
        Nodes of the target type; 0 for the inductive form.
    classes : int
    config : PlanetoidConfig
    """

    def __init__(self, width: int, rows: int, classes: int, config: PlanetoidConfig) -> None:
        super().__init__()
        self.of_features, self.bias = (
            glorot(width, config.hidden),
            nn.Parameter(torch.zeros(config.hidden)),
        )
        self.of_embedding = nn.Linear(config.size, config.hidden)
        self.leave = nn.Linear(2 * config.hidden, classes)
        if rows:
            self.register_buffer("embedding", torch.zeros(rows, config.size))
        else:
            self.embed = glorot(width, config.size)
        self.inductive, self.input_dropout, self.dropout = (
            not rows,
            config.input_dropout,
            config.dropout,
        )

    @property
    def known(self) -> torch.Tensor:
        """Vectors of the target's nodes, (rows, size), of the transductive form."""
        return cast(torch.Tensor, self.embedding)

    def forward(self, view: PlanetoidView) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows."""
        drop = self.input_dropout if self.training else 0.0
        e = (
            torch.relu(view.features.times(self.embed, drop))
            if self.inductive
            else self.known[view.rows]
        )
        h = torch.cat(
            [view.features.times(self.of_features, drop) + self.bias, self.of_embedding(e)], dim=1
        )
        h = torch.relu(h)
        h = dropout(h, self.dropout, next_seed()) if self.training and self.dropout else h
        logits: torch.Tensor = self.leave(h)
        return logits


class PlanetoidClassifier:
    """A `Planetoid` on the whole graph, types ignored; `inductive` says which form."""

    def __init__(self, problem: Problem, *, inductive: bool) -> None:
        self.config, self.seed = cast(PlanetoidConfig, problem.config), problem.seed
        self.inputs, self.features = stacked_inputs(problem)
        self.adjacency, first = whole_adjacency(problem.graph)
        self.begin, self.count = first[problem.target], problem.graph.counts[problem.target]
        rows = 0 if inductive else self.count
        self.module = Planetoid(self.features.shape[1], rows, problem.classes, self.config)

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> PlanetoidView:
        """The features of those rows."""
        chosen = (
            np.ones(len(rows), np.float32),
            np.asarray(rows) + self.begin,
            np.arange(len(rows) + 1),
        )
        selection = sparse.csr_array(chosen, shape=(len(rows), self.features.shape[0]))
        return PlanetoidView(
            constant_term(selection, self.features, device), torch.tensor(rows, device=device)
        )

    def attention(self, view: PlanetoidView) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Learns the embeddings from contexts; gradient steps on the classifier follow."""
        module, n = self.module, self.adjacency.shape[0]
        rng = np.random.default_rng(self.seed)
        table = (
            module.embed.detach().cpu().numpy().copy()
            if module.inductive
            else _small(rng, n, self.config.size)
        )
        learn_contexts(
            table,
            module.inductive,
            self.adjacency,
            self.features,
            self.begin,
            task,
            self.config,
            rng,
        )
        with torch.no_grad():
            if module.inductive:
                module.embed.copy_(torch.from_numpy(table))
            else:
                module.known.copy_(torch.from_numpy(table[self.begin : self.begin + self.count]))


def learn_contexts(
    table: npt.NDArray[np.float32],
    inductive: bool,
    adjacency: sparse.csr_array,
    features: sparse.csr_array,
    begin: int,
    task: Task,
    config: PlanetoidConfig,
    rng: np.random.Generator,
) -> None:
    """Changes `table`, (n, size) or, inductive, (width, size), until embeddings predict their contexts.

    Parameters
    ----------
    begin : int
        Where the target type is among the nodes of all types.
    """
    from motifcnn.baselines.kernels import context

    kernels: Any = context
    n = adjacency.shape[0]
    contexts = _small(rng, n, config.size)
    nodes = (inductive, features.indptr, features.indices, features.data)
    links = adjacency.indptr, adjacency.indices
    one, other, positive = label_pairs(task, config.label_pairs, rng)
    kernels.learn_pairs(
        one + begin,
        other + begin,
        positive,
        np.float32(config.context_rate),
        *nodes,
        table,
        contexts,
    )
    for walk in range(config.walks):
        rates = np.array(
            [config.context_rate * (1 - at / config.walks) for at in (walk, walk + 1)], np.float32
        )
        numbers = (
            config.walk_length,
            config.reach,
            config.negatives,
            rates,
            np.uint64(rng.integers(2**62)),
        )
        kernels.learn_walks(*links, rng.permutation(n), *numbers, *nodes, table, contexts)


def label_pairs(
    task: Task, per_node: int, rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Pairs of training nodes and whether they share a class, in random order: `per_node` times as many of each kind as nodes.

    Of a node with several classes one is drawn, and it is the one that counts.
    """
    has = task.train_y if task.multi_label else np.eye(task.classes, dtype=bool)[task.train_y]
    node, of_class = np.nonzero(has)
    drawn = (
        rng.integers(len(node), size=per_node * len(task.train))
        if len(node)
        else np.empty(0, np.int64)
    )
    one, chosen = node[drawn], of_class[drawn]
    same, other = np.empty_like(one), np.full_like(one, -1)
    for c in np.unique(chosen):
        mine = chosen == c
        same[mine] = rng.choice(np.flatnonzero(has[:, c]), size=int(mine.sum()))
        if not has[:, c].all():
            other[mine] = rng.choice(np.flatnonzero(~has[:, c]), size=int(mine.sum()))
    pairs = (
        np.concatenate([one, one]),
        np.concatenate([same, other]),
        np.arange(2 * len(one)) < len(one),
    )
    order = rng.permutation(np.flatnonzero(pairs[1] >= 0))
    return task.train[pairs[0][order]], task.train[pairs[1][order]], pairs[2][order]


def _small(rng: np.random.Generator, rows: int, columns: int) -> npt.NDArray[np.float32]:
    return (rng.uniform(-0.5, 0.5, size=(rows, columns)) / columns).astype(np.float32)
