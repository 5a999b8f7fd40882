"""A campaign: batches of the targets in turn, in another process, until the time is over."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from benchmarks.fuzz.worker import Find, make, serve

WALL = 30.0
"""Seconds after which an input that uses no processor, such as a pipe, is a find."""
BATCH = {"pattern": 1000, "arguments": 10}
# A thread pool or an allocator that reserves address space would count as memory of an input.
QUIET = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_ARENA_MAX": "2",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}


@dataclass
class Tally:
    """What a campaign did with one target."""

    inputs: int = 0
    seconds: float = 0.0  # without the start of the process
    finds: dict[str, Find] = field(default_factory=dict)


def run_campaign(
    targets: tuple[str, ...],
    seed: int,
    seconds: float,
    on_find: Callable[[Find], None],
    most: int | None = None,
) -> dict[str, Tally]:
    """Reads inputs of the targets, a batch of each in turn.

    Parameters
    ----------
    targets : tuple of str
    seed : int
    seconds : float
        Without the start of the process.
    on_find : function of a Find
        Called once per kind of find.
    most : int, optional
        Inputs per target after which it is left alone.
    """
    tallies = {target: Tally() for target in targets}
    os.environ.update(QUIET)
    while _left(tallies, seconds, most):
        with _process(targets, seed) as process:
            alive = True
            while alive and (left := _left(tallies, seconds, most)):
                for target in left:
                    if not (alive := _batch(target, seed, process, tallies[target], on_find, most)):
                        break  # another process goes on behind the input
    return tallies


def _left(tallies: dict[str, Tally], seconds: float, most: int | None) -> list[str]:
    """Targets with inputs to read, the one with the least time first."""
    if sum(tally.seconds for tally in tallies.values()) > seconds:
        return []
    names = [name for name, tally in tallies.items() if most is None or tally.inputs < most]
    return sorted(names, key=lambda name: tallies[name].seconds)[: max(1, len(names) // 2)]


def _batch(
    target: str,
    seed: int,
    process: tuple[Any, Any, Any],
    tally: Tally,
    on_find: Callable[[Find], None],
    most: int | None,
) -> bool:
    """Reads a batch; False where it ended the process."""
    began, count = time.monotonic(), BATCH.get(target, 50)
    count = count if most is None else min(count, most - tally.inputs)
    process[1].send((target, tally.inputs, count))
    found, ended = _answer(*process, target, seed)
    tally.inputs = tally.inputs + count if ended is None else ended + 1
    tally.seconds += time.monotonic() - began
    for find in found:
        if find.what not in tally.finds:
            tally.finds[find.what] = find
            on_find(find)
    return ended is None


def _answer(
    process: Any, pipe: Any, now: Any, target: str, seed: int
) -> tuple[list[Find], int | None]:
    """Finds of a batch; with the number of the input that ended or blocked the process."""
    last, since = now.value, time.monotonic()
    while not pipe.poll(0.05):
        if now.value != last:
            last, since = now.value, time.monotonic()
        if not process.is_alive():
            return [_ended(target, seed, last, f"ended with code {process.exitcode}")], last
        if time.monotonic() - since > WALL:
            return [_ended(target, seed, last, f"blocked for {WALL:.0f} s")], last
    try:
        return [find for _, find in pipe.recv()], None
    except EOFError:
        process.join()
        number = now.value
        return [_ended(target, seed, number, f"ended with code {process.exitcode}")], number


def _ended(target: str, seed: int, number: int, what: str) -> Find:
    return Find(target, make(target, seed, number), f"the process {what}", "")


@contextmanager
def _process(targets: tuple[str, ...], seed: int) -> Iterator[tuple[Any, Any, Any]]:
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    now = spawn.Value("q", -1, lock=False)
    process = spawn.Process(target=serve, args=(targets, seed, there, now), daemon=True)
    process.start()
    there.close()
    try:
        here.recv()
        yield process, here, now
    finally:
        process.kill()
        process.join()
        here.close()
