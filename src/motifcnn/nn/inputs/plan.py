"""Inputs: the plan of what each node type feeds in, with what was fitted on the training graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy.typing as npt


@dataclass(frozen=True)
class InputBlock:
    """One block of input columns of a node type: (n, width).

    Parameters
    ----------
    kind : {"features", "borrowed", "diffused", "structure", "one-hot"}
        "borrowed" blocks are the mean features of neighbours of type `source`; "diffused" ones
        carry the features of all types.
    width : int
    source : str
    given : int
        Columns of the graph's features that the block is made from.
    """

    kind: Literal["features", "borrowed", "diffused", "structure", "one-hot"]
    width: int
    source: str = ""
    given: int = 0

    @property
    def transfers(self) -> bool:
        """Whether the block means the same on another graph, whichever nodes that has."""
        return self.kind in ("features", "borrowed", "diffused")


@dataclass(frozen=True, eq=False)
class Inputs:
    """The blocks of every type, and what was fitted without labels to make them.

    Equal only to itself, so it can be part of a key under which products of the inputs are kept.

    Parameters
    ----------
    blocks : mapping of node type to tuple of InputBlock
        A type may feed in nothing.
    arrays : mapping of name to array
        ``idf/<type>``: (given,) weights of the columns; ``project/<type>``: (given, width)
        directions; ``structure/<type>``: (n, columns) vectors of the training graph's nodes;
        ``terms/<type>``: (n, columns) what those vectors are sums of, for nodes that come later.
    ids : mapping of node type to (n,) array
        The training graph's ids of the types whose blocks or terms belong to its nodes.
    """

    blocks: Mapping[str, tuple[InputBlock, ...]]
    arrays: Mapping[str, npt.NDArray[Any]]
    ids: Mapping[str, npt.NDArray[Any]]

    @property
    def widths(self) -> dict[str, tuple[int, ...]]:
        """Columns of each block of each type."""
        return {t: tuple(block.width for block in blocks) for t, blocks in self.blocks.items()}


NOTHING = Inputs({}, {}, {})
"""The inputs of a method that reads none."""
