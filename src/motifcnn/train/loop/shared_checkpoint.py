"""A checkpoint of several ranks: the first one writes, all of them read."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from motifcnn.errors import StoreError
from motifcnn.nn.inputs import Inputs
from motifcnn.train.distributed import Ranks
from motifcnn.train.loop.checkpoint import Checkpoint
from motifcnn.train.loop.loop import State


@dataclass(frozen=True)
class SharedCheckpoint(Checkpoint):
    """A `Checkpoint` in a folder that all ranks see.

    Parameters
    ----------
    folder, every, of
        As in `Checkpoint`. The fingerprint does not depend on the number of ranks, so another
        number, or one process, goes on from the same state.
    ranks : Ranks
    """

    ranks: Ranks

    def load_inputs(self) -> Inputs | None:
        """The inputs that were kept; None, for all ranks alike, where there are none yet."""
        found = super().load_inputs()
        self.ranks.wait()  # nobody writes before all have looked
        return found

    def save_inputs(self, inputs: Inputs) -> None:
        """Keeps fitted inputs."""
        if self.ranks.first:
            super().save_inputs(inputs)

    def save(self, state: State) -> None:
        """Writes the state after its last epoch, then removes older ones."""
        if self.ranks.first:
            super().save(state)

    def restore(self, state: State) -> bool:
        """Puts the newest complete checkpoint into `state`; the same one on all ranks."""
        found = super().restore(state)
        epoch = torch.tensor([len(state.history)])
        self.ranks.agree(epoch)
        if int(epoch) != len(state.history):
            raise StoreError(
                f"{self.folder}: rank 0 goes on from epoch {int(epoch)}, rank {self.ranks.number} "
                f"finds epoch {len(state.history)}. Name a folder that is the same on all "
                "machines with `checkpoint=`."
            )
        return found
