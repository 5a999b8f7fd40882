"""R-MAT: a random graph with a skewed degree distribution, made from a seed."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt


def rmat_edges(
    edges: int = 10_000_000,
    *,
    scale: int = 20,
    a: float = 0.57,
    b: float = 0.19,
    c: float = 0.19,
    seed: int = 0,
) -> npt.NDArray[np.int32]:
    """Distinct undirected links without self-loops, (edges, 2), smaller node first.

    There are exactly `edges` of them, among 2**scale nodes.

    Examples
    --------
    >>> rmat_edges(1000, scale=10).shape
    (1000, 2)
    """
    generator = np.random.default_rng(seed)
    bounds = (a, a + b, a + b + c)
    keys, wanted = np.empty(0, np.int64), int(edges * 1.3)
    while len(keys) < edges:
        parts = [
            _draw(generator, min(1 << 20, wanted - done), scale, bounds)
            for done in range(0, wanted, 1 << 20)
        ]
        keys = np.sort(np.concatenate([keys, *parts]))
        keys = keys[np.append(True, keys[1:] != keys[:-1])]
        wanted = max(edges - len(keys), edges // 20)
    keys = np.sort(generator.permutation(keys)[:edges])
    return np.stack([keys >> scale, keys & ((1 << scale) - 1)], axis=1).astype(np.int32)


def _draw(
    generator: np.random.Generator, n: int, scale: int, bounds: tuple[float, float, float]
) -> npt.NDArray[np.int64]:
    row, column = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for _ in range(scale):
        chance = generator.random(n, dtype=np.float32)
        down = chance >= bounds[1]
        right = (chance >= bounds[2]) | ((chance >= bounds[0]) & ~down)
        row, column = (row << 1) | down, (column << 1) | right
    low, high = np.minimum(row, column), np.maximum(row, column)
    return ((low << scale) | high)[low != high]


def cached_rmat(folder: Path | None = None, **options: int) -> npt.NDArray[np.int32]:
    """The default R-MAT graph, kept as `.npy` in the user's cache folder."""
    folder = (
        folder
        or Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
        / "motifcnn"
        / "benchmarks"
    )
    path = folder / (
        "rmat-" + "-".join(f"{k}{v}" for k, v in sorted(options.items())) + ".npy"
        if options
        else "rmat.npy"
    )
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part.npy")
        np.save(part, rmat_edges(**options))
        part.replace(path)
    return np.load(path, allow_pickle=False)
