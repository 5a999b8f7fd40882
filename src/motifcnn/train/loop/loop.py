"""The training loop: gradient steps on the training nodes, stopping and selecting on validation."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.errors import StoreError
from motifcnn.methods.epoch import Callback, Epoch, followed
from motifcnn.methods.finite import overflow_refused, require_finite_epoch
from motifcnn.methods.method import Classifier, Rows
from motifcnn.methods.task import Task
from motifcnn.methods.validation import best_epoch, epoch_of, loss_of
from motifcnn.nn.settings import Settings, TrainSettings
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.stopping import should_stop

if TYPE_CHECKING:
    from motifcnn.train.loop.checkpoint import Checkpoint

Weights = dict[str, npt.NDArray[Any]]


@dataclass
class State:
    """How far training is; `best` holds the weights of the best epoch so far."""

    module: nn.Module
    optimiser: torch.optim.Optimizer
    history: list[Epoch]
    best: Weights


class Trainer:
    """The classifier, the task and the views of training and validation nodes.

    Making it is the last step of preparation; `train` is all that looks at labels. Without
    `batching`, an epoch is one step on all training nodes.
    """

    def __init__(
        self,
        classifier: Classifier,
        task: Task,
        device: torch.device,
        batching: Batching | None = None,
    ) -> None:
        self.classifier, self.task, self.device, self.batching = classifier, task, device, batching
        self.module = classifier.module.to(device)
        kind = torch.float32 if task.multi_label else torch.int64
        self.train_y = torch.as_tensor(task.train_y, dtype=kind, device=device)
        self.val_y = torch.as_tensor(task.val_y, dtype=kind, device=device)
        self.weights = None
        if task.weights is not None:
            self.weights = torch.as_tensor(task.weights, device=device)
        if batching is None:
            self.train_view = classifier.view(task.train, device)
            self.val_view = classifier.view(task.val, device)

    def train(
        self,
        settings: Settings,
        *,
        callbacks: Sequence[Callback] = (),
        checkpoint: Checkpoint | None = None,
    ) -> list[Epoch]:
        """Trains the module in place and leaves it with its best epoch; returns the epochs."""
        with overflow_refused(1):
            own = self.classifier.fit(self.task, callbacks)
        if own is not None:
            loss, logits = self.evaluate()
            history = own or [epoch_of(1, loss, loss, logits, self.task, 0.0)]
            require_finite_epoch(replace(history[-1], val_loss=loss), own)
            return history
        return self._steps(cast(TrainSettings, settings), callbacks, checkpoint)

    def _steps(
        self, settings: TrainSettings, callbacks: Sequence[Callback], checkpoint: Checkpoint | None
    ) -> list[Epoch]:
        state = State(self.module, make_optimiser(self.module, settings), [], {})
        if checkpoint is not None:
            checkpoint.restore(state)
        history = state.history
        began = time.perf_counter() - (history[-1].seconds if history else 0.0)
        stop = bool(history) and should_stop(history, settings)
        with followed(callbacks, settings.epochs):
            while not stop:
                number = len(history) + 1
                for group in state.optimiser.param_groups:
                    group["lr"] = rate_after(history, settings)
                with overflow_refused(number, history, state.best):
                    loss = self._epoch(state.optimiser, number)
                epoch = self._record(number, loss, began)
                require_finite_epoch(epoch, history, self.module, state.best)
                history.append(epoch)
                if best_epoch(history, settings.select) == number - 1:
                    state.best = weights_of(self.module)
                for callback in callbacks:
                    callback.epoch(history[-1])
                stop = should_stop(history, settings)
                if checkpoint is not None and (stop or number % checkpoint.every == 0):
                    checkpoint.save(state)
        load_weights(self.module, state.best)
        return history

    def predict(self, rows: Rows) -> torch.Tensor:
        """Logits of rows of the target type, on the CPU: (n, c)."""
        return predict_logits(self.classifier, rows, self.device)

    def _record(self, number: int, loss: float, began: float) -> Epoch:
        """The epoch that ended now, scored on validation."""
        val_loss, logits = self.evaluate()
        seconds = time.perf_counter() - began
        return epoch_of(number, loss, val_loss, logits, self.task, seconds)

    def _epoch(self, optimiser: torch.optim.Optimizer, number: int) -> float:
        """One step, or one per batch; the mean loss over training nodes."""
        if self.batching is None:
            return self._step(optimiser, self.train_view, self.train_y)
        total, train = 0.0, self.task.train
        for batch, places in enumerate(self.batching.deal(len(train), number)):
            view = self.batching.view(self.classifier, train[places], self.device, number, batch)
            y = self.train_y[torch.as_tensor(places, device=self.device)]
            total += len(places) * self._step(optimiser, view, y)
        return total / len(train)

    def _step(self, optimiser: torch.optim.Optimizer, view: Any, y: torch.Tensor) -> float:
        self.module.train()
        optimiser.zero_grad()
        loss = loss_of(self.classifier(view), y, self.weights)
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        return float(loss.item())

    def evaluate(self) -> tuple[float, torch.Tensor]:
        """Loss and logits, (n_val, c), of the validation nodes."""
        self.module.eval()
        with torch.no_grad():
            if self.batching is None:
                logits = self.classifier(self.val_view)
            else:
                logits = self.classifier.logits(self.task.val, self.device).to(self.device)
            return float(loss_of(logits, self.val_y, self.weights).item()), logits


def predict_logits(classifier: Classifier, rows: Rows, device: torch.device) -> torch.Tensor:
    """Logits of rows of the target type, on the CPU: (n, c)."""
    classifier.module.eval()
    with torch.no_grad():
        return classifier.logits(rows, device)


def make_optimiser(module: nn.Module, settings: TrainSettings) -> torch.optim.Optimizer:
    """The optimiser that the settings name, over the module's weights.

    A module with a method `groups(weight_decay)` says itself which of them decay.

    Examples
    --------
    >>> make_optimiser(nn.Linear(2, 2), TrainSettings(optimiser="sgd")).defaults["lr"]
    0.01
    """
    groups: Any = getattr(module, "groups", lambda _: module.parameters())(settings.weight_decay)
    rates: dict[str, Any] = {"lr": settings.learning_rate, "weight_decay": settings.weight_decay}
    if settings.optimiser == "adam":
        return torch.optim.Adam(groups, fused=True, **rates)
    if settings.optimiser == "rmsprop":
        # The first step is rate / sqrt(1 - alpha). With torch's alpha of 0.99 it is ten times the
        # rate, too long for deep networks.
        return torch.optim.RMSprop(groups, alpha=0.9, **rates)
    if settings.optimiser == "adagrad":
        return torch.optim.Adagrad(groups, **rates)
    return torch.optim.SGD(groups, **rates)


def rate_after(history: Sequence[Epoch], settings: TrainSettings) -> float:
    """Learning rate of the next epoch, from the epochs so far: a resumed run has the same.

    Examples
    --------
    >>> losses = (0.9, 0.8, 0.8, 0.85)
    >>> history = [Epoch(n, 1.0, loss, 0.5, 0.5, 0.0) for n, loss in enumerate(losses, start=1)]
    >>> rate_after(history, TrainSettings(learning_rate=0.01, halve_after=2))
    0.005
    """
    rate, best, since = settings.learning_rate, math.inf, 0
    if settings.halve_after:
        for epoch in history:
            since = 0 if epoch.val_loss < best else since + 1
            best = min(best, epoch.val_loss)
            if since == settings.halve_after:
                rate, since = rate / 2, 0
    return rate


def weights_of(module: nn.Module) -> Weights:
    """A copy of the module's weights."""
    return {
        name: value.detach().cpu().numpy().copy() for name, value in module.state_dict().items()
    }


def load_weights(module: nn.Module, weights: Mapping[str, npt.NDArray[Any]]) -> None:
    """Puts weights into a module; a `StoreError` names the first array that does not fit."""
    expected = {name: tuple(value.shape) for name, value in module.state_dict().items()}
    given = {name: value.shape for name, value in weights.items()}
    for name in sorted(expected.keys() | given.keys()):
        if expected.get(name) != given.get(name):
            raise StoreError(
                f"weights: {name} is {given.get(name, 'missing')}, the network has "
                f"{expected.get(name, 'no such array')}. They were written by another version of "
                "this network; train it again."
            )
    module.load_state_dict({name: torch.from_numpy(np.array(w)) for name, w in weights.items()})
