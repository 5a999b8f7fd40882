"""One fit of one method whose settings are all known."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import torch

from motifcnn.graph.fingerprint import fingerprint, graph_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.methods import Method, NotApplicable, Problem
from motifcnn.methods.epoch import Callback
from motifcnn.methods.finite import require_finite_probabilities
from motifcnn.methods.paper_motifs import paper_motifs
from motifcnn.methods.scores import best_threshold, decide, score
from motifcnn.methods.shard import WHOLE
from motifcnn.methods.task import Task
from motifcnn.methods.validation import best_epoch, probabilities
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.train.class_weights import ClassWeights
from motifcnn.train.class_weights import class_weights as weights_of_classes
from motifcnn.train.device import repeatable
from motifcnn.train.distributed import Ranks
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.checkpoint import Checkpoint
from motifcnn.train.loop.loop import Trainer, weights_of
from motifcnn.train.loop.sharded import ShardedTrainer
from motifcnn.train.loop.shared_checkpoint import SharedCheckpoint
from motifcnn.train.motifs.choose import automatic_motifs, checked_motifs
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of


def fit_once(
    graph: Graph,
    motifs: Sequence[Motif | str] | Literal["auto", "paper"] | None,
    *,
    method: Method,
    preset: str,
    config: Settings,
    split: Split,
    seed: int,
    device: torch.device,
    batches: Batching | None,
    class_weights: ClassWeights,
    checkpoint: Path | None,
    every: int,
    callbacks: Sequence[Callback],
    ranks: Ranks | None = None,
) -> Run:
    """One fit of one method with all its settings known; with `ranks`, this rank's part of it."""
    began = time.perf_counter()
    target = split.node_type
    labels = graph.labels[target]
    if labels.multi_label and not method.multi_label:
        raise NotApplicable(
            f"{method.name} gives every node one class, and the labels of this graph are "
            "multi-label; choose another model, such as gcn or motif-cnn"
        )
    choice = None
    if motifs == "auto":
        motifs, choice = automatic_motifs(graph, target, split, config, seed)
    elif motifs == "paper":
        motifs = paper_motifs(graph.schema, target)
    used = _motifs(graph, motifs, target, config, method)
    train_y, val_y = labels_of(labels, split.train), labels_of(labels, split.val)
    weights = weights_of_classes(class_weights, train_y, labels.classes)
    task = Task(split.train, split.val, train_y, val_y, len(labels.classes), weights)
    saving: Checkpoint | None = None
    inputs = None
    if checkpoint is not None:
        of = _fingerprint(graph, method, config, used, task, seed, batches)
        if ranks is None:
            saving = Checkpoint(checkpoint, every, of)
        else:
            saving = SharedCheckpoint(checkpoint, every, of, ranks)
        inputs = saving.load_inputs()
    with repeatable(seed, device):
        shard = WHOLE if ranks is None else ranks.shard
        problem = Problem(graph, target, used, len(labels.classes), config, seed, inputs, shard)
        classifier = method.build(problem)
        classifier.know(task)
        if saving is not None and inputs is None:
            saving.save_inputs(classifier.inputs)
        if ranks is None or batches is None:
            trainer = Trainer(classifier, task, device, batches)
        else:
            trainer = ShardedTrainer(classifier, task, device, batches, ranks)
        prepared = time.perf_counter()
        history = trainer.train(config, callbacks=callbacks, checkpoint=saving)
        trained = time.perf_counter()
        logits = trainer.predict(np.arange(graph.counts[target]))
    found, weights_found = probabilities(logits, labels.multi_label), weights_of(classifier.module)
    require_finite_probabilities(found, graph.ids[target], history, weights_found)
    threshold = best_threshold(val_y, found[split.val]) if labels.multi_label else 0.5
    # The only place where test labels are looked at.
    test_y = labels_of(labels, split.test)
    decided = decide(found, labels.multi_label, threshold)
    validation, test = score(val_y, decided[split.val]), score(test_y, decided[split.test])
    at_half = None
    if labels.multi_label:
        at_half = score(test_y, decide(found[split.test], multi_label=True))
    ended = time.perf_counter()
    return Run(
        model=method.name,
        preset=preset,
        settings=config,
        motifs=used,
        target=target,
        classes=labels.classes,
        multi_label=labels.multi_label,
        schema=graph.schema,
        split=split,
        seed=seed,
        history=tuple(history),
        best=history[best_epoch(history, getattr(config, "select", "f1"))].number,
        threshold=threshold,
        validation=validation,
        test=test,
        test_at_half=at_half,
        weights=weights_found,
        inputs=classifier.inputs,
        probabilities=found,
        ids=np.asarray(graph.ids[target]),
        names=np.asarray(graph.names[target]) if target in graph.names else None,
        seconds={
            "prepare": prepared - began,
            "train": trained - prepared,
            "score": ended - trained,
        },
        graph=graph,
        motif_choice=choice,
        encoders=dict(graph.encoders),
    )


def _motifs(
    graph: Graph,
    motifs: Sequence[Motif | str] | None,
    target: str,
    settings: Settings,
    method: Method,
) -> tuple[Motif, ...]:
    if motifs is None:
        return method.default_motifs(graph, target, settings)
    if not motifs:
        raise ConfigError(
            "motifs: the model needs at least one; leave it at None to have them chosen"
        )
    parsed = checked_motifs(motifs, graph.schema)
    if not any(motif.target_type == target for motif in parsed):
        raise ConfigError(
            f"motifs: none has a target of type {target}, the type to classify; write one as "
            f"(t:{target})--..."
        )
    return parsed


def _fingerprint(
    graph: Graph,
    method: Method,
    settings: Settings,
    motifs: tuple[Motif, ...],
    task: Task,
    seed: int,
    batches: Batching | None,
) -> str:
    known = {
        "graph": graph_fingerprint(graph),
        "model": method.name,
        "settings": settings.to_json(),
        "motifs": [motif.to_dict() for motif in motifs],
        "seed": seed,
        "batches": [None, None] if batches is None else [batches.size, batches.sample],
    }
    labels = {name: getattr(task, name) for name in ("train", "val", "train_y", "val_y", "weights")}
    return fingerprint(known | {name: value for name, value in labels.items() if value is not None})
