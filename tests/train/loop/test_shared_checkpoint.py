from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from motifcnn.errors import StoreError
from motifcnn.methods.epoch import Epoch
from motifcnn.train.distributed import Ranks
from motifcnn.train.loop.checkpoint import Checkpoint
from motifcnn.train.loop.loop import State, weights_of
from motifcnn.train.loop.shared_checkpoint import SharedCheckpoint


class _Second(Ranks):
    """The second of two ranks; the first has no checkpoint."""

    def agree(self, values: torch.Tensor) -> None:
        values.zero_()


def _state(epochs: int) -> State:
    module = nn.Linear(2, 2)
    history = [Epoch(n, 1.0, 1.0, 0.5, 0.5, 0.1) for n in range(1, epochs + 1)]
    return State(module, torch.optim.SGD(module.parameters()), history, weights_of(module))


def test_only_the_first_rank_writes(tmp_path: Path) -> None:
    SharedCheckpoint(tmp_path / "second", 1, "a run", _Second(1, 2)).save(_state(1))
    assert not (tmp_path / "second").exists()
    SharedCheckpoint(tmp_path / "first", 1, "a run", Ranks(0, 2)).save(_state(1))
    assert (tmp_path / "first" / "epoch-000001").is_dir()


def test_ranks_that_find_different_epochs_are_an_error(tmp_path: Path) -> None:
    Checkpoint(tmp_path, 1, "a run").save(_state(3))
    with pytest.raises(StoreError, match="rank 0 goes on from epoch 0, rank 1 finds epoch 3"):
        SharedCheckpoint(tmp_path, 1, "a run", _Second(1, 2)).restore(_state(0))
