"""Functions that a process of the studio calls with its graph; it finds them by this module."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from motifcnn.graph import Graph


def tags(graph: Graph) -> tuple[int, int]:
    return os.getpid(), graph.counts["tag"]


def count_up(graph: Graph, most: int, *, tell: Callable[[Any], None]) -> str:
    for number in range(most):
        tell(number)
    return "over"


def fail(graph: Graph, error: type[Exception]) -> None:
    raise error("no such luck")


def sleep(graph: Graph) -> None:
    time.sleep(60)


def die(graph: Graph) -> None:
    os._exit(1)
