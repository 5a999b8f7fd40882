"""The training loop: gradient steps on the training nodes, stopping and selecting on validation."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch

from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.method import Classifier, Rows
from motifcnn.methods.task import Task
from motifcnn.methods.validation import best_epoch, epoch_of, loss_of
from motifcnn.nn.settings import Settings, TrainSettings
from motifcnn.train.loop import checkpoint as checkpoints
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.optimiser import make_optimiser, rate_after
from motifcnn.train.loop.stopping import should_stop


@dataclass(frozen=True)
class Saving:
    """Where and how often to write checkpoints, and the fingerprint of the run."""

    folder: Path
    every: int
    of: str


class Trainer:
    """The classifier, the task and the views of training and validation nodes.

    Making it is the last step of preparation; `train` is all that looks at labels.

    Parameters
    ----------
    classifier : Classifier
    task : Task
    device : torch.device
    batching : Batching, optional
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
        saving: Saving | None = None,
    ) -> list[Epoch]:
        """Trains the module in place and leaves it with its best epoch; returns the epochs."""
        own = self.classifier.fit(self.task, callbacks)
        if own is not None:
            loss, logits = self.evaluate()
            return own or [epoch_of(1, loss, loss, logits, self.task, 0.0)]
        return self._steps(cast(TrainSettings, settings), callbacks, saving)

    def _steps(
        self, settings: TrainSettings, callbacks: Sequence[Callback], saving: Saving | None
    ) -> list[Epoch]:
        optimiser = make_optimiser(self.module, settings)
        state = checkpoints.State(self.module, optimiser, [], {})
        if saving is not None:
            checkpoints.restore(saving.folder, state, saving.of)
        history = state.history
        began = time.perf_counter() - (history[-1].seconds if history else 0.0)
        for callback in callbacks:
            callback.start(settings.epochs)
        try:
            while not (history and should_stop(history, settings)):
                number = len(history) + 1
                for group in optimiser.param_groups:
                    group["lr"] = rate_after(history, settings)
                loss = self._epoch(optimiser, number)
                val_loss, logits = self.evaluate()
                seconds = time.perf_counter() - began
                history.append(epoch_of(number, loss, val_loss, logits, self.task, seconds))
                if best_epoch(history, settings.select) == number - 1:
                    state.best = checkpoints.weights_of(self.module)
                for callback in callbacks:
                    callback.epoch(history[-1])
                due = number % saving.every == 0 if saving is not None else False
                if saving is not None and (due or should_stop(history, settings)):
                    checkpoints.save(saving.folder, state, saving.of)
        finally:
            for callback in callbacks:
                callback.end()
        checkpoints.load_weights(self.module, state.best)
        return history

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
                logits = predict_logits(self.classifier, self.task.val, self.device)
                logits = logits.to(self.device)
            return float(loss_of(logits, self.val_y, self.weights).item()), logits


def predict_logits(classifier: Classifier, rows: Rows, device: torch.device) -> torch.Tensor:
    """Logits of rows of the target type, on the CPU: (n, c)."""
    classifier.module.eval()
    with torch.no_grad():
        return classifier.logits(rows, device)
