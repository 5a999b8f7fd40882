"""Distributed training: every rank computes its pieces of each batch, all take the same step."""

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
from motifcnn.methods.shard import Shard
from motifcnn.methods.task import Task
from motifcnn.methods.validation import loss_of, probabilities
from motifcnn.nn.settings import ConfigError
from motifcnn.train.distributed import Ranks, folded, gradients_of, put_gradients
from motifcnn.train.loop.batches import Batching
from motifcnn.train.loop.loop import Trainer

Counts = npt.NDArray[np.int64]


class ShardedTrainer(Trainer):
    r"""A `Trainer` on several ranks.

    The batches are those of one process. Every batch B is cut into pieces S_p by the rows of its
    nodes, of any size; each rank computes those that are its own (`Ranks.shard`), one after the
    other, and is asked for no other nodes. The gradient of a step is that of the mean loss over the
    whole batch:

    .. math:: \nabla L_B = \sum_p \frac{|S_p|}{|B|} \nabla L_{S_p}

    where with class weights |S| is the weight of all of its nodes. Pieces, and the order in which
    they are added, do not depend on the number of ranks, if it divides `PIECES`: one, two and four
    ranks train to the same bits.

    Where the classifier draws dropout for whole batches (`Classifier.dense_parts`), on the CPU,
    every piece takes its rows of what one process draws. Elsewhere random numbers depend on seed,
    epoch, batch and piece.
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
        """The epoch that ended now: F1 from counts of all ranks, the loss from their pieces."""
        val = self.task.val
        logits = self._own_logits(val).to(self.device)
        # All ranks take the clock of the first, so that they have the same epochs.
        seconds = time.perf_counter() - began if self.ranks.first else 0.0
        parts = torch.zeros(self.ranks.shard.pieces + 1, dtype=torch.float64)
        parts[-1] = seconds
        held = val[self.ranks.shard.has(val)]
        for piece in self.ranks.shard.cut():
            y = self.val_y[torch.from_numpy(piece.has(val)).to(self.device)]
            if share := self._mass(y) / self._mass(self.val_y):
                own = logits[torch.from_numpy(piece.has(held)).to(self.device)]
                parts[piece.number] = share * float(loss_of(own, y, self.weights).item())
        self.ranks.add(parts)  # every part is zero on all ranks but one
        *losses, seconds = parts.tolist()
        micro, macro = self._f1(probabilities(logits, self.task.multi_label))
        return Epoch(number, loss, sum(losses), micro, macro, seconds)

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
        """Logits, (n, c), of the rows that are this rank's, computed piece by piece."""
        self.module.eval()
        own = rows[self.ranks.shard.has(rows)]
        logits = torch.zeros(len(own), self.task.classes)
        for piece in self.ranks.shard.cut():
            held = piece.has(own)
            if held.any():
                with torch.no_grad():
                    found = self.classifier.logits(own[held], self.device)
                logits[torch.from_numpy(held)] = found
        return logits

    def _epoch(self, optimiser: torch.optim.Optimizer, number: int) -> float:
        """One step per batch; the mean loss over training nodes."""
        total, count = 0.0, len(self.task.train)
        for batch, places in enumerate(self.batches.deal(count, number)):
            self.module.train()
            random = torch.get_rng_state()
            parts = []
            for piece in self.ranks.shard.cut():
                if self.drawn_together:
                    torch.set_rng_state(random)  # each draws what the whole batch draws
                else:
                    key = piece.number, piece.size
                    torch.manual_seed(self.batches.step_seed(number, batch, *key))
                parts.append(self._piece(piece, places, number, batch))
            total += len(places) * put_gradients(self.module, self.ranks.folded(folded(parts)))
            optimiser.step()
        return total / count

    def _piece(self, piece: Shard, places: Rows, epoch: int, batch: int) -> torch.Tensor:
        """What a piece of a batch, given as places among the training nodes, adds to its step."""
        self.module.zero_grad()
        held, part = piece.has(self.task.train[places]), 0.0
        own = places[held]
        y = self._y(own)
        share = self._mass(y) / self._mass(self._y(places))
        # A piece without nodes draws as the others do, or has nothing to compute.
        if share or self.drawn_together:
            rows, key = self.task.train[own], (piece.number, piece.size)
            view = self.batches.view(self.classifier, rows, self.device, epoch, batch, *key)
            with part_of_batch(np.flatnonzero(held), len(places)):
                logits = self.classifier(view)
        if share:
            loss = share * loss_of(logits, y, self.weights)
            loss.backward()  # type: ignore[no-untyped-call]
            part = float(loss.item())
        return gradients_of(self.module, part)

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
