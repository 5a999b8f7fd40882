"""Features weighted as text and projected to fewer columns; fitted on one graph, applied to any."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.nn.inputs.settings import InputSettings

Arrays = dict[str, npt.NDArray[Any]]
_SEED = 0  # of the projection: the same for every split and run, so that they share it


def fit_text(x: Any, node_type: str, settings: InputSettings) -> Arrays:
    """What `weighted` and `projected` need for features of shape (n, d), by name."""
    arrays: Arrays = {}
    if settings.text == "tf-idf" and sparse.issparse(x) and x.data.min(initial=0) >= 0:
        present = np.bincount(x.indices, minlength=x.shape[1])
        idf = np.log((1 + x.shape[0]) / (1 + present)) + 1
        arrays[f"idf/{node_type}"] = idf.astype(np.float32)
    if 0 < settings.project < x.shape[1]:
        from sklearn.utils.extmath import randomized_svd

        rank, scaled = projected_width(x, settings), weighted(x, node_type, settings, arrays)
        _, _, directions = randomized_svd(scaled, rank, n_iter=3, random_state=_SEED)
        arrays[f"project/{node_type}"] = np.ascontiguousarray(directions.T, dtype=np.float32)
    return arrays


def projected_width(x: Any, settings: InputSettings) -> int:
    """Columns after projection; n nodes span n dimensions at most, so more would hold nothing."""
    n, width = x.shape
    return min(settings.project, n) if 0 < settings.project < width else int(width)


def weighted(x: Any, node_type: str, settings: InputSettings, arrays: Any) -> Any:
    """Features as `settings.text` weights them, before any projection: (n, d)."""
    if settings.text == "given":
        return x
    order = 1 if settings.text == "rows" else 2
    if not sparse.issparse(x):
        length = np.linalg.norm(x, ord=order, axis=1, keepdims=True)
        return np.divide(x, length, out=np.zeros_like(x), where=length > 0)
    idf = arrays.get(f"idf/{node_type}")
    values = x.data if idf is None else x.data * idf[x.indices]
    row = np.repeat(np.arange(x.shape[0]), np.diff(x.indptr))
    powers = np.abs(values.astype(np.float64)) ** order
    length = np.bincount(row, weights=powers, minlength=x.shape[0]) ** (1 / order)
    scale = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0)
    scaled = (values * scale[row]).astype(np.float32)
    return sparse.csr_array((scaled, x.indices, x.indptr), shape=x.shape)


def projected(x: Any, node_type: str, settings: InputSettings, arrays: Any) -> Any:
    """Weighted features, projected where a projection was fitted: (n, width)."""
    x, directions = weighted(x, node_type, settings, arrays), arrays.get(f"project/{node_type}")
    return x if directions is None else np.asarray(x @ directions, dtype=np.float32)
