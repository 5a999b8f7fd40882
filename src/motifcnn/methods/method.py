"""Method: a way to classify nodes, described once for fitting, tuning and every table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import suggestion
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.shard import WHOLE, Shard
from motifcnn.methods.task import Task
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import NOTHING, Inputs
from motifcnn.nn.settings import ConfigError, Settings

Rows = npt.NDArray[np.int64]
ROWS_AT_ONCE = 8192
"""Predictions are made in parts, so that they need no more memory than training."""


GRAPH_CNN_SPACE: dict[str, tuple[Any, ...]] = {
    "learning_rate": (0.003, 0.01, 0.03),
    "weight_decay": (1e-5, 1e-4, 1e-3),
    "input_dropout": (0.2, 0.5, 0.8),
    "dropout": (0.2, 0.5, 0.8),
    "window": (20, 40),
}
"""What tuning chooses from in every graph CNN, ours included; each adds its widths and depths."""


class MethodError(MotifCNNError, ValueError):
    """A method that does not exist, or is asked for something it does not have."""


class NotApplicable(MethodError):
    """A problem that a method is not made for."""


@dataclass(frozen=True, eq=False)
class Problem:
    """A node classification problem without its labels.

    Parameters
    ----------
    graph : Graph
        The graph to train on, or another with the same schema to predict on.
    target : str
        Node type to classify.
    motifs : tuple of Motif
        Those to train on; empty for a method without motifs.
    classes : int
        How many there are.
    settings : Settings
        Of the method, as the preset and the caller set them.
    seed : int
        Of what a method draws by itself; torch's generator is seeded already.
    inputs : Inputs, optional
        Fitted on the training graph before; None fits them on `graph`.
    shard : Shard
        The rows of the target type that the classifier will be asked for. A method that holds
        something per row may leave out the others.
    """

    graph: Graph
    target: str
    motifs: tuple[Motif, ...]
    classes: int
    settings: Settings
    seed: int = 0
    inputs: Inputs | None = None
    shard: Shard = WHOLE

    @property
    def rows(self) -> int:
        """Nodes of the target type."""
        return self.graph.counts[self.target]


class Classifier:
    """What learns: a torch module, and the views of the graph that it reads.

    A child sets `module` and defines `view`.

    Attributes
    ----------
    module : nn.Module
        Its state is what a run saves.
    inputs : Inputs
        What was fitted without labels; saved with the run as well.
    shard : Shard
        The rows that it may be asked for.
    dense_parts : bool
        Whether all random numbers of a step on a shard are drawn by `drop_part`.
    """

    module: nn.Module
    inputs: Inputs = NOTHING
    shard: Shard = WHOLE
    dense_parts: bool = False

    def know(self, task: Task) -> None:
        """Takes in the labels of training nodes, before any view, where they are inputs."""

    def view(self, rows: Rows, device: torch.device) -> Any:
        """What the module is called with for those rows of the target type; a tuple is spread."""
        raise NotImplementedError

    def __call__(self, view: Any) -> torch.Tensor:
        """Logits, (n, classes), of the rows of a view."""
        found = self.module(*view) if type(view) is tuple else self.module(view)
        return cast(torch.Tensor, found)

    def batch(
        self, rows: Rows, device: torch.device, sample: int | None, generator: np.random.Generator
    ) -> Any:
        """A view for one step on a mini-batch; `sample` limits instances per target and motif."""
        if sample is not None:
            raise ConfigError(
                f"sample={sample}: this method has no neighbourhoods to sample in a batch; leave "
                "it out, or choose motif-cnn with several layers, such as preset='asonam'"
            )
        return self.view(rows, device)

    def logits(self, rows: Rows, device: torch.device) -> torch.Tensor:
        """Logits of rows, (n, classes), on the CPU; the module is in evaluation mode."""
        most = max(1, ROWS_AT_ONCE // self.shard.pieces)
        parts = np.split(rows, range(most, len(rows), most))
        return torch.cat([self(self.view(part, device)).cpu() for part in parts])

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch] | None:
        """Fits the module in the method's own way; None asks for gradient steps.

        A module fitted here holds the weights to keep, and all that predicting needs is in its
        state. The epochs may be an empty list.
        """
        return None

    def placed(
        self, weights: Mapping[str, npt.NDArray[Any]], rows: Rows
    ) -> Mapping[str, npt.NDArray[Any]]:
        """Weights of a run for the nodes of this problem's graph.

        What belongs to target nodes moves to their rows here. `rows`, (n_target,), are the rows in
        the training graph, -1 for new nodes.
        """
        return weights

    def attention(self, rows: Rows) -> list[torch.Tensor]:
        """Per layer the weights of the target's motifs, (n, motifs)."""
        raise NotApplicable("this method has no motif attention")

    def contributions(self, rows: Rows) -> torch.Tensor:
        """What each motif, the own inputs and propagated features add: (n, motifs + 2)."""
        raise NotApplicable("this method has no contributions by motif")


class Method:
    """A way to classify nodes. A child is registered by name and adds a row to every table.

    Attributes
    ----------
    name : str
        By which `fit(model=...)` finds it.
    settings : Settings
        The method's own recipe; its class says which settings there are.
    presets : mapping of name to Settings
        Other recipes by name; ``presets["default"]`` is `settings` unless given.
    fixed : mapping of setting to value
        Settings that make the method what it is, whatever the preset; changing them is refused.
    search_space : mapping of setting to tuple
        Values that tuning chooses from.
    multi_label : bool
        Whether a node may have several classes.
    uses_motifs : bool
        Whether motifs (or metapaths) may be named; other methods refuse them.
    transductive : bool
        Whether it predicts only nodes of the graph it was trained on.
    batches : bool
        Whether training may go in mini-batches.

    Examples
    --------
    >>> from motifcnn.methods import get_method
    >>> get_method("gcn").settings.epochs > 0
    True
    """

    name: ClassVar[str]
    settings: ClassVar[Settings]
    presets: ClassVar[Mapping[str, Settings]] = {}
    fixed: ClassVar[Mapping[str, Any]] = {}
    search_space: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    multi_label: ClassVar[bool] = True
    uses_motifs: ClassVar[bool] = False
    transductive: ClassVar[bool] = False
    batches: ClassVar[bool] = True

    def build(self, problem: Problem) -> Classifier:
        """The untrained classifier of a problem.

        What it derives from the graph without labels is kept in ``problem.graph.cache``, so that
        the next split, trial or explanation finds it.
        """
        raise NotImplementedError

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """Motifs when the user names none."""
        return ()

    def candidates(
        self, graph: Graph, target: str, settings: Settings, given: Collection[str]
    ) -> dict[str, dict[str, Any]]:
        """Changes of the settings among which validation chooses, by name; empty: no choice.

        `given` has the names of the settings that the user chose.
        """
        return {}

    def preset(self, name: str | None) -> Settings:
        """The settings of a preset; None is the method's own recipe."""
        known = {"default": self.settings} | dict(self.presets)
        if name is not None and name not in known:
            raise ConfigError(f"{self.name} has no preset {name!r}{suggestion(name, known)}")
        return (self.settings if name is None else known[name]).changed(self.fixed)

    def configured(self, preset: str | None, changes: Mapping[str, Any]) -> Settings:
        """The settings of a preset with some changed; a `ConfigError` says what cannot be."""
        own = self.preset(preset)
        try:
            changed = own.changed(changes)
        except ConfigError as error:
            raise ConfigError(f"{self.name}: {error}") from None
        for name, value in self.fixed.items():
            if getattr(changed, name) != value:
                raise ConfigError(f"{self.name}: {name} is {value!r} by definition; leave it out")
        return changed

    def space(self, preset: str | None, *, motifs_named: bool) -> dict[str, tuple[Any, ...]]:
        """What tuning chooses from, given a preset and whether the user named motifs."""
        return dict(self.search_space)
