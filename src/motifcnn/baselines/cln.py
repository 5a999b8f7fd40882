r"""CLN, column networks (Pham et al. 2017, equations 4 to 10): many layers of neighbours' means, with gates.

.. math:: \tilde h_i = relu(W h_i + \frac{1}{z} \sum_r V_r c_{ir} + b), \quad
          a_i = \sigma(W_a h_i + \frac{1}{z} \sum_r V_{ar} c_{ir} + b_a), \quad h_i \leftarrow a_i
          \tilde h_i + (1 - a_i) h_i

c_ir is the mean of h over the neighbours of i along relation r; there is one r per relation and
direction. All layers share their weights. The nodes of all types are one set, with a one-hot node
type appended to the features, and enter through a dense layer.

(r) z is the number of relations that lead to nodes of the type at hand, and b_a has values of its
own in every layer. A step is on all training nodes, with a smaller learning rate than the paper's
0.01, which belongs to small batches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.baselines.cln_recurrence import recur
from motifcnn.baselines.cln_steps import Steps, steps
from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.baselines.slices import places, slices
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.settings import Settings
from motifcnn.nn.term import Term, rows_term
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task


@dataclass(frozen=True)
class CLNConfig(Settings):
    """Settings of a column network.

    Parameters
    ----------
    hidden : int
        Width of every layer.
    layers : int
        How many times neighbours are looked at.
    gate_bias : float
        Start of b_a: below 0 a layer begins by keeping most of what came in.
    """

    hidden: int = 40
    layers: int = 10
    gate_bias: float = -0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive("hidden", "layers")


CONFIG = CLNConfig(
    text="given",
    featureless="none",
    input_dropout=0.0,
    dropout=0.5,
    optimiser="rmsprop",
    learning_rate=0.003,
    halve_after=10,
    epochs=200,
    window=40,
    stop="patience",
    select="f1",
)


@dataclass(frozen=True, eq=False)
class CLNView:
    """Features of the nodes that come in, what every layer computes of them, and where the rows that are asked for come out."""

    first: Term
    steps: Steps
    rows: torch.Tensor


class CLN(nn.Module):
    """Column network.

    Parameters
    ----------
    width : int
        Columns of the features.
    into : sequence of int
        Of every slice, z: how many slices lead to nodes of the type that reads it.
    target : int
        Which type the rows are of.
    classes : int
    config : CLNConfig
    """

    def __init__(
        self, width: int, into: Sequence[int], target: int, classes: int, config: CLNConfig
    ) -> None:
        super().__init__()
        d = config.hidden
        self.enter, self.enter_bias = glorot(width, d), nn.Parameter(torch.zeros(d))
        # Columns of the new values, then columns of the gate: one product gives both.
        self.own = nn.Parameter(torch.cat([glorot(d, d).detach(), glorot(d, d).detach()], dim=1))
        both = [torch.cat([glorot(d, d).detach(), glorot(d, d).detach()], dim=1) for _ in into]
        self.relations = nn.ParameterList([nn.Parameter(weight) for weight in both])
        self.bias = nn.Parameter(torch.zeros(d))
        self.gate_bias = nn.Parameter(torch.full((config.layers, d), float(config.gate_bias)))
        self.leave = nn.Linear(d, classes)
        self.into, self.target = tuple(into), target
        self.input_dropout, self.dropout = config.input_dropout, config.dropout

    def forward(self, view: CLNView) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows."""
        h = torch.relu(
            view.first.times(self.enter, self.input_dropout if self.training else 0.0)
            + self.enter_bias
        )
        h = dropout(h, self.dropout, next_seed()) if self.training and self.dropout else h
        relations = [weight / z for weight, z in zip(self.relations, self.into, strict=True)]
        h = recur(view.steps, h, self.own, relations, self.bias, self.gate_bias)[self.target][
            view.rows
        ]
        h = dropout(h, self.dropout, next_seed()) if self.training and self.dropout else h
        logits: torch.Tensor = self.leave(h)
        return logits


class CLNClassifier:
    """A `CLN` on the whole graph."""

    def __init__(self, problem: Problem) -> None:
        config = cast(CLNConfig, problem.config)
        self.inputs, self.features = stacked_inputs(problem)
        self.slices, self.places = slices(problem.graph), places(problem.graph)
        self.target, self.layers = list(self.places).index(problem.target), config.layers
        into = [sum(part.rows == other.rows for other in self.slices) for part in self.slices]
        self.module = CLN(self.features.shape[1], into, self.target, problem.classes, config)

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> CLNView:
        """What those rows can see, layer by layer: little in the last one, most of the graph a few layers earlier."""
        found = steps(
            self.slices, tuple(self.places.values()), self.target, np.asarray(rows), self.layers
        )
        first = rows_term(self.features, found.enter, device)
        return CLNView(first, found, torch.as_tensor(found.leave, device=device))

    def attention(self, view: CLNView) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


SPACE = {
    "hidden": (40, 50),
    "layers": (2, 5, 10),
    "text": ("given", "rows", "tf-idf"),
    "learning_rate": (0.001, 0.003, 0.01),
    "weight_decay": (0.0, 1e-4),
}
METHOD = Method(CLNClassifier, CONFIG, SPACE)
