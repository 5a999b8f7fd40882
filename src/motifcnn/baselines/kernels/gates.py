"""Compiled loops of a column network's gates and of their gradient."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def mix(z: Any, h: Any, out: Any) -> None:
    """``out = a relu(new) + (1 - a) h``; z: new, then a, side by side, (n, 2 d); the first d columns of h count."""
    d = out.shape[1]
    for i in nb.prange(out.shape[0]):
        for k in range(d):
            new = max(z[i, k], np.float32(0))
            out[i, k] = h[i, k] + z[i, d + k] * (new - h[i, k])


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def mix_back(z: Any, h: Any, gradient: Any, of_z: Any, of_h: Any) -> None:
    """The gradient of `mix` with respect to new and what the gate's sigmoid was taken of, (n, 2 d), and to h directly, (n, d)."""
    d = gradient.shape[1]
    for i in nb.prange(gradient.shape[0]):
        for k in range(d):
            new, a, g = z[i, k], z[i, d + k], gradient[i, k]
            of_z[i, k] = g * a if new > 0 else np.float32(0)
            of_z[i, d + k] = g * (max(new, np.float32(0)) - h[i, k]) * a * (np.float32(1) - a)
            of_h[i, k] = g * (np.float32(1) - a)
