"""The peers, one file each: `methods(problem)` gives ways to prepare and to count, by name.

A method is a function that prepares and returns a run; a run takes no argument, and only its calls
are timed. `checksum` turns what a run returns into a check-sum, outside the timing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks.counting.cases import Problem
from benchmarks.counting.checksum import Checksum

PEERS = ("scipy", "graphblas", "networkit", "igraph", "duckdb", "pyg")


@dataclass(frozen=True)
class Method:
    """One way in which a peer counts a case.

    Parameters
    ----------
    prepare : callable
        Problem -> run; not timed.
    checksum : callable
        Result of a run -> check-sum; not timed.
    gives : str
        What the result is; "context matrix" is the same as ours for the main role, anything else is
        less or more.
    """

    prepare: Callable[[Problem], Callable[[], Any]]
    checksum: Callable[[Any], Checksum]
    gives: str = "context matrix"


def methods(peer: str, problem_shape: str, homogeneous: bool, same_ends: bool) -> dict[str, Method]:
    """The methods of a peer for a kind of case, by name, without importing the peer."""
    found: dict[str, Method] = import_module(f"benchmarks.counting.peers.{peer}").methods(
        problem_shape, homogeneous, same_ends
    )
    return found
