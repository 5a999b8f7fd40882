"""Check-sums: equal for equal sparse results, whatever format they come in."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Checksum = dict[str, int]


def of_entries(row: npt.ArrayLike, column: npt.ArrayLike, value: npt.ArrayLike) -> Checksum:
    """Number of non-zeros, sum, and a sum weighted by place, of a matrix given by its entries.

    Examples
    --------
    >>> of_entries([0, 1], [1, 0], [2, 3])["sum"]
    5
    """
    value = np.asarray(value).astype(np.int64)
    row, column = np.asarray(row).astype(np.int64), np.asarray(column).astype(np.int64)
    weight = (row * 1_000_003 + column * 7919) % 8191
    return {
        "nonzeros": int(np.count_nonzero(value)),
        "sum": int(value.sum()),
        "weighted": int((value * weight).sum()),
    }


def of_matrix(matrix: Any) -> Checksum:
    """The check-sum of a scipy matrix without repeated entries."""
    entries = matrix.tocoo()
    return of_entries(entries.coords[0], entries.coords[1], entries.data)


def of_total(total: int) -> Checksum:
    """What is left to compare where a method gives only the sum of all values."""
    return {"sum": int(total)}


def of_both(context: Checksum, other: Checksum) -> Checksum:
    """The check-sum of two roles."""
    return context | {f"other {key}": value for key, value in other.items()}


def of_half(low: npt.ArrayLike, high: npt.ArrayLike, value: npt.ArrayLike) -> Checksum:
    """The check-sum of a symmetric matrix without diagonal, of which each pair is given once."""
    low, high = np.asarray(low), np.asarray(high)
    return of_entries(
        np.concatenate([low, high]), np.concatenate([high, low]), np.concatenate([value, value])
    )


def agree(one: Checksum, other: Checksum) -> bool:
    """Whether two check-sums are equal in all that both have."""
    return all(one[key] == other[key] for key in one.keys() & other.keys())
