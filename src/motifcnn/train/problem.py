"""Problem: what is to be learned; Classifier: what learns it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import Inputs
from motifcnn.nn.presets import Config


@dataclass(frozen=True, eq=False)
class Problem:
    """A node classification problem, without its labels.

    Parameters
    ----------
    graph : Graph
        The graph to train on, or another with the same schema to predict on.
    target : str
        Node type to classify.
    motifs : tuple of Motif
    classes : int
    config : Config
    seed : int
    inputs : Inputs, optional
        Fitted before, on the training graph; None fits them on `graph`.
    """

    graph: Graph
    target: str
    motifs: tuple[Motif, ...]
    classes: int
    config: Config
    seed: int = 0
    inputs: Inputs | None = None


class Classifier(Protocol):
    """A model by name: a torch module, and the views of the graph that it reads.

    `module(view)` gives logits, (n, classes), of the view's rows.
    """

    module: nn.Module
    inputs: Inputs

    def view(self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False) -> Any:
        """What the module needs to compute those rows of the target type; `once` says that it will be used a single time."""
        ...

    def attention(self, view: Any) -> list[torch.Tensor]:
        """Per layer the weight of each motif for the view's rows, (n, motifs); nothing for a model without motifs."""
        ...

    def fit_directly(self, y: torch.Tensor) -> bool:
        """Fits the module to training labels in one step, if it is of that kind; False asks for gradient steps."""
        ...
