"""Labels and splits as tensors of PyTorch Geometric, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.labels import Labels, Split

PARTS = ("train", "val", "test")


def put_labels(store: Any, labels: Labels, size: int) -> None:
    """Writes `y`, `classes` and, for multi-label, `labeled_mask`."""
    import torch

    store.classes = list(labels.classes)
    if not labels.multi_label:
        y: npt.NDArray[Any] = np.full(size, -1, np.int64)
        y[labels.nodes] = labels.y
    else:
        y = np.zeros((size, len(labels.classes)), np.float32)
        y[labels.nodes] = labels.y
        labelled = np.zeros(size, bool)
        labelled[labels.nodes] = True
        store.labeled_mask = torch.from_numpy(labelled)
    store.y = torch.from_numpy(y)


def read_labels(node_type: str, store: Any, size: int) -> Labels | None:
    """The labels in `y`; None where there are none."""
    if store.get("y") is None:
        return None
    y = np.asarray(store["y"].cpu())
    if y.ndim == 2 and y.shape[1] == 1 and y.dtype.kind in "iu":
        y = y[:, 0]
    if y.shape[0] != size or y.ndim > 2 or (y.ndim == 1 and y.dtype.kind not in "iub"):
        raise GraphError(
            f"HeteroData: y of {node_type} is {y.dtype} {y.shape}; "
            f"expected {size} class numbers or rows of classes"
        )
    if y.ndim == 2:
        nodes = (
            np.flatnonzero(np.asarray(store["labeled_mask"]))
            if store.get("labeled_mask") is not None
            else np.arange(size)
        )
        return Labels(
            nodes, y[nodes] > 0, tuple(store.get("classes") or (str(c) for c in range(y.shape[1])))
        )
    nodes = np.flatnonzero(y >= 0)
    classes = tuple(store.get("classes") or (str(c) for c in range(int(y.max(initial=-1)) + 1)))
    return Labels(nodes, y[nodes], classes) if len(nodes) else None


def read_splits(node_type: str, store: Any, labels: Labels) -> dict[str, Split]:
    """The splits in the masks, by name; nodes without a label are in none."""
    if store.get("train_mask") is None:
        return {}
    masks = {
        p: np.asarray(store[f"{p}_mask"].cpu()) if store.get(f"{p}_mask") is not None else None
        for p in PARTS
    }
    several = masks["train"].ndim == 2 if masks["train"] is not None else False
    columns = masks["train"].shape[1] if several and masks["train"] is not None else 1
    names = store.get("split_names") or (
        ["public"] if columns == 1 else [f"public-{i}" for i in range(columns)]
    )
    result = {}
    for column, split_name in enumerate(names):
        rows = []
        for part in PARTS:
            mask = masks[part]
            chosen = (
                np.empty(0, np.int64)
                if mask is None
                else np.flatnonzero(mask[:, column] if mask.ndim == 2 else mask)
            )
            rows.append(np.intersect1d(chosen, labels.nodes))
        result[split_name] = Split(node_type, *rows)
    return result
