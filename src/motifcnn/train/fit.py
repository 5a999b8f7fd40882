"""fit: from a graph and a few motifs to a trained, scored model."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from motifcnn.graph.fingerprint import fingerprint, graph_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.methods import Method, NotApplicable, Problem, get_method
from motifcnn.methods.epoch import Callback
from motifcnn.methods.scores import best_threshold, decide, score
from motifcnn.methods.task import Task
from motifcnn.methods.validation import best_epoch, probabilities
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.train.class_weights import ClassWeights
from motifcnn.train.class_weights import class_weights as weights_of_classes
from motifcnn.train.device import find_device
from motifcnn.train.loop import checkpoint as checkpoints
from motifcnn.train.loop.batches import make_batching
from motifcnn.train.loop.loop import Saving, Trainer, predict_logits
from motifcnn.train.loop.repeatable import repeatable
from motifcnn.train.motifs.automatic import automatic_choice, automatic_motifs
from motifcnn.train.run.run import Run
from motifcnn.train.split import labels_of, resolve_split


def fit(
    graph: Graph,
    motifs: Sequence[Motif | str] | Literal["auto"] | None = None,
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
) -> Run:
    """Trains a model, keeps its best epoch on validation and scores the test nodes once.

    Parameters
    ----------
    graph : Graph
    motifs : sequence of Motif or pattern text, "auto", or None
        None: chosen from what the schema allows, by one rule for every graph. "auto": a small set
        that the training and validation nodes of this graph prefer, see `choose_motifs_auto`;
        `run.motif_choice` has the reasons. Methods without motifs refuse them.
    model : str
        "motif-cnn", an ablation of it, "wide-motif", a baseline such as "gcn", or a method that a
        package registered; `motifcnn.methods.methods()` has all of them.
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

    Examples
    --------
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), ["(t:package)--(c:tag)"], epochs=2)
    >>> run.test.nodes
    2489
    """
    began = time.perf_counter()
    method, where = get_method(model), find_device(device)
    shorter = {} if epochs is None else {"epochs": epochs}
    config = method.configured(preset, dict(settings or {}) | shorter)
    _require_arguments(method, motifs, seed, batch_size, checkpoint_every)
    batching = make_batching(batch_size, sample, seed)
    target = target or graph.target_type
    split = resolve_split(graph, target, split, seed)
    labels = graph.labels[target]
    if labels.multi_label and not method.multi_label:
        raise NotApplicable(
            f"{model} gives every node one class, and the labels of this graph are multi-label; "
            "choose another model, such as gcn or motif-cnn"
        )
    choice = None
    if motifs == "auto":
        choice = automatic_choice(graph, target, split, config, seed)
        motifs = automatic_motifs(graph, target, config, choice)
    used = _motifs(graph, motifs, target, config, method)
    train_y, val_y = labels_of(labels, split.train), labels_of(labels, split.val)
    weights = weights_of_classes(class_weights, train_y, labels.classes)
    task = Task(split.train, split.val, train_y, val_y, len(labels.classes), weights)
    saving = inputs = None
    if checkpoint is not None:
        of = _fingerprint(graph, model, config, used, task, seed, (batch_size, sample))
        saving = Saving(Path(checkpoint), checkpoint_every, of)
        inputs = checkpoints.load_inputs(saving.folder, of)
    with repeatable(seed, where):
        problem = Problem(graph, target, used, len(labels.classes), config, seed, inputs)
        classifier = method.build(problem)
        if saving is not None and inputs is None:
            checkpoints.save_inputs(saving.folder, classifier.inputs, saving.of)
        trainer = Trainer(classifier, task, where, batching)
        prepared = time.perf_counter()
        history = trainer.train(config, callbacks=callbacks, saving=saving)
        trained = time.perf_counter()
        logits = predict_logits(classifier, np.arange(graph.counts[target]), where)
    found = probabilities(logits, labels.multi_label)
    threshold = best_threshold(val_y, found[split.val]) if labels.multi_label else 0.5
    # The only place where test labels are looked at.
    test_y = labels_of(labels, split.test)
    decided = decide(found, labels.multi_label, threshold)
    at_half = None
    if labels.multi_label:
        at_half = score(test_y, decide(found[split.test], multi_label=True))
    scores = score(val_y, decided[split.val]), score(test_y, decided[split.test])
    ended = time.perf_counter()
    return Run(
        model=model,
        preset=preset or "",
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
        validation=scores[0],
        test=scores[1],
        test_at_half=at_half,
        weights=checkpoints.weights_of(classifier.module),
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
    )


def _require_arguments(
    method: Method, motifs: Any, seed: int, batch_size: int | None, checkpoint_every: int
) -> None:
    if not (isinstance(seed, (int, np.integer)) and 0 <= seed < 2**32):
        raise ConfigError(f"seed must be a whole number from 0 to 2**32 - 1, got {seed!r}")
    if checkpoint_every < 1:
        raise ConfigError(f"checkpoint_every must be at least 1, got {checkpoint_every}")
    if motifs is not None and not method.uses_motifs:
        raise ConfigError(f"{method.name} uses no motifs; leave them out")
    if batch_size is not None and not method.batches:
        raise ConfigError(f"{method.name} does not train in mini-batches; leave batch_size out")
    if isinstance(motifs, str) and motifs != "auto":
        raise ConfigError(
            f'motifs: expected a list of motifs, "auto" or None, got the text {motifs!r}; '
            f"write [{motifs!r}]"
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
    # The same motif twice would be two weights of one thing.
    parsed = tuple(dict.fromkeys(Motif.parse(m) if isinstance(m, str) else m for m in motifs))
    for motif in parsed:
        check(motif, graph.schema)
    if not any(motif.target_type == target for motif in parsed):
        raise ConfigError(
            f"motifs: none has a target of type {target}, the type to classify; write one as "
            f"(t:{target})--..."
        )
    return parsed


def _fingerprint(
    graph: Graph,
    model: str,
    settings: Settings,
    motifs: tuple[Motif, ...],
    task: Task,
    seed: int,
    batches: tuple[int | None, int | None],
) -> str:
    labels = {name: getattr(task, name) for name in ("train", "val", "train_y", "val_y", "weights")}
    return fingerprint(
        {
            "graph": graph_fingerprint(graph),
            "model": model,
            "settings": settings.to_json(),
            "motifs": [motif.to_dict() for motif in motifs],
            "seed": seed,
            "batches": list(batches),
        }
        | {name: value for name, value in labels.items() if value is not None}
    )
