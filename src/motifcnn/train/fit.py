"""fit: from a graph and a few motifs to a trained, scored model."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch

from motifcnn.graph.cache import shared_budget
from motifcnn.graph.fingerprint import fingerprint, graph_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.methods import Method, NotApplicable, Problem, get_method
from motifcnn.methods.epoch import Callback
from motifcnn.methods.finite import require_finite_probabilities
from motifcnn.methods.paper_motifs import paper_motifs
from motifcnn.methods.scores import best_threshold, decide, score
from motifcnn.methods.shard import WHOLE
from motifcnn.methods.task import Task
from motifcnn.methods.validation import best_epoch, probabilities
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.tensor.out_of_memory import memory_for
from motifcnn.train.arguments import (
    require_arguments,
    require_nothing_of_one_model,
    require_taken,
)
from motifcnn.train.candidates import AUTO, AUTO_SECONDS, best_of
from motifcnn.train.class_weights import ClassWeights
from motifcnn.train.class_weights import class_weights as weights_of_classes
from motifcnn.train.device import find_device, leave_parent_threads, repeatable
from motifcnn.train.distributed import Ranks, joined
from motifcnn.train.freed_memory import return_large_arrays
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.checkpoint import Checkpoint
from motifcnn.train.loop.loop import Trainer, weights_of
from motifcnn.train.loop.sharded import ShardedTrainer
from motifcnn.train.loop.shared_checkpoint import SharedCheckpoint
from motifcnn.train.motifs.choose import automatic_motifs, checked_motifs
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of, resolve_split

_memory = memory_for("training", "free some, or choose a smaller batch_size or fewer motifs")


@_memory
def fit(
    graph: Graph,
    motifs: Sequence[Motif | str] | Literal["auto", "paper"] | None = None,
    *,
    model: str = "motif-cnn",
    preset: str | None = None,
    split: Split | str | Sequence[float] | None = None,
    target: str | None = None,
    seed: int = 0,
    device: str = "auto",
    epochs: int | None = None,
    batch_size: int | None = None,
    sample: int | None = None,
    class_weights: ClassWeights = None,
    checkpoint: str | Path | None = None,
    checkpoint_every: int = 10,
    callbacks: Sequence[Callback] = (),
    settings: Mapping[str, Any] | None = None,
    distributed: bool = False,
) -> Run:
    """Trains a model, keeps its best epoch on validation and scores the test nodes once.

    Parameters
    ----------
    graph : Graph
    motifs : sequence of Motif or pattern text, "auto", "paper", or None
        None: chosen from what the schema allows, by one rule for every graph. "auto": a small set
        that the training and validation nodes of this graph prefer, see `choose_motifs_auto`;
        `run.motif_choice` has the reasons. "paper": the paper's motifs for graphs of these types
        (`motifcnn.methods.paper_motifs`). Methods without motifs refuse them.
    model : str
        "motif-cnn", an ablation of it, "wide-motif", a baseline such as "gcn", or a method that a
        package registered; `motifcnn.methods.methods()` has all of them. "auto": the best of
        motif-cnn, wide-motif, gcn and boosting on validation, each with its own recipe; after 300
        seconds no further one begins, and `run.tried` says how each did.
    preset : str, optional
        A named recipe of the model: for "motif-cnn" these are "default", "inductive", "preprint",
        "asonam" and "code". None: the model's own recipe.
    split : Split, name of one of the graph's splits, "random", or three fractions; optional
        "random": 10/10/80 at random with `seed`. None: the graph's only split, else "random".
    target : str, optional
        Node type to classify; None is the type with the most labels.
    seed : int
        Decides weights, dropout and random splits; the same seed on the same machine gives the same
        bits.
    device : str
        "auto" (a GPU if there is one), "cpu", "cuda", ...
    epochs : int, optional
        Largest number of epochs, instead of the recipe's.
    batch_size : int, optional
        Training nodes per gradient step, in an order drawn anew for each epoch; None takes all of
        them in one step.
    sample : int, optional
        Most instances per target and motif that a batch looks at, drawn in proportion to the
        tensor: unbiased for the mean over instances. None looks at all.
    class_weights : "balanced", mapping of class name to weight, or None
    checkpoint : path, optional
        Folder to keep the state in, every `checkpoint_every` epochs. If it holds the state of this
        very run, training goes on from there.
    callbacks : sequence of Callback
    settings : mapping, optional
        Settings of the model to change, by name. One that the model does not have is refused.
    distributed : bool
        Train on all processes that torchrun started, which share the work of every batch; needs
        `batch_size`, the training nodes of one step on all of them together. The first process
        alone writes checkpoints and calls `callbacks`; each returns the same run.

    Examples
    --------
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), ["(t:package)--(c:tag)"], epochs=2)
    >>> run.test.nodes
    2489
    """
    given = dict(settings or {}) | ({} if epochs is None else {"epochs": epochs})
    require_arguments(motifs, seed, batch_size, sample, checkpoint_every)
    leave_parent_threads()
    target = target or graph.target_type
    split = resolve_split(graph, target, split, seed)
    if model == "auto":
        require_nothing_of_one_model(
            distributed=distributed,
            motifs=motifs,
            preset=preset,
            settings=settings,
            epochs=epochs,
            batch_size=batch_size,
            checkpoint=checkpoint,
        )
        alike: dict[str, Any] = {"class_weights": class_weights, "callbacks": callbacks}
        alike |= {"split": split, "target": target, "seed": seed, "device": device}
        fits = {name: partial(fit, graph, model=name, **alike) for name in AUTO}
        return best_of(fits, seconds=AUTO_SECONDS)
    shared: dict[str, Any] = {
        "graph": graph,
        "motifs": motifs,
        "split": split,
        "seed": seed,
        "device": find_device(device),
        "batches": None if batch_size is None else Batching(batch_size, sample, seed),
        "class_weights": class_weights,
        "callbacks": callbacks,
    }
    method = get_method(model)
    config = method.configured(preset, given)
    require_taken(method, motifs, batch_size, distributed)
    once = partial(_fit, method=method, preset=preset or "", **shared)
    kept = None if checkpoint is None else Path(checkpoint)
    if distributed:
        return_large_arrays()
        with joined(shared["device"]) as ranks, shared_budget(ranks.size):
            own: dict[str, Any] = {"device": ranks.device, "ranks": ranks}
            own["callbacks"] = callbacks if ranks.first else ()
            return once(config=config, checkpoint=kept, every=checkpoint_every, **own)
    candidates = {} if batch_size else method.candidates(graph, target, config, given)
    if not candidates:
        return once(config=config, checkpoint=kept, every=checkpoint_every)
    fits = {
        name: partial(
            once,
            config=config.changed(changes),
            checkpoint=None if kept is None else kept / name.replace(" ", "-"),
            every=checkpoint_every,
        )
        for name, changes in candidates.items()
    }
    return best_of(fits)


@_memory
def _fit(
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
