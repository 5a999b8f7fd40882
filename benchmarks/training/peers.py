"""One epoch of PyG's GCN, GAT, RGCN, HAN and HGT on the same graph, as usually written.

Types with features feed in a fixed projection of them to 128 columns (which favours the peers),
other types a learned vector of 128 columns per node.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from benchmarks.training.graphs import MOTIFS
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count
from motifcnn.train import random_split
from motifcnn.train.split import labels_of

HIDDEN, INPUT = 64, 128


class _Peer(nn.Module):
    """What the peers share: inputs of every type, links, and the classifier on top."""

    def __init__(self, graph: Graph, name: str) -> None:
        super().__init__()
        rng = np.random.default_rng(0)
        self.graph, self.types, self.target = (
            graph,
            list(graph.schema.node_types),
            graph.target_type,
        )
        self.given, self.learned = {}, nn.ParameterDict()
        for t in self.types:
            if t in graph.features:
                x = graph.features[t]
                self.given[t] = torch.as_tensor(
                    np.asarray(x @ rng.standard_normal((x.shape[1], INPUT))), dtype=torch.float32
                )
            else:
                self.learned[t] = nn.Parameter(0.1 * torch.randn(graph.counts[t], INPUT))
        first = np.cumsum([0, *(graph.counts[t] for t in self.types)])
        self.first = dict(zip(self.types, first.tolist(), strict=False))
        self.edges = {}
        for (source, relation, goal), matrix in graph.adjacency.items():
            i, j = (torch.as_tensor(part, dtype=torch.int64) for part in matrix.nonzero())
            self.edges[source, relation, goal] = torch.stack([i, j])
            self.edges[goal, f"{relation}-back", source] = torch.stack([j, i])
        shift = torch.tensor
        stacked = [
            e + shift([[self.first[s]], [self.first[g]]]) for (s, _, g), e in self.edges.items()
        ]
        self.all_edges = torch.cat(stacked, dim=1)
        self.all_kinds = torch.cat([torch.full((e.shape[1],), k) for k, e in enumerate(stacked)])
        self.metapaths = {}
        for number, text in enumerate(MOTIFS[name]):
            tensor = count(graph, Motif.parse(text))
            role = tensor.roles[-1]
            if role.node_type == self.target:
                i, j = role.matrix.nonzero()
                self.metapaths[self.target, f"m{number}", self.target] = torch.as_tensor(
                    np.stack([j, i]), dtype=torch.int64
                )
        self.output = nn.Linear(HIDDEN, len(graph.labels[self.target].classes))

    def inputs(self) -> dict[str, torch.Tensor]:
        return {t: self.given[t] if t in self.given else self.learned[t] for t in self.types}

    def of_target(self, x: torch.Tensor) -> torch.Tensor:
        begin = self.first[self.target]
        return self.output(x[begin : begin + self.graph.counts[self.target]])


class GCN(_Peer):
    def __init__(self, graph: Graph, name: str) -> None:
        from torch_geometric.nn import GCNConv

        super().__init__(graph, name)
        self.convs = nn.ModuleList(
            [GCNConv(INPUT if n == 0 else HIDDEN, HIDDEN, cached=True) for n in range(3)]
        )

    def forward(self) -> torch.Tensor:
        x = torch.cat(list(self.inputs().values()))
        for conv in self.convs:
            x = functional.dropout(torch.relu(conv(x, self.all_edges)), 0.5, self.training)
        return self.of_target(x)


class GAT(_Peer):
    def __init__(self, graph: Graph, name: str) -> None:
        from torch_geometric.nn import GATConv

        super().__init__(graph, name)
        self.convs = nn.ModuleList(
            [GATConv(INPUT if n == 0 else HIDDEN, 8, heads=8) for n in range(2)]
        )

    def forward(self) -> torch.Tensor:
        x = torch.cat(list(self.inputs().values()))
        for conv in self.convs:
            x = functional.dropout(functional.elu(conv(x, self.all_edges)), 0.5, self.training)
        return self.of_target(x)


class RGCN(_Peer):
    def __init__(self, graph: Graph, name: str) -> None:
        from torch_geometric.nn import RGCNConv

        super().__init__(graph, name)
        self.convs = nn.ModuleList(
            [RGCNConv(INPUT if n == 0 else HIDDEN, HIDDEN, len(self.edges)) for n in range(2)]
        )

    def forward(self) -> torch.Tensor:
        x = torch.cat(list(self.inputs().values()))
        for conv in self.convs:
            x = functional.dropout(
                torch.relu(conv(x, self.all_edges, self.all_kinds)), 0.5, self.training
            )
        return self.of_target(x)


class HAN(_Peer):
    def __init__(self, graph: Graph, name: str) -> None:
        from torch_geometric.nn import HANConv

        super().__init__(graph, name)
        self.conv = HANConv(
            {self.target: INPUT},
            HIDDEN,
            ([self.target], list(self.metapaths)),
            heads=8,
            dropout=0.5,
        )

    def forward(self) -> torch.Tensor:
        return self.output(
            self.conv({self.target: self.inputs()[self.target]}, self.metapaths)[self.target]
        )


class HGT(_Peer):
    def __init__(self, graph: Graph, name: str) -> None:
        from torch_geometric.nn import HGTConv

        super().__init__(graph, name)
        kinds = (self.types, list(self.edges))
        self.convs = nn.ModuleList(
            [HGTConv(INPUT if n == 0 else HIDDEN, HIDDEN, kinds, heads=8) for n in range(2)]
        )

    def forward(self) -> torch.Tensor:
        x = self.inputs()
        for conv in self.convs:
            x = conv(x, self.edges)
        return self.output(x[self.target])


PEERS = {"PyG GCN, 3 layers": GCN, "PyG GAT": GAT, "PyG RGCN": RGCN, "PyG HAN": HAN, "PyG HGT": HGT}


def peer_epoch(graph: Graph, name: str, peer: type[_Peer]) -> Callable[[], None]:
    """A training step on the training nodes, and the validation nodes without gradients."""
    model, split, labels = (
        peer(graph, name),
        random_split(graph, seed=0),
        graph.labels[graph.target_type],
    )
    y = torch.as_tensor(
        labels_of(labels, split.train), dtype=torch.float32 if labels.multi_label else torch.int64
    )
    rows = torch.tensor(split.train)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01, fused=True)

    def epoch() -> None:
        model.train()
        optimiser.zero_grad()
        logits = model()[rows]
        loss = (
            functional.binary_cross_entropy_with_logits(logits, y)
            if labels.multi_label
            else functional.cross_entropy(logits, y)
        )
        loss.backward()
        optimiser.step()
        model.eval()
        with torch.no_grad():
            model()

    return epoch
