"""Distributed training: every rank computes its shard of each batch, all take the same step."""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm

from motifcnn.methods.batch_part import part_of_batch
from motifcnn.methods.epoch import Epoch
from motifcnn.methods.method import Classifier, Rows
from motifcnn.methods.scores import (
    Probabilities,
    class_counts,
    decide,
    f1_of_counts,
    threshold_counts,
    threshold_of_counts,
)
from motifcnn.methods.task import Task
from motifcnn.methods.validation import loss_of, probabilities
from motifcnn.nn.settings import ConfigError
from motifcnn.train.distributed import Ranks, add_gradients
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.loop import Trainer

Counts = npt.NDArray[np.int64]


class ShardedTrainer(Trainer):
    r"""A `Trainer` on several ranks.

    The batches are those of one process. The nodes of a batch that belong to rank r by their row
    (`Ranks.shard`) are its part S_r, of any size; no rank is asked for other nodes. The gradient of
    a step is that of the mean loss over the whole batch B:

    .. math:: \nabla L_B = \sum_r \frac{|S_r|}{|B|} \nabla L_{S_r}

    where with class weights |S| is the weight of all of its nodes. Without dropout and `sample` the
    loss curve is therefore that of one process, up to rounding. So it is with dropout, on the CPU,
    where the classifier draws it for whole batches (`Classifier.dense_parts`): all ranks draw what
    one process draws. Elsewhere random numbers depend on seed, epoch, batch, rank and number of
    ranks: the same number of ranks gives the same bits.
    """

    def __init__(
        self,
        classifier: Classifier,
        task: Task,
        device: torch.device,
        batching: Batching,
        ranks: Ranks,
    ) -> None:
        _require_no_batch_norm(classifier.module)
        super().__init__(classifier, task, device, batching)
        self.batches, self.ranks = batching, ranks
        self.drawn_together = classifier.dense_parts and device.type == "cpu"
        ranks.wait()
        for values in self.module.state_dict().values():
            ranks.agree(values)

    def predict(self, rows: Rows) -> torch.Tensor:
        """Logits of rows of the target type, on the CPU: (n, c); each rank computes its shard."""
        logits = torch.zeros(len(rows), self.task.classes)
        logits[torch.from_numpy(self.ranks.shard.has(rows))] = self._own_logits(rows)
        self.ranks.add(logits, patient=True)  # every row is zero on all ranks but one
        return logits

    def _record(self, number: int, loss: float, began: float) -> Epoch:
        """The epoch that ended now: F1 from counts of all ranks, the loss from their parts."""
        own = torch.from_numpy(self.ranks.shard.has(self.task.val)).to(self.device)
        logits, y = self._own_logits(self.task.val).to(self.device), self.val_y[own]
        part, share = 0.0, self._mass(y) / self._mass(self.val_y)
        if share:
            part = share * float(loss_of(logits, y, self.weights).item())
        # All ranks take the clock of the first, so that they have the same epochs.
        seconds = time.perf_counter() - began if self.ranks.first else 0.0
        values = torch.tensor([part, seconds], dtype=torch.float64)
        self.ranks.add(values)
        micro, macro = self._f1(probabilities(logits, self.task.multi_label))
        return Epoch(number, loss, float(values[0]), micro, macro, float(values[1]))

    def _f1(self, found: Probabilities) -> tuple[float, float]:
        """Micro- and Macro-F1 of all validation nodes, from the probabilities of this shard."""
        y, multi_label = self.task.val_y[self.ranks.shard.has(self.task.val)], self.task.multi_label
        threshold = 0.5
        if multi_label:
            threshold = threshold_of_counts(self._added(threshold_counts(y, found)))
        decided = decide(found, multi_label, threshold)
        counts = self._added(class_counts(y, decided, self.task.classes))
        return f1_of_counts(counts, multi_label=multi_label)

    def _added(self, counts: Counts) -> Counts:
        values = torch.from_numpy(counts)
        self.ranks.add(values)
        return values.numpy()

    def _own_logits(self, rows: Rows) -> torch.Tensor:
        """Logits, (n, c), of the rows that are this rank's."""
        self.module.eval()
        own = rows[self.ranks.shard.has(rows)]
        if not len(own):
            return torch.zeros(0, self.task.classes)
        with torch.no_grad():
            return self.classifier.logits(own, self.device)

    def _epoch(self, optimiser: torch.optim.Optimizer, number: int) -> float:
        """One step per batch; the mean loss over training nodes."""
        total, count = 0.0, len(self.task.train)
        for batch, places in enumerate(self.batches.deal(count, number)):
            if not self.drawn_together:
                torch.manual_seed(self.batches.step_seed(number, batch, *self.ranks.key))
            total += len(places) * self._shared_step(optimiser, places, number, batch)
        return total / count

    def _shared_step(
        self, optimiser: torch.optim.Optimizer, places: Rows, epoch: int, batch: int
    ) -> float:
        """A step on a whole batch, given as places among the training nodes; its mean loss."""
        self.module.train()
        optimiser.zero_grad()
        held, part = self.ranks.shard.has(self.task.train[places]), 0.0
        own = places[held]
        y = self._y(own)
        share = self._mass(y) / self._mass(self._y(places))
        # A rank without nodes draws as the others do, or takes part in the exchange alone.
        if share or self.drawn_together:
            rows = self.task.train[own]
            view = self.batches.view(
                self.classifier, rows, self.device, epoch, batch, *self.ranks.key
            )
            with part_of_batch(np.flatnonzero(held), len(places)):
                logits = self.classifier(view)
        if share:
            loss = share * loss_of(logits, y, self.weights)
            loss.backward()  # type: ignore[no-untyped-call]
            part = float(loss.item())
        mean = add_gradients(self.module, part, self.ranks)
        optimiser.step()
        return mean

    def _y(self, places: Rows) -> torch.Tensor:
        return self.train_y[torch.as_tensor(places, device=self.device)]

    def _mass(self, y: torch.Tensor) -> float:
        """What the mean loss of nodes with these labels divides by."""
        if self.weights is None or self.task.multi_label:
            return float(len(y))
        return float(self.weights[y].sum())


def _require_no_batch_norm(module: nn.Module) -> None:
    if any(isinstance(part, _BatchNorm) for part in module.modules()):
        raise ConfigError(
            "batch_norm=True normalises over the nodes of a step, of which each rank of a "
            "distributed run sees a part; set batch_norm=False, or train in one process"
        )
