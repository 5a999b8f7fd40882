"""The dense part of a one-layer Motif-CNN: from products and own inputs to probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.graph.graph import Graph
from motifcnn.methods.method import NotApplicable
from motifcnn.methods.motif_cnn_classifier import MotifCNNClassifier
from motifcnn.nn.blocks import Block
from motifcnn.nn.features import Features, as_matrix
from motifcnn.nn.fused.precomputed import PrecomputedOperator, PrecomputedRole
from motifcnn.nn.motif_cnn import MotifCNN
from motifcnn.train.run.new_nodes import known_graph
from motifcnn.train.run.run import Run
from motifcnn.train.run.trained import trained_classifier

Tensors = dict[str, torch.Tensor]


@dataclass(frozen=True, eq=False)
class DensePart:
    """A network without a graph, and what it reads for some nodes.

    Parameters
    ----------
    network : DenseNetwork
    inputs : dict of name to tensor
        ``own``, (n, d), and per motif m and role k ``motif<m>.role<k>``, the product D^-1 A_k X,
        (n, d_k). Where the network reads them also ``motif<m>.present``, (n,) bool, and
        ``motif<m>.labels<k>``, (n, classes).
    """

    network: DenseNetwork
    inputs: Tensors


class DenseNetwork(nn.Module):
    """A one-layer `MotifCNN` as a function of dense inputs alone.

    Parameters
    ----------
    network : MotifCNN
    roles : mapping of motif number to the node types of its roles
    names : tuple of str
        Of the inputs, in the order of `forward`.
    multi_label : bool
    """

    def __init__(
        self,
        network: MotifCNN,
        roles: Mapping[int, tuple[str, ...]],
        names: tuple[str, ...],
        multi_label: bool,
    ) -> None:
        super().__init__()
        self.network, self.roles, self.names = network, roles, names
        self.multi_label = multi_label

    def forward(self, inputs: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and probabilities, (n, classes) each."""
        given = dict(zip(self.names, inputs, strict=True))
        own = given["own"]
        operators = {
            m: PrecomputedOperator(
                tuple(PrecomputedRole(t, given[f"motif{m}.role{k}"]) for k, t in enumerate(types)),
                given.get(f"motif{m}.present", own),  # not read where it is not given
                {
                    k: given[f"motif{m}.labels{k}"]
                    for k in range(len(types))
                    if f"motif{m}.labels{k}" in given
                },
            )
            for m, types in self.roles.items()
        }
        logits = self.network({}, [Block(operators, {self.network.target: None})], own)
        return logits, logits.sigmoid() if self.multi_label else logits.softmax(dim=1)


def dense_part(
    run: Run, graph: Graph | None = None, rows: npt.NDArray[np.int64] | None = None
) -> DensePart:
    """The dense part of a run, and its inputs for nodes of a graph.

    Parameters
    ----------
    run : Run
        Of motif-cnn or one of its ablations, with one layer.
    graph : Graph, optional
        With the same schema; default: the training graph.
    rows : (n,) int64, optional
        Nodes of the target type; default: all.

    Raises
    ------
    NotApplicable
        For other methods, and for several layers, which read the graph in between.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, ["(t:package)--(c:library)"], epochs=1, settings={"filters": [4]})
    >>> part = dense_part(run, rows=np.arange(3))
    >>> sorted(part.inputs), part.network(list(part.inputs.values()))[1].shape
    (['motif0.role0', 'own'], torch.Size([3, 8]))
    """
    graph = known_graph(run, graph)
    classifier = trained_classifier(run, graph)
    if not isinstance(classifier, MotifCNNClassifier) or len(classifier.network.layers) != 1:
        raise NotApplicable(
            f"{run.model}: only a motif-cnn of one layer has a dense part that needs no graph; "
            "train one, such as with --set filters=[64]"
        )
    classifier.module.eval()
    chosen = np.arange(graph.counts[run.target]) if rows is None else rows
    _, (block,), own = classifier.view(chosen, torch.device("cpu"))
    operators = cast("Mapping[int, PrecomputedOperator]", block.operators)
    inputs = {"own": _dense(own)}
    for m, operator in operators.items():
        inputs |= {f"motif{m}.role{k}": _dense(r.product) for k, r in enumerate(operator.roles)}
        inputs |= {f"motif{m}.labels{k}": seen for k, seen in operator.labels.items()}
        if _is_masked(classifier.network) and len(operators) > 1:
            inputs[f"motif{m}.present"] = operator.present
    roles = {m: tuple(r.node_type for r in found.roles) for m, found in operators.items()}
    network = DenseNetwork(classifier.network, roles, tuple(inputs), run.multi_label)
    return DensePart(network.eval(), inputs)


def _is_masked(network: MotifCNN) -> bool:
    return network.layer_of(0, network.target).mask


def _dense(x: Features) -> torch.Tensor:
    if isinstance(x, torch.Tensor):
        return x
    return torch.from_numpy(as_matrix(x).csr.toarray().astype(np.float32))
