"""Boosted trees as arrays: what a gradient boosting of scikit-learn learned, as a torch module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from motifcnn.errors import StoreError


class BoostedTrees(nn.Module):
    r"""Sums of trees, one tree per class and round.

    .. math:: logit_c(x) = b_c + \sum_{r \le kept} tree_{r,c}(x)

    scikit-learn has no way to store its trees without pickle, so they are copied into buffers,
    which are saved and loaded like the weights of a network.

    Parameters
    ----------
    rounds, classes : int
    leaves : int
        Most leaves of a tree.
    """

    baseline: torch.Tensor  # (classes,)
    kept: torch.Tensor  # ()
    feature: torch.Tensor  # (rounds, classes, nodes), as all below
    threshold: torch.Tensor
    left: torch.Tensor  # the node to go to; a leaf leads to itself
    right: torch.Tensor
    value: torch.Tensor

    def __init__(self, rounds: int, classes: int, leaves: int) -> None:
        super().__init__()
        self.register_buffer("baseline", torch.zeros(classes, dtype=torch.float64))
        self.register_buffer("kept", torch.tensor(0))
        for name in ("feature", "left", "right", "threshold", "value"):
            kind = torch.float64 if name in ("threshold", "value") else torch.int64
            self.register_buffer(name, torch.zeros(rounds, classes, 2 * leaves - 1, dtype=kind))

    def take(self, model: Any, columns: Sequence[int]) -> None:
        """Copies a fitted HistGradientBoostingClassifier whose trees score those classes."""
        self.baseline[list(columns)] = torch.from_numpy(model._baseline_prediction.ravel())
        for r, trees in enumerate(model._predictors):
            for c, tree in zip(columns, trees, strict=True):
                nodes, own = tree.nodes, np.arange(len(tree.nodes))
                leaf = nodes["is_leaf"].astype(bool)
                for name, values in (
                    ("feature", np.where(leaf, 0, nodes["feature_idx"])),
                    ("threshold", np.where(leaf, 0, nodes["num_threshold"])),
                    ("left", np.where(leaf, own, nodes["left"])),
                    ("right", np.where(leaf, own, nodes["right"])),
                    ("value", nodes["value"].copy()),
                ):
                    self.get_buffer(name)[r, c, : len(own)] = torch.from_numpy(values)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits, (n, classes), of columns x, (n, d) float64."""
        total = self.baseline.expand(len(x), -1)
        for scores in self.rounds(x, int(self.kept)):
            total = total + scores
        return total.float()

    def rounds(self, x: torch.Tensor, count: int) -> Iterator[torch.Tensor]:
        """What each of the first rounds adds to the logits: (n, classes)."""
        self._require_trees(count, x.shape[1])
        each = torch.arange(len(self.baseline), device=x.device)
        for r in range(count):
            node = torch.zeros(len(x), len(each), dtype=torch.int64, device=x.device)
            before = None
            for _ in range(self.left.shape[-1] + 1):  # no path is longer than a tree has nodes
                if before is not None and torch.equal(before, node):
                    break
                low = x.gather(1, self.feature[r, each, node]) <= self.threshold[r, each, node]
                before = node
                node = torch.where(low, self.left[r, each, node], self.right[r, each, node])
            yield self.value[r, each, node]

    def _require_trees(self, count: int, columns: int) -> None:
        """Raises a `StoreError` where stored trees lead out of themselves or of the columns."""
        rounds, _, nodes = self.left.shape
        for name, most in (("left", nodes), ("right", nodes), ("feature", columns)):
            found = self.get_buffer(name)
            if found.numel() and not 0 <= int(found.min()) <= int(found.max()) < most:
                raise StoreError(
                    f"weights: {name} is {int(found.min())} to {int(found.max())}, expected 0 to "
                    f"{most - 1}; they were altered. Train the run again"
                )
        if not 0 <= count <= rounds:
            raise StoreError(
                f"weights: kept is {count}, expected 0 to {rounds}; they were altered. Train the "
                "run again"
            )
