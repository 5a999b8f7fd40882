"""Mini-batches: which training nodes a step sees, and how much of their neighbourhoods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from motifcnn.methods.method import Classifier, Rows
from motifcnn.nn.settings import ConfigError


@dataclass(frozen=True)
class Batching:
    """How training nodes are dealt into batches.

    Parameters
    ----------
    size : int
        Largest number of training nodes in a batch.
    sample : int or None
        Most instances per target and motif; None keeps all.
    seed : int
        With the number of the epoch it decides the order and the draws, so a resumed run needs no
        other state.

    Examples
    --------
    >>> [len(part) for part in Batching(4, None, seed=0).deal(10, epoch=1)]
    [4, 3, 3]
    """

    size: int
    sample: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value in (("batch_size", self.size), ("sample", self.sample)):
            whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            if value is not None and not (whole and value >= 1):
                raise ConfigError(f"{name} must be a whole number of at least 1, got {value!r}")

    def deal(self, count: int, epoch: int) -> list[Rows]:
        """Places of the training nodes in each batch, increasing; sizes differ by at most one."""
        order = np.random.default_rng([self.seed % 2**63, epoch]).permutation(count)
        return [np.sort(part) for part in np.array_split(order, max(1, -(-count // self.size)))]

    def view(
        self,
        classifier: Classifier,
        rows: Rows,
        device: torch.device,
        epoch: int,
        number: int,
        *key: int,
    ) -> Any:
        """What the module is called with for that batch; `key` differs between ranks."""
        generator = np.random.default_rng([self.seed % 2**63, epoch, number + 1, *key])
        return classifier.batch(rows, device, self.sample, generator)

    def step_seed(self, epoch: int, number: int, *key: int) -> int:
        """A seed for the dropout of one step, where it must not depend on the steps before."""
        drawn = np.random.SeedSequence([self.seed % 2**63, epoch, number + 1, *key])
        return int(drawn.generate_state(1, np.uint64)[0] >> np.uint64(1))
