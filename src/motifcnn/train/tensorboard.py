"""TensorBoard: loss and validation scores per epoch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from motifcnn.errors import MotifCNNError
from motifcnn.methods.epoch import Epoch


class TensorBoard:
    """A callback that writes event files for `tensorboard --logdir FOLDER`.

    Parameters
    ----------
    folder : path
    """

    def __init__(self, folder: str | Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError as error:
            raise MotifCNNError(
                "the TensorBoard callback needs tensorboard: install motifcnn[tensorboard]"
            ) from error
        self._writer: Any = SummaryWriter(log_dir=str(folder))

    def start(self, epochs: int) -> None:
        """Nothing to do."""

    def epoch(self, epoch: Epoch) -> None:
        """Writes four curves."""
        for name in ("loss", "val_loss", "val_micro_f1", "val_macro_f1"):
            self._writer.add_scalar(name, getattr(epoch, name), epoch.number)

    def end(self) -> None:
        """Closes the file."""
        self._writer.close()
