"""Shard: the rows of the target type that one of several processes computes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Shard:
    """Every `size`-th row from row `number` on.

    It depends on nothing but the row, so a process knows before the first batch which rows it will
    ever be asked for, and holds no others.

    Parameters
    ----------
    number : int
        From 0.
    size : int
        Number of shards; a single one has all rows.
    each : int
        Pieces that a step computes one by one, see `cut`.

    Examples
    --------
    >>> Shard(1, 3).rows(8)
    array([1, 4, 7])
    >>> Shard(1, 3).places(np.array([7, 1]))
    array([2, 0])
    """

    number: int = 0
    size: int = 1
    each: int = 1

    @property
    def pieces(self) -> int:
        """Pieces of all shards together."""
        return self.size * self.each

    @property
    def whole(self) -> bool:
        """Whether it is all rows, in one piece."""
        return self.pieces == 1

    def cut(self) -> tuple[Shard, ...]:
        """Its pieces. They depend on how many there are of all shards, not on the shards.

        Examples
        --------
        >>> Shard(1, 2, each=2).cut() == Shard(1, 4).cut() + Shard(3, 4).cut()
        True
        """
        return tuple(Shard(self.number + k * self.size, self.pieces) for k in range(self.each))

    def rows(self, count: int) -> Rows:
        """Its rows among `count`, increasing."""
        return np.arange(self.number, count, self.size)

    def has(self, rows: Rows) -> npt.NDArray[np.bool_]:
        """Which of some rows are in it: (n,)."""
        return np.asarray(rows % self.size == self.number)

    def places(self, rows: Rows) -> Rows:
        """Where rows of the shard are among all of its rows: (n,)."""
        if not self.has(rows).all():
            other = rows[~self.has(rows)][0]
            raise ValueError(f"row {other} is not in shard {self.number} of {self.size}")
        return rows // self.size


WHOLE = Shard()
"""The shard of a process that is alone."""
