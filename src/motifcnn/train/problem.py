"""Problem: what is to be learned; Classifier: what learns it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import Inputs
from motifcnn.nn.settings import Settings
from motifcnn.train.callback import Callback
from motifcnn.train.stopping import Epoch
from motifcnn.train.task import Task


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
    config : Settings
    seed : int
    inputs : Inputs, optional
        Fitted before, on the training graph; None fits them on `graph`.
    """

    graph: Graph
    target: str
    motifs: tuple[Motif, ...]
    classes: int
    config: Settings
    seed: int = 0
    inputs: Inputs | None = None


class Classifier(Protocol):
    """A model by name: a torch module, and the views of the graph that it reads.

    `module(view)` gives logits, (n, classes), of the view's rows.
    """

    @property
    def module(self) -> nn.Module:
        """What learns; its state is what a run saves."""
        ...

    @property
    def inputs(self) -> Inputs:
        """What was fitted without labels."""
        ...

    def view(self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False) -> Any:
        """What the module needs to compute those rows of the target type; `once` says that it will be used a single time."""
        ...

    def attention(self, view: Any) -> list[torch.Tensor]:
        """Per layer the weight of each motif for the view's rows, (n, motifs); nothing for a model without motifs."""
        ...

    def fit_directly(
        self, task: Task, device: torch.device, callbacks: Sequence[Callback]
    ) -> list[Epoch] | None:
        """Fits the module in the method's own way and returns the epochs, if it has any; None asks for gradient steps.

        A module fitted directly holds the weights to keep when this returns, and everything that
        predicting needs is in its state: that is what a run saves.
        """
        ...


@runtime_checkable
class JointViews(Protocol):
    """A classifier that computes once what training and validation have in common."""

    def joint_views(
        self, train: npt.NDArray[np.int64], val: npt.NDArray[np.int64], device: torch.device
    ) -> tuple[Any, Any]:
        """Views of both, to be used in turns."""
        ...


@runtime_checkable
class Sourced(Protocol):
    """A classifier that can tell what a prediction rests on besides motifs."""

    def sources(self, view: Any) -> torch.Tensor:
        """Shares that add up to 1 in each of the view's rows: (n, 3), in the order of `motifcnn.nn.wide.SOURCES`."""
        ...
