"""Distributed training: every rank computes its shard of each batch, all take the same step."""

from __future__ import annotations

from dataclasses import astuple

import torch
from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm

from motifcnn.methods.epoch import Epoch
from motifcnn.methods.method import Classifier, Rows
from motifcnn.methods.task import Task
from motifcnn.methods.validation import loss_of
from motifcnn.nn.settings import ConfigError
from motifcnn.train.distributed import Ranks, add_gradients
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.loop import Trainer


class ShardedTrainer(Trainer):
    r"""A `Trainer` on several ranks.

    The batches are those of one process. The nodes of a batch that belong to rank r by their row
    (`Ranks.shard`) are its part S_r, of any size; no rank is asked for other nodes. The gradient of
    a step is that of the mean loss over the whole batch B:

    .. math:: \nabla L_B = \sum_r \frac{|S_r|}{|B|} \nabla L_{S_r}

    where with class weights |S| is the weight of all of its nodes. Without dropout and `sample` the
    loss curve is therefore that of one process, up to rounding. With them, random numbers depend on
    seed, epoch, batch, rank and number of ranks: the same number of ranks gives the same bits.
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
        ranks.wait()
        for values in self.module.state_dict().values():
            ranks.agree(values)

    def predict(self, rows: Rows) -> torch.Tensor:
        """Logits of rows of the target type, on the CPU: (n, c); each rank computes its shard."""
        return self._logits(rows, patient=True)

    def evaluate(self) -> tuple[float, torch.Tensor]:
        """Loss and logits, (n_val, c), of the validation nodes; each rank computes its shard."""
        logits = self._logits(self.task.val).to(self.device)
        return float(loss_of(logits, self.val_y, self.weights).item()), logits

    def _logits(self, rows: Rows, *, patient: bool = False) -> torch.Tensor:
        self.module.eval()
        own = self.ranks.shard.has(rows)
        logits = torch.zeros(len(rows), self.task.classes)
        if own.any():
            with torch.no_grad():
                logits[torch.from_numpy(own)] = self.classifier.logits(rows[own], self.device)
        self.ranks.add(logits, patient=patient)  # every row is zero on all ranks but one
        return logits

    def _record(self, number: int, loss: float, began: float) -> Epoch:
        """The record of the first rank, so that all ranks stop after the same epoch."""
        found = super()._record(number, loss, began)
        values = torch.tensor(astuple(found)[1:], dtype=torch.float64)
        self.ranks.agree(values)
        return Epoch(number, *values.tolist())

    def _epoch(self, optimiser: torch.optim.Optimizer, number: int) -> float:
        """One step per batch; the mean loss over training nodes."""
        total, count = 0.0, len(self.task.train)
        for batch, places in enumerate(self.batches.deal(count, number)):
            torch.manual_seed(self.batches.step_seed(number, batch, *self.ranks.key))
            total += len(places) * self._shared_step(optimiser, places, number, batch)
        return total / count

    def _shared_step(
        self, optimiser: torch.optim.Optimizer, places: Rows, epoch: int, batch: int
    ) -> float:
        """A step on a whole batch, given as places among the training nodes; its mean loss."""
        self.module.train()
        optimiser.zero_grad()
        own, part = places[self.ranks.shard.has(self.task.train[places])], 0.0
        share = self._mass(own) / self._mass(places)
        if share:  # a rank without nodes takes part in the exchange alone
            rows = self.task.train[own]
            view = self.batches.view(
                self.classifier, rows, self.device, epoch, batch, *self.ranks.key
            )
            loss = share * loss_of(self.classifier(view), self._y(own), self.weights)
            loss.backward()  # type: ignore[no-untyped-call]
            part = float(loss.item())
        mean = add_gradients(self.module, part, self.ranks)
        optimiser.step()
        return mean

    def _y(self, places: Rows) -> torch.Tensor:
        return self.train_y[torch.as_tensor(places, device=self.device)]

    def _mass(self, places: Rows) -> float:
        """What the mean loss of these nodes divides by."""
        if self.weights is None or self.task.multi_label:
            return float(len(places))
        return float(self.weights[self._y(places)].sum())


def _require_no_batch_norm(module: nn.Module) -> None:
    if any(isinstance(part, _BatchNorm) for part in module.modules()):
        raise ConfigError(
            "batch_norm=True normalises over the nodes of a step, of which each rank of a "
            "distributed run sees a part; set batch_norm=False, or train in one process"
        )
