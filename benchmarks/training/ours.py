"""One epoch of Motif-CNN: a training step and a look at the validation nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import torch

from benchmarks.training.graphs import MOTIFS
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.presets import preset
from motifcnn.train import random_split
from motifcnn.train.loop import loss_of
from motifcnn.train.models import method
from motifcnn.train.problem import Problem
from motifcnn.train.split import labels_of


def motif_cnn_epoch(graph: Graph, name: str, preset_name: str) -> Callable[[], None]:
    """A training step on the training nodes, and the validation nodes without gradients."""
    target, split = graph.target_type, random_split(graph, seed=0)
    config = preset(preset_name)
    config = replace(config, filters=tuple(64 for _ in config.filters))
    labels = graph.labels[target]
    motifs = tuple(Motif.parse(text) for text in MOTIFS[name])
    classifier = method("motif-cnn").build(
        Problem(graph, target, motifs, len(labels.classes), config)
    )
    cpu = torch.device("cpu")
    train, val = classifier.view(split.train, cpu), classifier.view(split.val, cpu)
    y = torch.as_tensor(
        labels_of(labels, split.train), dtype=torch.float32 if labels.multi_label else torch.int64
    )
    optimiser = torch.optim.Adam(classifier.module.parameters(), lr=0.01, fused=True)

    def epoch() -> None:
        classifier.module.train()
        optimiser.zero_grad()
        loss_of(classifier.module(train), y, None).backward()
        optimiser.step()
        classifier.module.eval()
        with torch.no_grad():
            classifier.module(val)

    return epoch
