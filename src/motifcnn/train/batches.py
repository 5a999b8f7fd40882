"""Mini-batches: which training nodes a step sees, and how much of their neighbourhoods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.nn.settings import ConfigError
from motifcnn.train.problem import Classifier

Rows = npt.NDArray[np.int64]
# Predictions for a large graph are made in parts, so that they need no more memory than training.
ROWS_AT_ONCE = 8192


@runtime_checkable
class Samples(Protocol):
    """A classifier that can thin out neighbourhoods."""

    def batch(
        self, rows: Rows, device: torch.device, sample: int | None, generator: np.random.Generator
    ) -> Any:
        """A view for one training step: whole neighbourhoods, or at most `sample` instances per target and motif."""
        ...


@runtime_checkable
class Layerwise(Protocol):
    """A classifier that has a better way to predict many rows than view after view."""

    def logits(self, rows: Rows, device: torch.device) -> torch.Tensor | None:
        """Logits of rows, (n, classes), on the CPU; None where views are the better way."""
        ...


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
        With the number of the epoch it decides the order, and what is drawn: a resumed run needs no
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
        for name in ("size", "sample"):
            value = getattr(self, name)
            if value is not None and (
                isinstance(value, bool) or not isinstance(value, int) or value < 1
            ):
                said = "batch_size" if name == "size" else name
                raise ConfigError(f"{said} must be a whole number of at least 1, got {value!r}")

    def deal(self, count: int, epoch: int) -> list[Rows]:
        """Places of the training nodes in each batch, increasing within a batch; batches differ by at most one in size."""
        order = np.random.default_rng([self.seed % 2**63, epoch]).permutation(count)
        return [np.sort(part) for part in np.array_split(order, max(1, -(-count // self.size)))]

    def view(
        self, classifier: Classifier, rows: Rows, device: torch.device, epoch: int, number: int
    ) -> Any:
        """What the step for the batch of that number sees."""
        if isinstance(classifier, Samples):
            return classifier.batch(
                rows,
                device,
                self.sample,
                np.random.default_rng([self.seed % 2**63, epoch, number + 1]),
            )
        return classifier.view(rows, device, once=True)


def make_batching(
    classifier: Classifier, batch_size: int | None, sample: int | None, seed: int
) -> Batching | None:
    """The batches that `fit` was asked for; a `ConfigError` where the model cannot do with them what was asked."""
    if batch_size is None:
        if sample is not None:
            raise ConfigError(
                f"sample={sample} thins out the neighbourhoods of mini-batches; give a batch_size as well"
            )
        return None
    found = Batching(batch_size, sample, seed)
    if sample is not None and not isinstance(classifier, Samples):
        raise ConfigError(
            f"sample={sample}: this model computes what its nodes see once, for all of them, so there is nothing to sample in a "
            "batch; leave it out, or choose a preset with several layers such as asonam"
        )
    return found
