"""One epoch of a method: a training step and a look at the validation nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from benchmarks.training.graphs import MOTIFS
from motifcnn.graph.graph import Graph
from motifcnn.methods import Problem, get_method
from motifcnn.methods.task import Task
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import TrainSettings
from motifcnn.train import random_split
from motifcnn.train.loop.loop import Trainer, make_optimiser
from motifcnn.train.split import labels_of

HIDDEN = 64


def trainer_of(
    graph: Graph, motifs: tuple[Motif, ...], model: str, settings: Mapping[str, Any], preset: Any
) -> Trainer:
    """Everything that training needs, on the split of seed 0."""
    target, split = graph.target_type, random_split(graph, seed=0)
    method, labels = get_method(model), graph.labels[target]
    own = method.preset(preset).changed(settings)
    problem = Problem(graph, target, motifs, len(labels.classes), own)
    y = labels_of(labels, split.train), labels_of(labels, split.val)
    task = Task(split.train, split.val, *y, len(labels.classes))
    return Trainer(method.build(problem), task, torch.device("cpu"))


def motif_cnn_epoch(
    graph: Graph,
    name: str,
    preset: str | None,
    model: str = "motif-cnn",
    settings: Mapping[str, Any] | None = None,
) -> Callable[[], None]:
    """A training step on the training nodes, and the validation nodes without gradients."""
    motifs = tuple(Motif.parse(text) for text in MOTIFS[name])
    filters = getattr(get_method(model).preset(preset), "filters", (HIDDEN,))
    widths = {"filters": tuple(HIDDEN for _ in filters)} if isinstance(filters, tuple) else {}
    return epoch_of(trainer_of(graph, motifs, model, widths | dict(settings or {}), preset))


def epoch_of(trainer: Trainer) -> Callable[[], None]:
    """One epoch of a trainer, to be timed."""
    optimiser = make_optimiser(trainer.module, TrainSettings())

    def epoch() -> None:
        trainer._epoch(optimiser, 1)
        trainer.evaluate()

    return epoch
