"""fit: from a graph and a few motifs to a trained, scored model."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import suggestion
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.nn.buffers import release
from motifcnn.nn.settings import ConfigError, Settings, with_settings
from motifcnn.train import checkpoint as checkpoints
from motifcnn.train.auto.motifs import auto_choice, auto_motifs
from motifcnn.train.batches import make_batching
from motifcnn.train.callback import Callback
from motifcnn.train.kept import make_room
from motifcnn.train.loop import Saving, predict_logits, probabilities, repeatable, train
from motifcnn.train.method import Method
from motifcnn.train.models import MOTIF_MODELS, config_for, method, require_applicable
from motifcnn.train.problem import Problem
from motifcnn.train.run import Run
from motifcnn.train.scores import best_threshold, decide, score
from motifcnn.train.split import labels_of, resolve_split
from motifcnn.train.stopping import best_epoch
from motifcnn.train.task import Task

ClassWeights = str | Mapping[str, float] | None


def fit(
    graph: Graph,
    motifs: Sequence[Motif | str] | Literal["auto"] | None = None,
    *,
    model: str = "motif-cnn",
    preset: str = "default",
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
        `run.motif_choice` has the reasons. Baselines use none, or those of their own paper.
    model : str
        "motif-cnn", an ablation of it ("motif-cnn-a", "motif-cnn-no-roles",
        "motif-cnn-no-attention") or a baseline such as "gcn"; `motifcnn.train.MODELS` has all of
        them.
    preset : str
        Settings of a Motif-CNN: "default", "inductive", "preprint", "asonam" or "code". Baselines
        have those of their own paper.
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
        Largest number of epochs, instead of the preset's.
    batch_size : int, optional
        Training nodes per gradient step, in an order drawn anew for each epoch; None takes all of
        them in one step.
    sample : int, optional
        Most instances per target and motif that a batch looks at, drawn in proportion to the
        tensor: unbiased for the mean over instances. None looks at all. Products with dense inputs
        are constants and stay exact.
    class_weights : "balanced", mapping of class name to weight, or None
    checkpoint : path, optional
        Folder to keep the state in, every `checkpoint_every` epochs. If it holds the state of this
        very run, training goes on from there.
    callbacks : sequence of Callback
    settings : mapping, optional
        Settings of the model to change, by name; see `motifcnn.nn.Config` for those of a Motif-CNN.

    Examples
    --------
    >>> from motifcnn.graph.labels import Labels
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> y = np.arange(40) % 2
    >>> labels = Labels(np.arange(40), y, ("a", "b"))
    >>> graph = Graph(schema, {("user", "knows", "user"): y[:, None] == y}, {"user": 40}, labels={"user": labels})
    >>> fit(graph, ["(t:user)--(c:user)"], split=(0.3, 0.2, 0.5), epochs=20).test.micro_f1
    1.0
    """
    began = time.perf_counter()
    where = _device(device)
    if not (isinstance(seed, (int, np.integer)) and 0 <= seed < 2**32):
        raise ConfigError(f"seed must be a whole number from 0 to 2**32 - 1, got {seed!r}")
    if checkpoint_every < 1:
        raise ConfigError(f"checkpoint_every must be at least 1, got {checkpoint_every}")
    config = _config(model, preset, epochs, settings)
    target = target or graph.target_type
    split = resolve_split(graph, target, split, seed)
    labels = graph.labels[target]
    require_applicable(model, multi_label=labels.multi_label)
    make_room()
    choice = auto_choice(graph, target, split, config, seed) if motifs == "auto" else None
    used = _motifs(
        graph,
        motifs if choice is None else auto_motifs(graph, target, config, choice),
        target,
        config,
        method(model),
    )
    train_y, val_y = labels_of(labels, split.train), labels_of(labels, split.val)
    weights = _class_weights(class_weights, train_y, labels.classes)
    task = Task(split.train, split.val, train_y, val_y, len(labels.classes), weights)
    saving = inputs = None
    if checkpoint is not None:
        of = _fingerprint(graph, model, config, used, task, seed, (batch_size, sample))
        saving = Saving(Path(checkpoint), checkpoint_every, of)
        inputs = checkpoints.load_inputs(saving.folder, of)
    with repeatable(seed):
        classifier = method(model).build(
            Problem(graph, target, used, len(labels.classes), config, seed, inputs)
        )
        if saving is not None and inputs is None:
            checkpoints.save_inputs(saving.folder, classifier.inputs, saving.of)
        batching = make_batching(classifier, batch_size, sample, seed)
        prepared = time.perf_counter()
        history = train(
            classifier,
            task,
            config,
            device=where,
            callbacks=callbacks,
            saving=saving,
            batching=batching,
        )
        trained = time.perf_counter()
        chances = probabilities(
            predict_logits(classifier, np.arange(graph.counts[target]), where), labels.multi_label
        )
    threshold = best_threshold(val_y, chances[split.val]) if labels.multi_label else 0.5
    # The only place where test labels are looked at.
    test_y = labels_of(labels, split.test)
    scored = {
        name: score(y, decide(chances[rows], labels.multi_label, threshold))
        for name, rows, y in (("validation", split.val, val_y), ("test", split.test, test_y))
    }
    plain = score(test_y, decide(chances[split.test], True)) if labels.multi_label else None
    ended = time.perf_counter()
    release()
    run = Run(
        model=model,
        preset=preset if model in MOTIF_MODELS else "",
        config=config,
        motifs=used,
        target=target,
        classes=labels.classes,
        multi_label=labels.multi_label,
        schema=graph.schema,
        split=split,
        seed=seed,
        history=tuple(history),
        best=history[best_epoch(history, config)].number,
        threshold=threshold,
        validation=scored["validation"],
        test=scored["test"],
        test_at_half=plain,
        weights=checkpoints.weights_of(classifier.module),
        inputs=classifier.inputs,
        probabilities=chances,
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
    # Runs speak of other nodes on the CPU; what was built for another device may hold tensors
    # there.
    if where.type == "cpu":
        run.kept.keep(graph, classifier)
    return run


def _config(
    model: str, preset: str, epochs: int | None, settings: Mapping[str, Any] | None
) -> Settings:
    changes = dict(settings or {})
    if epochs is not None:
        changes["epochs"] = epochs
    return with_settings(config_for(model, preset), changes)


def _motifs(
    graph: Graph, motifs: Sequence[Motif | str] | None, target: str, config: Settings, how: Method
) -> tuple[Motif, ...]:
    if how.motifs is None:
        return ()
    if isinstance(motifs, str) and motifs != "auto":
        raise ConfigError(
            f'motifs: expected a list of motifs, "auto" or None, got the text {motifs!r}; write [{motifs!r}]'
        )
    if motifs is None or isinstance(motifs, str):
        return how.motifs(graph, target, config)
    if not motifs:
        raise ConfigError(
            "motifs: the model needs at least one; leave it at None to have them chosen"
        )
    # The same motif twice would be two shares of one thing.
    parsed = tuple(
        dict.fromkeys(Motif.parse(motif) if isinstance(motif, str) else motif for motif in motifs)
    )
    for motif in parsed:
        check(motif, graph.schema)
    if not any(motif.target_type == target for motif in parsed):
        raise ConfigError(
            f"motifs: none has a target of type {target}, the type to classify; write one as (t:{target})--..."
        )
    return parsed


def _class_weights(
    given: ClassWeights, y: npt.NDArray[Any], classes: tuple[str, ...]
) -> npt.NDArray[np.float32] | None:
    if given is None:
        return None
    if given == "balanced":
        counts = y.sum(axis=0) if y.ndim == 2 else np.bincount(y, minlength=len(classes))
        present = np.maximum(counts, 1)
        # Multi-label: absent to present, per class; multi-class: so that every class has the same
        # total weight. A class that every node has still counts for one node that has it not: a
        # weight of 0 would teach nothing about it.
        return np.asarray(
            np.maximum(len(y) - counts, 1) / present
            if y.ndim == 2
            else len(y) / (len(classes) * present),
            dtype=np.float32,
        )
    if not isinstance(given, Mapping):
        raise ConfigError(
            f'class_weights must be "balanced", a mapping of class to weight, or None; got {given!r}'
        )
    for name in given:
        if name not in classes:
            raise ConfigError(f"class_weights: unknown class {name!r}{suggestion(name, classes)}")
    weights = np.array([given.get(name, 1.0) for name in classes], dtype=np.float32)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
        raise ConfigError(
            f"class_weights must be finite, at least 0 and not all 0; got {dict(given)}"
        )
    return weights


def _device(device: str) -> torch.device:
    if device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        found = torch.device(device)
    except RuntimeError as error:
        raise ConfigError(f"device {device!r} is unknown; write auto, cpu or cuda") from error
    if found.type == "cuda" and not torch.cuda.is_available():
        raise ConfigError(
            f"device {device!r}: torch finds no GPU here; write cpu, or auto to take one where there is one"
        )
    return found


def _fingerprint(
    graph: Graph,
    model: str,
    config: Settings,
    motifs: tuple[Motif, ...],
    task: Task,
    seed: int,
    batches: tuple[int | None, int | None],
) -> str:
    parts: dict[str, Any] = {
        "model": model,
        "config": config.to_json(),
        "motifs": [motif.to_dict() for motif in motifs],
        "counts": dict(graph.counts),
        "seed": seed,
    }
    parts |= {name: getattr(task, name) for name in ("train", "val", "train_y", "val_y")}
    if batches != (None, None):
        parts["batches"] = list(batches)
    if task.weights is not None:
        parts["weights"] = task.weights
    for key, matrix in graph.adjacency.items():
        parts |= {f"{key}/indptr": matrix.indptr, f"{key}/indices": matrix.indices}
    for node_type, x in graph.features.items():
        arrays = (
            {"": x}
            if isinstance(x, np.ndarray)
            else {"indptr": x.indptr, "indices": x.indices, "data": x.data}
        )
        parts |= {f"{node_type}/{name}": array for name, array in arrays.items()}
    return checkpoints.fingerprint(parts)
