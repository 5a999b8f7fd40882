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
from motifcnn.train.batches import ROWS_AT_ONCE, Batching, Layerwise
from motifcnn.train.callback import Callback
from motifcnn.train.optimiser import make_optimiser, rate_after
from motifcnn.train.problem import Classifier, JointViews
from motifcnn.train.scores import best_threshold, decide, quick_f1
from motifcnn.train.stopping import Epoch, best_epoch, should_stop
from motifcnn.train.task import Task


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
    batching: Batching | None = None,
) -> list[Epoch]:
    """Trains the classifier's module in place and leaves it with the weights of its best epoch; returns the epochs."""
    module = classifier.module.to(device)
    direct = classifier.fit_directly(task, device, callbacks)
    steps = _Steps(classifier, task, device, batching, config.passes)
    if direct is not None:
        loss, logits = steps.evaluate()
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
            step = steps.epoch(optimiser, len(history) + 1)
            loss, logits = steps.evaluate()
            seconds = before + time.perf_counter() - began
            history.append(epoch_of(len(history) + 1, step, loss, logits, task, seconds))
            if best_epoch(history, config) == len(history) - 1:
                state.best = checkpoints.weights_of(module)
            for callback in callbacks:
                callback.epoch(history[-1])
            if saving is not None and (
                len(history) % saving.every == 0 or should_stop(history, config)
            ):
                checkpoints.save(saving.folder, state, saving.of)
    finally:
        for callback in callbacks:
            callback.end()
    checkpoints.load_weights(module, state.best)
    return history


class _Steps:
    """The gradient steps of an epoch and the look at validation after it, on all training nodes at once or in batches."""

    def __init__(
        self,
        classifier: Classifier,
        task: Task,
        device: torch.device,
        batching: Batching | None,
        passes: int,
    ) -> None:
        self.classifier, self.task, self.device, self.batching, self.passes = (
            classifier,
            task,
            device,
            batching,
            passes,
        )
        kind = torch.float32 if task.multi_label else torch.int64
        self.train_y = torch.as_tensor(task.train_y, dtype=kind, device=device)
        self.val_y = torch.as_tensor(task.val_y, dtype=kind, device=device)
        self.weights = (
            None if task.weights is None else torch.as_tensor(task.weights, device=device)
        )
        if batching is None:
            self.train_view, self.val_view = _views(classifier, task, device)

    def epoch(self, optimiser: torch.optim.Optimizer, number: int) -> float:
        """The passes over the training nodes that make epoch `number`; the mean loss of the last."""
        first = (number - 1) * self.passes + 1
        return [self._pass(optimiser, each) for each in range(first, first + self.passes)][-1]

    def _pass(self, optimiser: torch.optim.Optimizer, number: int) -> float:
        """One step, or one per batch; the mean loss over training nodes."""
        if self.batching is None:
            return self._step(optimiser, self.train_view, self.train_y)
        total = 0.0
        for batch, places in enumerate(self.batching.deal(len(self.task.train), number)):
            view = self.batching.view(
                self.classifier, self.task.train[places], self.device, number, batch
            )
            total += len(places) * self._step(
                optimiser, view, self.train_y[torch.as_tensor(places, device=self.device)]
            )
        return total / len(self.task.train)

    def evaluate(self) -> tuple[float, torch.Tensor]:
        """Loss and logits, (n_val, c), of the validation nodes."""
        module = self.classifier.module
        module.train(False)
        with torch.no_grad():
            if self.batching is None:
                logits = module(self.val_view)
            else:
                logits = predict_logits(self.classifier, self.task.val, self.device).to(self.device)
            return float(loss_of(logits, self.val_y, self.weights).item()), logits

    def _step(self, optimiser: torch.optim.Optimizer, view: Any, y: torch.Tensor) -> float:
        module = self.classifier.module
        module.train()
        optimiser.zero_grad()
        logits = module(view)
        loss = loss_of(logits, y, self.weights)
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        return float(loss.item()) / (len(logits) if logits.ndim == 3 else 1)


def _views(classifier: Classifier, task: Task, device: torch.device) -> tuple[Any, Any]:
    """What the module sees of training and of validation nodes."""
    if isinstance(classifier, JointViews):
        return classifier.joint_views(task.train, task.val, device)
    return classifier.view(task.train, device), classifier.view(task.val, device)


def predict_logits(
    classifier: Classifier, rows: npt.NDArray[np.int64], device: torch.device
) -> torch.Tensor:
    """Logits of rows of the target type, on the CPU: (n, c)."""
    classifier.module.train(False)
    with torch.no_grad():
        known = classifier.logits(rows, device) if isinstance(classifier, Layerwise) else None
        if known is not None:
            return known
        parts = np.split(rows, range(ROWS_AT_ONCE, len(rows), ROWS_AT_ONCE))
        return torch.cat(
            [classifier.module(classifier.view(part, device, once=True)).cpu() for part in parts]
        )


def probabilities(logits: torch.Tensor, multi_label: bool) -> npt.NDArray[np.float32]:
    """Softmax over classes, or a sigmoid per class: (n, c)."""
    values = torch.sigmoid(logits) if multi_label else torch.softmax(logits, dim=1)
    return np.asarray(values.detach().cpu().numpy(), dtype=np.float32)


@contextmanager
def repeatable(seed: int) -> Iterator[None]:
    """Random numbers from `seed` and only deterministic algorithms inside; everything as it was outside."""
    deterministic, warn = (
        torch.are_deterministic_algorithms_enabled(),
        torch.is_deterministic_algorithms_warn_only_enabled(),
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        _set_deterministic(True, warn_only=True)
        # Every buffer that is made is written in full, so filling it first would only cost time.
        memory: Any = torch.utils.deterministic
        filling, memory.fill_uninitialized_memory = memory.fill_uninitialized_memory, False
        try:
            yield
        finally:
            memory.fill_uninitialized_memory = filling
            _set_deterministic(deterministic, warn_only=warn)


def _set_deterministic(mode: bool, *, warn_only: bool) -> None:
    """`torch.use_deterministic_algorithms` without its import of the compiler, which takes longer than training a small graph."""
    torch._C._set_deterministic_algorithms(mode, warn_only=warn_only)


def loss_of(logits: torch.Tensor, y: torch.Tensor, weights: torch.Tensor | None) -> torch.Tensor:
    """Mean cross-entropy of (n,) classes, or of (n, c) zeros and ones; logits are (n, c), or (members, n, c) of an ensemble.

    Members learn for themselves, so their losses are added up: each gets the gradient that it would
    get alone.
    """
    if logits.ndim == 3:
        return torch.stack([loss_of(member, y, weights) for member in logits]).sum()
    if y.ndim == 2:
        return functional.binary_cross_entropy_with_logits(logits, y, pos_weight=weights)
    return functional.cross_entropy(logits, y, weight=weights)


def epoch_of(
    number: int, loss: float, val_loss: float, logits: torch.Tensor, task: Task, seconds: float
) -> Epoch:
    """What an epoch came to: F1 from the logits of the validation nodes, (n_val, c)."""
    chances = probabilities(logits, task.multi_label)
    threshold = best_threshold(task.val_y, chances) if task.multi_label else 0.5
    micro, macro = quick_f1(task.val_y, decide(chances, task.multi_label, threshold), task.classes)
    return Epoch(number, loss, val_loss, micro, macro, seconds)
