"""Task: what training may know of the labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Task:
    """Labels of the training and validation nodes; there are no test labels to look at.

    Parameters
    ----------
    train, val : (n,) int64
        Rows of the target type.
    train_y, val_y : (n,) int64 or (n, c) bool
    classes : int
    weights : (c,) float32 or None
        Weight of each class in the loss.
    """

    train: npt.NDArray[np.int64]
    val: npt.NDArray[np.int64]
    train_y: npt.NDArray[Any]
    val_y: npt.NDArray[Any]
    classes: int
    weights: npt.NDArray[np.float32] | None = None

    @property
    def train_classes(self) -> npt.NDArray[np.float32]:
        """The classes of training nodes as zeros and ones: (n_train, classes)."""
        if self.multi_label:
            return np.asarray(self.train_y, dtype=np.float32)
        return np.asarray(np.eye(self.classes, dtype=np.float32)[self.train_y])

    @property
    def multi_label(self) -> bool:
        """Whether a node may have several classes."""
        return self.train_y.ndim == 2

    @property
    def train_has(self) -> npt.NDArray[np.bool_]:
        """Which classes each training node has: (n, c) bool."""
        found = self.train_y if self.multi_label else np.eye(self.classes)[self.train_y]
        return np.asarray(found, dtype=np.bool_)
