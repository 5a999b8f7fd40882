"""PyG's layers on sparse features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import torch
from torch import nn
from torch.nn import functional

from motifcnn.methods.flat_classifier import FlatView
from motifcnn.methods.method import MethodError


def pyg_layers(method: str) -> Any:
    """The module ``torch_geometric.nn``; a `MethodError` where PyG is not installed.

    It is imported when a method is first built, because that takes seconds.
    """
    try:
        import torch_geometric.nn
    except ImportError:
        raise MethodError(
            f"{method} uses layers of PyG, which is not installed: pip install 'motifcnn[pyg]'"
        ) from None
    return torch_geometric.nn


class ConvStack(nn.Module):
    """Convolutions of PyG with an activation and dropout between them, on all nodes.

    PyG's layers are ``propagate(lin(x), links)``. X is sparse, so the product of the first layer is
    made here, with that layer's weight, and the layer itself only propagates.

    Parameters
    ----------
    convs : sequence of nn.Module
        With their linear map, without bias, as `lin`.
    activation : callable
    input_dropout, dropout : float
        Share left out of the entries of X, and of the inputs of each later layer.
    """

    def __init__(
        self,
        convs: Sequence[Any],
        activation: Callable[[torch.Tensor], torch.Tensor],
        input_dropout: float,
        dropout: float,
    ) -> None:
        super().__init__()
        self.first = nn.Parameter(convs[0].lin.weight.detach().T.contiguous())
        convs[0].lin = nn.Identity()
        self.convs, self.activation = nn.ModuleList(convs), activation
        self.input_dropout, self.dropout = input_dropout, dropout

    def forward(self, view: FlatView) -> torch.Tensor:
        """Logits, (m, classes), of the view's rows."""
        x = view.x.dropped(self.input_dropout if self.training else 0.0)
        h = self.convs[0](x @ self.first, view.links)
        for conv in self.convs[1:]:
            h = functional.dropout(self.activation(h), self.dropout, self.training)
            h = conv(h, view.links)
        return cast(torch.Tensor, h[view.rows])
