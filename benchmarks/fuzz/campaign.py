"""A campaign: targets in turn, each in a process of its own, until the time is over."""

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
BATCH = {"pattern": 2000, "arguments": 5}
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
    seconds: float = 0.0
    finds: dict[str, Find] = field(default_factory=dict)


def run_campaign(
    targets: tuple[str, ...],
    seed: int,
    seconds: float,
    on_find: Callable[[Find], None],
    most: int | None = None,
) -> dict[str, Tally]:
    """Reads inputs of the targets in turn; equal shares of time.

    Parameters
    ----------
    targets : tuple of str
    seed : int
    seconds : float
    on_find : function of a Find
        Called once per kind of find.
    most : int, optional
        Inputs per target after which it is left alone.
    """
    tallies = {target: Tally() for target in targets}
    os.environ.update(QUIET)
    for place, target in enumerate(targets):
        # What one target leaves of its time goes to those after it.
        until = time.monotonic() + (seconds - _spent(tallies)) / (len(targets) - place)
        _read_until(target, seed, until, tallies[target], on_find, most)
    return tallies


def _spent(tallies: dict[str, Tally]) -> float:
    return sum(tally.seconds for tally in tallies.values())


def _read_until(
    target: str,
    seed: int,
    until: float,
    tally: Tally,
    on_find: Callable[[Find], None],
    most: int | None,
) -> None:
    began, batch = time.monotonic(), BATCH.get(target, 50)
    while time.monotonic() < until and (most is None or tally.inputs < most):
        with _process(target, seed) as (process, pipe, now):
            while time.monotonic() < until and (most is None or tally.inputs < most):
                count = batch if most is None else min(batch, most - tally.inputs)
                pipe.send((target, tally.inputs, count))
                found, done = _answer(process, pipe, now, target, seed)
                tally.inputs = done + 1 if done is not None else tally.inputs + count
                for find in found:
                    if find.what not in tally.finds:
                        tally.finds[find.what] = find
                        on_find(find)
                if done is not None:
                    break  # the process is gone: another one goes on behind the input
    tally.seconds = time.monotonic() - began


def _answer(
    process: Any, pipe: Any, now: Any, target: str, seed: int
) -> tuple[list[Find], int | None]:
    """Finds of a batch; with the number of the input that ended or blocked the process."""
    last, since = -1, time.monotonic()
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
def _process(target: str, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    now = spawn.Value("q", -1, lock=False)
    process = spawn.Process(target=serve, args=((target,), seed, there, now), daemon=True)
    process.start()
    there.close()
    try:
        here.recv()
        yield process, here, now
    finally:
        process.kill()
        process.join()
        here.close()
