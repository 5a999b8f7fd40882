r"""Planetoid (Yang, Cohen and Salakhutdinov 2016): embeddings that predict contexts and classes.

.. math:: -\sum_{(i, c, \gamma)} \log \sigma(\gamma \, w_c \cdot e_i), \quad
          p(y | x, e) = softmax(W [h(x), h(e)] + b), \quad h(x) = relu(x W_x + b_x)

Positive pairs (i, c) are near each other on a random walk, or are training nodes of one class;
negative ones are drawn at random. Transductive (T), e_i is a vector of its own for every node;
inductive (I), it is relu(x_i W_e). On a typed graph types are ignored, types without features are
one-hot, and a one-hot node type is appended to the features.

As in the released code, embeddings first learn label contexts, then graph contexts; steps on
classes, which move embeddings as well, follow in turns with more steps on graph contexts.

(r) Pairs have negative samples, as in the paper; the released code has a softmax over all nodes.
A step on classes is on all training nodes, by Adam with dropout.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, cast

import numpy as np
import torch
from pydantic import Field
from torch import nn
from torch.nn import functional

from motifcnn.graph.flat import flat_adjacency
from motifcnn.methods.contexts import Pairs, label_pairs, walk_pairs
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.flat_classifier import FlatClassifier, FlatView
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.registry import register_method
from motifcnn.methods.task import Task
from motifcnn.methods.validation import best_epoch, epoch_of, loss_of
from motifcnn.nn.features import Features, drop
from motifcnn.nn.glorot import glorot
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import Positive, PositiveInt, Share


class PlanetoidSettings(InputSettings):
    """Settings of a Planetoid.

    Parameters
    ----------
    size, hidden : int
        Columns of an embedding; units of h(x) and of h(e).
    label_steps, walks : int
        Steps on label contexts, then walks from every node, before the first step on classes.
    batch : int
        Label pairs, or walks, of a step.
    walk_length, reach, negatives : int
        Nodes of a walk, how far apart two of them predict each other, and negative pairs per
        positive one.
    context_rate : float
        Learning rate of embeddings.
    turns : float
        Probability of a step on graph contexts before a step on classes.
    learning_rate, weight_decay, input_dropout, dropout : float
        Of the classifier's other weights.
    epochs, window : int
        Largest number of steps on classes; stop when the best one is `window` steps ago.
    select : {"f1", "loss"}
        Keep the largest mean of Micro- and Macro-F1 on validation, or the smallest loss.
    """

    size: PositiveInt = 50
    hidden: PositiveInt = 16
    label_steps: Annotated[int, Field(ge=0)] = 200
    walks: PositiveInt = 5
    batch: PositiveInt = 200
    walk_length: PositiveInt = 40
    reach: PositiveInt = 15
    negatives: PositiveInt = 1
    context_rate: Positive = 0.025
    turns: Share = 0.1
    learning_rate: Positive = 0.01
    weight_decay: Annotated[float, Field(ge=0)] = 5e-3
    input_dropout: Share = 0.5
    dropout: Share = 0.5
    epochs: PositiveInt = 1000
    window: PositiveInt = 100
    select: Literal["f1", "loss"] = "f1"


class PlanetoidModule(nn.Module):
    """The classifier on features and embeddings.

    Parameters
    ----------
    width, nodes : int
        Columns of the features; nodes with a vector of their own, 0 in the inductive form.
    classes : int
    settings : PlanetoidSettings
    """

    def __init__(self, width: int, nodes: int, classes: int, settings: PlanetoidSettings) -> None:
        super().__init__()
        size, hidden, self.inductive = settings.size, settings.hidden, not nodes
        self.table = small_vectors(nodes, size) if nodes else glorot(width, size)
        self.of_features, self.bias = glorot(width, hidden), nn.Parameter(torch.zeros(hidden))
        self.of_embedding = nn.Linear(size, hidden)
        self.leave = nn.Linear(2 * hidden, classes)
        self.input_dropout, self.dropout = settings.input_dropout, settings.dropout

    def embed(self, x: Features, nodes: torch.Tensor) -> torch.Tensor:
        """The vectors e, (m, size), of nodes with features x, (m, width)."""
        if self.inductive:
            return torch.relu(x @ self.table)
        return functional.embedding(nodes, self.table)

    def forward(self, view: FlatView) -> torch.Tensor:
        """Logits, (m, classes), of the view's rows, whose features are x."""
        x = drop(view.x, self.input_dropout if self.training else 0.0)
        from_embedding = self.of_embedding(self.embed(x, view.rows))
        h = torch.relu(torch.cat([x @ self.of_features + self.bias, from_embedding], dim=1))
        return cast(torch.Tensor, self.leave(functional.dropout(h, self.dropout, self.training)))


class PlanetoidClassifier(FlatClassifier):
    """A `PlanetoidModule`, and the steps on contexts and classes that fit it."""

    def __init__(self, problem: Problem, *, inductive: bool) -> None:
        flat, self.settings = flat_inputs(problem), cast(PlanetoidSettings, problem.settings)
        nodes, width = flat.x.shape
        self.net = PlanetoidModule(width, 0 if inductive else nodes, problem.classes, self.settings)
        super().__init__(problem, flat, flat_adjacency(problem.graph), self.net)
        self.rng = np.random.default_rng(problem.seed)

    def view(self, rows: Rows, device: torch.device) -> FlatView:
        """The features of those rows."""
        nodes = rows + self.first_row
        return FlatView(self.x.rows(nodes), None, torch.as_tensor(nodes, device=device))

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch]:
        """Steps on contexts, then steps on classes in turns with more on graph contexts."""
        s, net, device = self.settings, self.net, self.net.bias.device
        contexts = small_vectors(self.x.shape[0], s.size).to(device)
        of_embeddings = torch.optim.Adagrad([net.table, contexts], s.context_rate)
        others = [weight for weight in net.parameters() if weight is not net.table]
        of_others = torch.optim.Adam(others, s.learning_rate, weight_decay=s.weight_decay)

        def step(loss: torch.Tensor) -> float:
            net.zero_grad()
            contexts.grad = None
            loss.backward()  # type: ignore[no-untyped-call]
            of_embeddings.step()
            of_others.step()
            return loss.item()

        for _ in range(s.label_steps):
            node, context, sign = label_pairs(task, s.batch, self.rng)
            pairs = Pairs(node + self.first_row, context + self.first_row, sign)
            step(self.context_loss(pairs, contexts))
        walks = self._walks()
        for _ in range(s.walks * self.x.shape[0] // s.batch):
            step(self.context_loss(next(walks), contexts))

        kind = torch.float32 if task.multi_label else torch.int64
        y, val_y = (torch.tensor(a, dtype=kind, device=device) for a in (task.train_y, task.val_y))
        weights = None if task.weights is None else torch.tensor(task.weights, device=device)
        train, val = self.view(task.train, device), self.view(task.val, device)
        history: list[Epoch] = []
        best, began = 0, time.perf_counter()
        for callback in callbacks:
            callback.start(s.epochs)
        try:
            while len(history) < s.epochs and len(history) - best <= s.window:
                if self.rng.random() < s.turns:
                    step(self.context_loss(next(walks), contexts))
                loss = step(loss_of(net.train()(train), y, weights))
                with torch.no_grad():
                    logits = net.eval()(val)
                    val_loss = loss_of(logits, val_y, weights).item()
                seconds = time.perf_counter() - began
                history.append(epoch_of(len(history) + 1, loss, val_loss, logits, task, seconds))
                best = best_epoch(history, s.select)
                if best == len(history) - 1:
                    state = {name: value.clone() for name, value in net.state_dict().items()}
                for callback in callbacks:
                    callback.epoch(history[-1])
        finally:
            for callback in callbacks:
                callback.end()
        net.load_state_dict(state)
        return history

    def context_loss(self, pairs: Pairs, contexts: torch.Tensor) -> torch.Tensor:
        """-sum log sigma(gamma w_c . e_i) over pairs, with w of shape (n, size)."""
        nodes, at = np.unique(pairs.node, return_inverse=True)
        at, context, sign, rows = (
            torch.as_tensor(part, device=contexts.device)
            for part in (at, pairs.context, pairs.sign, nodes)
        )
        e = self.net.embed(self.x.rows(nodes), rows)
        w = functional.embedding(context, contexts)
        return -functional.logsigmoid(sign * (w * e[at]).sum(dim=1)).sum()

    def _walks(self) -> Iterator[Pairs]:
        s, n = self.settings, self.x.shape[0]
        while True:
            for starts in np.array_split(self.rng.permutation(n), max(1, n // s.batch)):
                yield walk_pairs(
                    self.links, starts, s.walk_length, s.reach, s.negatives, self.rng
                )


def small_vectors(rows: int, columns: int) -> nn.Parameter:
    """Vectors near 0, (rows, columns), to start from."""
    return nn.Parameter((torch.rand(rows, columns) - 0.5) / columns)


_SPACE = {
    "walks": (5, 20),
    "reach": (3, 15),
    "label_steps": (20, 200),
    "text": ("given", "rows", "tf-idf"),
    "learning_rate": (0.003, 0.01, 0.03),
    "weight_decay": (5e-4, 5e-3),
}


@register_method
class PlanetoidT(Method):
    """Planetoid with a vector of its own for every node."""

    name = "planetoid-t"
    settings = PlanetoidSettings()
    search_space = _SPACE
    transductive = True
    batches = False

    def build(self, problem: Problem) -> Classifier:
        """The untrained classifier."""
        return PlanetoidClassifier(problem, inductive=False)


@register_method
class PlanetoidI(Method):
    """Planetoid with vectors that come from features, so that nodes of other graphs have one."""

    name = "planetoid-i"
    settings = PlanetoidSettings()
    search_space = _SPACE
    batches = False

    def build(self, problem: Problem) -> Classifier:
        """The untrained classifier."""
        return PlanetoidClassifier(problem, inductive=True)
