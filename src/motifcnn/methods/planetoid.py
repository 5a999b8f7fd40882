r"""Planetoid (Yang, Cohen and Salakhutdinov 2016): embeddings that predict contexts and classes.

.. math:: -\sum_{(i, c, \gamma)} \log \sigma(\gamma \, w_c \cdot e_i), \quad
          p(y | x, e) = softmax(W [h(x), h(e)] + b), \quad h(x) = relu(x W_x + b_x)

Transductive (T), e_i is a vector of its own for every node; inductive (I), it is relu(x_i W_e).
As in the released code, embeddings first learn label contexts, then graph contexts; steps on
classes, which move embeddings as well, follow in turns with more steps on graph contexts. On a
typed graph types are ignored, and inputs are those of `flat_inputs`.

(r) Pairs have a negative sample each, as in the paper, not a softmax over all nodes as released.
Embeddings learn by Adagrad, which hubs do not upset, and all other weights by Adam with dropout.
Walks of 20 nodes reach 10 steps, not 10 and 3, which is better on Cora's validation nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from itertools import chain, islice
from typing import Annotated, ClassVar, cast

import numpy as np
import torch
from pydantic import Field
from torch import nn
from torch.nn import functional

from motifcnn.graph.flat import flat_adjacency
from motifcnn.methods.contexts import context_loss, label_pairs, walk_batches
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.flat_classifier import FlatClassifier, FlatView
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.registry import register_method
from motifcnn.methods.task import Task
from motifcnn.methods.validation import Progress, loss_of
from motifcnn.nn.features import Features
from motifcnn.nn.glorot import glorot
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import Positive, PositiveInt, Share
from motifcnn.nn.stacked import Stacked


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
    walk_length, reach : int
        Nodes of a walk, and how far apart two of them predict each other.
    turns : float
        Probability of a step on graph contexts before a step on classes.
    context_rate, learning_rate : float
        Learning rate of embeddings, and of all other weights.
    weight_decay, input_dropout, dropout : float
    epochs, window : int
        Largest number of steps on classes; stop when the best one is `window` steps ago.
    """

    size: PositiveInt = 50
    hidden: PositiveInt = 16
    label_steps: Annotated[int, Field(ge=0)] = 200
    walks: PositiveInt = 5
    batch: PositiveInt = 200
    walk_length: PositiveInt = 20
    reach: PositiveInt = 10
    turns: Share = 0.1
    context_rate: Positive = 0.1
    learning_rate: Positive = 0.01
    weight_decay: Annotated[float, Field(ge=0)] = 5e-3
    input_dropout: Share = 0.5
    dropout: Share = 0.5
    epochs: PositiveInt = 1000
    window: PositiveInt = 100


class PlanetoidModule(nn.Module):
    """The classifier on features and embeddings; `nodes` is 0 in the inductive form."""

    def __init__(self, width: int, nodes: int, classes: int, settings: PlanetoidSettings) -> None:
        super().__init__()
        size, hidden, self.inductive = settings.size, settings.hidden, not nodes
        self.table = glorot(nodes or width, size)
        self.of_features, self.bias = glorot(width, hidden), nn.Parameter(torch.zeros(hidden))
        self.of_embedding = nn.Linear(size, hidden)
        self.leave = nn.Linear(2 * hidden, classes)
        self.input_dropout, self.dropout = settings.input_dropout, settings.dropout

    def embed(self, x: Features | Stacked, nodes: torch.Tensor) -> torch.Tensor:
        """The vectors e, (m, size), of nodes with features x, (m, width)."""
        return torch.relu(x @ self.table) if self.inductive else self.table.index_select(0, nodes)

    def forward(self, view: FlatView) -> torch.Tensor:
        """Logits, (m, classes), of the view's rows, whose features are x."""
        x = view.x.dropped(self.input_dropout if self.training else 0.0)
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
        s, net, n, first = self.settings, self.net, self.x.shape[0], self.first_row
        device = net.bias.device
        contexts = nn.Parameter(glorot(n, s.size).data.to(device))
        others = [weight for weight in net.parameters() if weight is not net.table]
        of_embeddings = torch.optim.Adagrad([net.table, contexts], s.context_rate)
        of_others = torch.optim.Adam(others, s.learning_rate, weight_decay=s.weight_decay)

        def step(loss: torch.Tensor) -> float:
            of_embeddings.zero_grad()
            of_others.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            of_embeddings.step()
            of_others.step()
            return loss.item()

        by_label = (label_pairs(task, s.batch, first, self.rng) for _ in range(s.label_steps))
        walks = walk_batches(self.links, s.batch, s.walk_length, s.reach, self.rng)
        for pairs in chain(by_label, islice(walks, s.walks * max(1, n // s.batch))):
            step(context_loss(pairs, self._embed, contexts))
        y = torch.tensor(task.train_y, device=device)
        y = y.float() if task.multi_label else y
        weights = None if task.weights is None else torch.tensor(task.weights, device=device)
        train, val = self.view(task.train, device), self.view(task.val, device)
        best, progress = 0, Progress(task, callbacks)
        with progress.of(s.epochs):
            for number in range(s.epochs):
                if number > best + s.window:
                    break
                if self.rng.random() < s.turns:
                    step(context_loss(next(walks), self._embed, contexts))
                loss = step(loss_of(net.train()(train), y, weights))
                with torch.no_grad():
                    logits = net.eval()(val).cpu()
                if progress.add(loss, logits):
                    best, state = number, deepcopy(net.state_dict())
        net.load_state_dict(state)
        return progress.history

    def _embed(self, nodes: Rows) -> torch.Tensor:
        return self.net.embed(self.x.rows(nodes), torch.as_tensor(nodes))


@register_method
class PlanetoidT(Method):
    """Planetoid with a vector of its own for every node."""

    name = "planetoid-t"
    settings = PlanetoidSettings()
    search_space: ClassVar = {
        "hidden": (16, 64),
        "walks": (5, 20),
        "reach": (3, 10),
        "text": ("given", "rows", "tf-idf"),
        "learning_rate": (0.003, 0.01, 0.03),
        "weight_decay": (5e-4, 5e-3),
        "dropout": (0.2, 0.5),
    }
    transductive = True
    batches = False
    inductive = False

    def build(self, problem: Problem) -> Classifier:
        return PlanetoidClassifier(problem, inductive=self.inductive)


@register_method
class PlanetoidI(PlanetoidT):
    """Planetoid with vectors that come from features, so that nodes of other graphs have one."""

    name = "planetoid-i"
    transductive = False
    inductive = True
