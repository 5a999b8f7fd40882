r"""GAT (Velickovic et al. 2018, equations 1 to 6).

.. math:: h'_i = \Vert_k \, elu(\sum_{j \in N(i) \cup i} \alpha^k_{ij} W^k h_j), \quad
          \alpha^k_{ij} = softmax_j(leaky(a^k_1 \cdot W^k h_i + a^k_2 \cdot W^k h_j))

The last layer averages its heads and has no activation. On a typed graph types are ignored and a
one-hot node type is appended to the features; a type without features has only that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch import nn
from torch.nn import functional

from motifcnn.baselines.edge_softmax import Links, attend
from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.nn.carried import symmetric_operator
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.nn.term import Term, constant_term
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task


@dataclass(frozen=True)
class GATConfig(Settings):
    """Settings of a GAT.

    Parameters
    ----------
    hidden : tuple of int
        Width of each head, for each layer but the last.
    heads, output_heads : int
        Heads of each layer but the last, side by side; heads of the last layer, averaged.
    attention_dropout : float
        Share of the attention weights that a training step leaves out.
    """

    hidden: tuple[int, ...] = (8,)
    heads: int = 8
    output_heads: int = 1
    attention_dropout: float = 0.6

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_widths("hidden")
        self.require_positive("heads", "output_heads")
        if not 0 <= self.attention_dropout < 1:
            raise ConfigError(
                f"attention_dropout must be at least 0 and under 1, got {self.attention_dropout}"
            )


CONFIG = GATConfig(
    text="rows",
    featureless="none",
    input_dropout=0.6,
    dropout=0.6,
    learning_rate=0.005,
    weight_decay=5e-4,
    epochs=1000,
    window=100,
    stop="patience",
    select="loss",
)


@dataclass(frozen=True, eq=False)
class GATView:
    """Features of every node that the rows can see, and the links of each layer."""

    first: Term
    links: tuple[Links, ...]


class GATLayer(nn.Module):
    """Heads of attention over links, with a bias: (m, width) to (n, heads * out).

    Parameters
    ----------
    width, out, heads : int
        Columns of the input; columns and number of heads.
    """

    def __init__(self, width: int, out: int, heads: int) -> None:
        super().__init__()
        self.heads, self.out = heads, out
        self.weight = nn.Parameter(
            torch.cat([glorot(width, out).detach() for _ in range(heads)], dim=1)
        )
        self.of_row = nn.Parameter(
            torch.stack([glorot(out, 1).detach().flatten() for _ in range(heads)])
        )
        self.of_column = nn.Parameter(
            torch.stack([glorot(out, 1).detach().flatten() for _ in range(heads)])
        )
        self.bias = nn.Parameter(torch.zeros(heads * out))

    def forward(self, z: torch.Tensor, links: Links, drop: float) -> torch.Tensor:
        """(n, heads * out) from z = h W, (m, heads * out)."""
        return (
            attend(
                links, z, self.of_row, self.of_column, drop=drop, seed=next_seed() if drop else 0
            )
            + self.bias
        )


class GAT(nn.Module):
    """Graph attention network.

    Parameters
    ----------
    width : int
        Columns of the features.
    classes : int
    config : GATConfig
    """

    def __init__(self, width: int, classes: int, config: GATConfig) -> None:
        super().__init__()
        widths = [width, *(config.heads * out for out in config.hidden)]
        outs = [(out, config.heads) for out in config.hidden] + [(classes, config.output_heads)]
        self.layers = nn.ModuleList(
            [GATLayer(w, out, heads) for w, (out, heads) in zip(widths, outs, strict=True)]
        )
        self.classes, self.config = classes, config

    def forward(self, view: GATView) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows."""
        config, h = self.config, None
        for layer, links in zip(self.layers, view.links, strict=True):
            layer = cast(GATLayer, layer)
            if h is None:
                z = view.first.times(layer.weight, config.input_dropout if self.training else 0.0)
            else:
                h = functional.elu(h)
                h = (
                    dropout(h, config.dropout, next_seed())
                    if self.training and config.dropout
                    else h
                )
                z = h @ layer.weight
            h = layer(z, links, config.attention_dropout if self.training else 0.0)
        return cast(torch.Tensor, h).view(-1, config.output_heads, self.classes).mean(dim=1)


class GATClassifier:
    """A `GAT` on the whole graph, types ignored."""

    def __init__(self, problem: Problem) -> None:
        self.inputs, self.features = stacked_inputs(problem)
        # Its values are not used: only which links there are, with a loop at every node.
        self.operator, first = symmetric_operator(problem.graph)
        self.first_row = first[problem.target]
        self.module = GAT(self.features.shape[1], problem.classes, cast(GATConfig, problem.config))

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> GATView:
        """The links, cut back from the rows layer by layer."""
        wanted = np.asarray(rows) + self.first_row
        links: list[Links] = []
        for _ in self.module.layers:
            cut = sparse.csr_array(self.operator[wanted])
            seen = np.unique(cut.indices)
            parts = (cut.data, np.searchsorted(seen, cut.indices), cut.indptr)
            pattern = sparse.csr_array(parts, shape=(len(wanted), len(seen)))
            links.insert(0, Links(pattern, np.searchsorted(seen, wanted)))
            wanted = seen
        chosen = (np.ones(len(wanted), np.float32), wanted, np.arange(len(wanted) + 1))
        selection = sparse.csr_array(chosen, shape=(len(wanted), self.features.shape[0]))
        return GATView(constant_term(selection, self.features, device), tuple(links))

    def attention(self, view: GATView) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


SPACE = {
    "hidden": ((8,), (16,)),
    "text": ("rows", "tf-idf"),
    "learning_rate": (0.002, 0.005, 0.01),
    "weight_decay": (1e-5, 5e-4, 5e-3),
    "input_dropout": (0.2, 0.6),
    "output_heads": (1, 8),
}
METHOD = Method(GATClassifier, CONFIG, SPACE)
