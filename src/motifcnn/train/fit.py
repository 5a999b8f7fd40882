"""fit: from a graph and a few motifs to a trained, scored model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from motifcnn.graph.cache import shared_budget
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.methods import get_method
from motifcnn.methods.epoch import Callback
from motifcnn.motif.motif import Motif
from motifcnn.tensor.out_of_memory import memory_for
from motifcnn.train.arguments import (
    require_arguments,
    require_nothing_of_one_model,
    require_taken,
)
from motifcnn.train.candidates import AUTO, AUTO_SECONDS, best_of
from motifcnn.train.class_weights import ClassWeights
from motifcnn.train.device import find_device, leave_parent_threads
from motifcnn.train.distributed import joined
from motifcnn.train.fit_once import fit_once
from motifcnn.train.freed_memory import return_large_arrays
from motifcnn.train.loop.batches import Batching
from motifcnn.train.run.run import Run
from motifcnn.train.split import resolve_split

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
        With labels on at least one node type.
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
        How much a node of each class counts in the loss: "balanced" by the inverse of the class's
        frequency, None all the same.
    checkpoint : path, optional
        Folder to keep the state in, every `checkpoint_every` epochs. If it holds the state of this
        very run, training goes on from there.
    callbacks : sequence of Callback
        Follow training, such as `ProgressBar` and `TensorBoard`; called after every epoch.
    settings : mapping, optional
        Settings of the model to change, by name. One that the model does not have is refused.
    distributed : bool
        Train on all processes that torchrun started, which share the work of every batch; needs
        `batch_size`, the training nodes of one step on all of them together. The first process
        alone writes checkpoints and calls `callbacks`; each returns the same run.

    Returns
    -------
    Run
        The weights of the best epoch, scores on validation and test nodes, and `probabilities`,
        (n_target, classes), of every node of the target type.

    Raises
    ------
    ConfigError
        If the model does not take an argument or a setting, or a value is out of its range.
    MethodError
        If no method has that name, or the method cannot learn from this graph.
    GraphError
        If the graph has no labels to learn, or no split of that name.
    TrainingError
        If numbers stop being finite; it has the weights of the best epoch before.

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
    once = partial(fit_once, method=method, preset=preset or "", **shared)
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
