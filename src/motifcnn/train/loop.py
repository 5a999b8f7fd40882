"""The training loop: Adam on the training nodes, stopping and selecting on validation."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from motifcnn.nn.settings import Settings
from motifcnn.train import checkpoint as checkpoints
from motifcnn.train.callback import Callback
from motifcnn.train.optimiser import make_optimiser, rate_after
from motifcnn.train.problem import Classifier
from motifcnn.train.scores import best_threshold, decide, quick_f1
from motifcnn.train.stopping import Epoch, best_epoch, should_stop
from motifcnn.train.task import Task

# Predictions for a large graph are made in parts, so that they need no more memory than training.
_ROWS_AT_ONCE = 8192


@dataclass(frozen=True)
class Saving:
    """Where and how often to write checkpoints, and the fingerprint of the run."""

    folder: Path
    every: int
    of: str


def train(
    classifier: Classifier,
    task: Task,
    config: Settings,
    *,
    device: torch.device,
    callbacks: Sequence[Callback] = (),
    saving: Saving | None = None,
) -> list[Epoch]:
    """Trains the classifier's module in place and leaves it with the weights of its best epoch; returns the epochs."""
    module = classifier.module.to(device)
    direct = classifier.fit_directly(task, device, callbacks)
    train_view, val_view = classifier.view(task.train, device), classifier.view(task.val, device)
    kind = torch.float32 if task.multi_label else torch.int64
    train_y = torch.as_tensor(task.train_y, dtype=kind, device=device)
    val_y = torch.as_tensor(task.val_y, dtype=kind, device=device)
    weights = None if task.weights is None else torch.as_tensor(task.weights, device=device)
    if direct is not None:
        loss, logits = _evaluate(module, val_view, val_y, weights)
        return direct or [epoch_of(1, loss, loss, logits, task, 0.0)]
    optimiser = make_optimiser(module, config)
    state = checkpoints.State(module, optimiser, [], {})
    if saving is not None:
        checkpoints.restore(saving.folder, state, saving.of)
    history = state.history
    before = history[-1].seconds if history else 0.0
    began = time.perf_counter()
    for callback in callbacks:
        callback.start(config.epochs)
    try:
        while not (history and should_stop(history, config)):
            for group in optimiser.param_groups:
                group["lr"] = rate_after(history, config)
            module.train()
            optimiser.zero_grad()
            step = loss_of(module(train_view), train_y, weights)
            step.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            loss, logits = _evaluate(module, val_view, val_y, weights)
            seconds = before + time.perf_counter() - began
            history.append(epoch_of(len(history) + 1, float(step.item()), loss, logits, task, seconds))
            if best_epoch(history, config) == len(history) - 1:
                state.best = checkpoints.weights_of(module)
            for callback in callbacks:
                callback.epoch(history[-1])
            if saving is not None and (len(history) % saving.every == 0 or should_stop(history, config)):
                checkpoints.save(saving.folder, state, saving.of)
    finally:
        for callback in callbacks:
            callback.end()
    checkpoints.load_weights(module, state.best)
    return history


def predict_logits(classifier: Classifier, rows: npt.NDArray[np.int64], device: torch.device) -> torch.Tensor:
    """Logits of rows of the target type, on the CPU: (n, c)."""
    classifier.module.train(False)
    parts = np.split(rows, range(_ROWS_AT_ONCE, len(rows), _ROWS_AT_ONCE))
    with torch.no_grad():
        return torch.cat([classifier.module(classifier.view(part, device, once=True)).cpu() for part in parts])


def probabilities(logits: torch.Tensor, multi_label: bool) -> npt.NDArray[np.float32]:
    """Softmax over classes, or a sigmoid per class: (n, c)."""
    values = torch.sigmoid(logits) if multi_label else torch.softmax(logits, dim=1)
    return np.asarray(values.detach().cpu().numpy(), dtype=np.float32)


@contextmanager
def repeatable(seed: int) -> Iterator[None]:
    """Random numbers from `seed` and only deterministic algorithms inside; everything as it was outside."""
    deterministic, warn = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        torch.use_deterministic_algorithms(True, warn_only=True)
        # Every buffer that is made is written in full, so filling it first would only cost time.
        memory: Any = torch.utils.deterministic
        filling, memory.fill_uninitialized_memory = memory.fill_uninitialized_memory, False
        try:
            yield
        finally:
            memory.fill_uninitialized_memory = filling
            torch.use_deterministic_algorithms(deterministic, warn_only=warn)


def loss_of(logits: torch.Tensor, y: torch.Tensor, weights: torch.Tensor | None) -> torch.Tensor:
    """Mean cross-entropy of (n,) classes, or of (n, c) zeros and ones; logits are (n, c)."""
    if y.ndim == 2:
        return functional.binary_cross_entropy_with_logits(logits, y, pos_weight=weights)
    return functional.cross_entropy(logits, y, weight=weights)


def _evaluate(module: torch.nn.Module, view: Any, y: torch.Tensor, weights: torch.Tensor | None) -> tuple[float, torch.Tensor]:
    module.train(False)
    with torch.no_grad():
        logits = module(view)
        return float(loss_of(logits, y, weights).item()), logits


def epoch_of(number: int, loss: float, val_loss: float, logits: torch.Tensor, task: Task, seconds: float) -> Epoch:
    """What an epoch came to: F1 from the logits of the validation nodes, (n_val, c)."""
    chances = probabilities(logits, task.multi_label)
    threshold = best_threshold(task.val_y, chances) if task.multi_label else 0.5
    micro, macro = quick_f1(task.val_y, decide(chances, task.multi_label, threshold), task.classes)
    return Epoch(number, loss, val_loss, micro, macro, seconds)
