"""MotifCNN: layers of motif convolutions, combined per node, and a classifier on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

import torch
from torch import nn

from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.nn.blocks import Block, whole_block
from motifcnn.nn.features import Features, drop, take
from motifcnn.nn.motif_conv import Operator
from motifcnn.nn.motif_layer import Combine, MotifLayer
from motifcnn.nn.settings import ConfigError


class MotifCNN(nn.Module):
    r"""Motif-CNN: a stack of motif layers over the types that matter, then a linear classifier.

    A layer turns what nodes hold into one vector per node: the units of the motifs with that target
    type (`MotifConv`), combined by attention (`MotifAttention`).

    .. math:: h^{l+1}_i = \sum_m \alpha^l_{m,i} \, \sigma(H^{l,m}_i), \quad
              logits_i = W h^L_i + b

    Parameters
    ----------
    motifs : sequence of Motif or pattern text
        Of any target type. A layer computes only types that the layers above read.
    in_channels : int or mapping of node type to int
        Width of the inputs, by type or the same for all.
    out_channels : int
        Number of classes.
    target : str, optional
        Node type to classify; None is the target type of the first motif.
    hidden : sequence of int
        Width of each motif layer, first layer first.
    own_channels : int, optional
        Width of what nodes of the target type hold themselves, where the first layer reads more of
        a node's own inputs than motifs carry; None: as in `in_channels`.
    last_combine : str, optional
        How the last layer combines; None: as the others.
    dense : bool
        Whether a dense layer makes the logits. Else one more motif layer does: its units have a
        column per class and no activation, as the last layer of a GCN.
    dropout, input_dropout : float
        Share of hidden values and of the inputs that a training step leaves out.
    decay : {"all", "ends"}
        Weights that an optimiser's weight decay is for (`groups`): all, or the first layer and the
        output.
    layer : options of `MotifLayer`
        The same for every layer.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motifs = [mc.Motif.parse("(t:package)--(l:library)--(c:package)")]
    >>> x = {"package": torch.randn(3111, 16), "library": torch.randn(534, 4)}
    >>> model = MotifCNN(motifs, {"package": 16, "library": 4}, 8, hidden=(32, 32))
    >>> model(x, [mc.operator(graph, motif) for motif in motifs]).shape
    torch.Size([3111, 8])
    """

    def __init__(
        self,
        motifs: Sequence[Motif | str],
        in_channels: int | Mapping[str, int],
        out_channels: int,
        *,
        target: str | None = None,
        hidden: Sequence[int] = (64,),
        own_channels: int | None = None,
        last_combine: Combine | None = None,
        dense: bool = True,
        dropout: float = 0.5,
        input_dropout: float = 0.0,
        decay: Literal["all", "ends"] = "all",
        **layer: Any,
    ) -> None:
        super().__init__()
        self.motifs, self.dropout, self.decay = tuple(map(as_motif, motifs)), dropout, decay
        self.target = target or self.motifs[0].target_type
        widths = tuple(hidden) if dense else (*hidden, out_channels)
        self.types = layer_types(self.motifs, self.target, len(widths))
        if isinstance(in_channels, int):
            read = {role.node_type for motif in self.motifs for role in motif.roles}
            in_channels = dict.fromkeys({self.target, *read}, in_channels)
        self.layers = nn.ModuleList()
        for number, (types, out) in enumerate(zip(self.types, widths, strict=True)):
            options = layer | ({"dropout": input_dropout} if number == 0 else {})
            if number == len(widths) - 1:
                options |= {"combine": last_combine} if last_combine is not None else {}
                options |= {} if dense else {"activation": "none"}
            layers = {}
            for t in types:
                own = in_channels[t]
                if number == 0 and t == self.target and own_channels is not None:
                    own = own_channels
                layers[t] = MotifLayer(self._motifs_of(t), in_channels, own, out, **options)
            # By place and not by type: the names of modules have to be free of a user's names.
            self.layers.append(nn.ModuleList(layers.values()))
            in_channels = {t: part.out_channels for t, part in layers.items()}
        self.output: nn.Linear | None = None
        if not dense and in_channels[self.target] != out_channels:
            raise ConfigError(
                f"dense=False: the last layer gives {in_channels[self.target]} columns for "
                f"{out_channels} classes; let it combine units without heads or concatenation, "
                'such as with last_combine="mean"'
            )
        if dense:
            self.output = nn.Linear(in_channels[self.target], out_channels)
            nn.init.xavier_uniform_(self.output.weight)
            nn.init.zeros_(self.output.bias)

    def forward(
        self,
        x_dict: Mapping[str, Features],
        operators: Sequence[Operator] | Sequence[Block],
        x_own: Features | None = None,
        *,
        attention: list[torch.Tensor] | None = None,
    ) -> torch.Tensor:
        """Logits, (n, out_channels).

        Parameters
        ----------
        x_dict : mapping of node type to (n_type, in_channels) features
            The inputs of all types that motifs read.
        operators : sequence of MotifOperator, or of Block
            One operator per motif computes all targets; one block per layer (`make_blocks`)
            computes some.
        x_own : (n, own_channels) features, optional
            What the targets hold themselves; None takes it from `x_dict`.
        attention : list, optional
            Collects the weights of the target's motifs in each layer, (n, motifs).
        """
        h: Mapping[str, Features] = x_dict
        for number, block in enumerate(self._blocks(operators)):
            if number:
                h = {t: self._dropped(cast(torch.Tensor, x)) for t, x in h.items()}
            own = x_own if number == 0 else None
            h = self.layer(number, h, block, x_own=own, attention=attention)
        return self.head(cast(torch.Tensor, h[self.target]))

    def layer(
        self,
        number: int,
        x_dict: Mapping[str, Features],
        block: Block,
        *,
        x_own: Features | None = None,
        attention: list[torch.Tensor] | None = None,
    ) -> dict[str, torch.Tensor]:
        """Vectors of each type after one layer, for the nodes of a block."""
        after = {}
        for t in self.types[number]:
            if t not in block.own:
                continue
            own = x_own if t == self.target else None
            own = take(x_dict[t], block.own[t]) if own is None else own
            operators = [block.operators[m] for m in self._numbers_of(t)]
            after[t], weights = self.layer_of(number, t)(x_dict, operators, own)
            if attention is not None and t == self.target:
                attention.append(weights)
        return after

    def layer_of(self, number: int, node_type: str) -> MotifLayer:
        """The part of a layer that computes one node type."""
        parts = cast(nn.ModuleList, self.layers[number])
        return cast(MotifLayer, parts[self.types[number].index(node_type)])

    def head(self, h: torch.Tensor) -> torch.Tensor:
        """Logits from the vectors of the last layer."""
        return h if self.output is None else self.logits_of(self._dropped(h))

    def logits_of(self, h: torch.Tensor, *, constant: bool = True) -> torch.Tensor:
        """What vectors of the last layer, (n, channels), add to the logits, without dropout."""
        if self.output is None:
            return h
        weight, bias = self.output.weight, self.output.bias
        return nn.functional.linear(h, weight, bias if constant else None)

    def groups(self, weight_decay: float) -> list[dict[str, Any]]:
        """Parameters with their weight decay, as an optimiser takes them."""
        first, *later = self.layers
        inner = [p for layer in later for p in layer.parameters()]
        ends = [*first.parameters(), *(self.output.parameters() if self.output else ())]
        rate = weight_decay if self.decay == "all" else 0.0
        parts = (ends, weight_decay), (inner, rate)
        return [{"params": p, "weight_decay": share} for p, share in parts if p]

    def _dropped(self, x: torch.Tensor) -> torch.Tensor:
        return cast(torch.Tensor, drop(x, self.dropout)) if self.training else x

    def _blocks(self, operators: Sequence[Operator] | Sequence[Block]) -> Sequence[Block]:
        if operators and all(isinstance(part, Block) for part in operators):
            return cast(Sequence[Block], operators)
        if len(operators) != len(self.motifs):
            raise ConfigError(
                f"operators: expected one per motif, {len(self.motifs)}, got {len(operators)}"
            )
        return [whole_block(cast(Sequence[Operator], operators), types) for types in self.types]

    def _numbers_of(self, node_type: str) -> list[int]:
        return [m for m, motif in enumerate(self.motifs) if motif.target_type == node_type]

    def _motifs_of(self, node_type: str) -> list[Motif]:
        return [self.motifs[m] for m in self._numbers_of(node_type)]


def layer_types(motifs: Sequence[Motif], target: str, depth: int) -> list[list[str]]:
    """Node types that each layer must compute for the target to be classified; layer 1 first.

    Examples
    --------
    >>> motifs = [Motif.parse("(t:paper)--(c:author)"), Motif.parse("(t:author)--(c:paper)")]
    >>> layer_types(motifs, "paper", depth=2)
    [['paper', 'author'], ['paper']]
    """
    layers = [[target]]
    for _ in range(depth - 1):
        read = [role.node_type for m in motifs if m.target_type in layers[0] for role in m.roles]
        layers.insert(0, list(dict.fromkeys([*layers[0], *read])))
    return layers
