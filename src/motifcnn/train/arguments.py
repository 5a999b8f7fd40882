"""Arguments of `fit` that do not go together, refused before any work."""

from __future__ import annotations

from typing import Any

import numpy as np

from motifcnn.methods import Method
from motifcnn.nn.settings import ConfigError
from motifcnn.train.candidates import AUTO


def require_arguments(
    motifs: Any,
    seed: int,
    batch_size: int | None,
    sample: int | None,
    checkpoint_every: int,
) -> None:
    """Refuses numbers out of range, and motifs given as one text."""
    if not (isinstance(seed, (int, np.integer)) and 0 <= seed < 2**32):
        raise ConfigError(f"seed must be a whole number from 0 to 2**32 - 1, got {seed!r}")
    if checkpoint_every < 1:
        raise ConfigError(f"checkpoint_every must be at least 1, got {checkpoint_every}")
    if sample is not None and batch_size is None:
        raise ConfigError(
            f"sample={sample} thins out the neighbourhoods of mini-batches; give a batch_size too"
        )
    if isinstance(motifs, str) and motifs not in ("auto", "paper"):
        raise ConfigError(
            f'motifs: expected a list of motifs, "auto", "paper" or None, got the text '
            f"{motifs!r}; write [{motifs!r}]"
        )


def require_taken(method: Method, motifs: Any, batch_size: int | None, distributed: bool) -> None:
    """Refuses what a method does not take."""
    if motifs is not None and not method.uses_motifs:
        raise ConfigError(f"{method.name} uses no motifs; leave them out")
    if batch_size is not None and not method.batches:
        raise ConfigError(f"{method.name} does not train in mini-batches; leave batch_size out")
    if distributed and batch_size is None:
        raise ConfigError(
            "distributed=True cuts mini-batches into one part per process; give a batch_size, the "
            "training nodes of one step on all of them together"
        )


def require_nothing_of_one_model(**given: Any) -> None:
    """Refuses what only one of the models of ``model="auto"`` would mean."""
    for name, value in given.items():
        if value:
            raise ConfigError(
                f"{name}: model='auto' tries {', '.join(AUTO)} with their own recipes; leave it "
                "out, or name one of them"
            )
