"""A campaign: batches of the targets in turn, in another process, until the time is over."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.fuzz.worker import Cost, Find, serve

WALL = 60.0
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
    worst: Cost = field(default_factory=Cost)  # of one input
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
        with _reader(targets, seed) as reader:
            alive = True
            while alive and (left := _left(tallies, seconds, most)):
                for target in left:
                    if not (alive := _batch(target, reader, tallies[target], on_find, most)):
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
    reader: _Reader,
    tally: Tally,
    on_find: Callable[[Find], None],
    most: int | None,
) -> bool:
    """Reads a batch; False where it ended the process."""
    began, count = time.monotonic(), BATCH.get(target, 50)
    count = count if most is None else min(count, most - tally.inputs)
    reader.pipe.send((target, tally.inputs, count))
    (found, worst), ended = reader.answer(target)
    tally.worst = tally.worst.worst(worst)
    tally.inputs = tally.inputs + count if ended is None else ended + 1
    tally.seconds += time.monotonic() - began
    for find in found:
        if find.what not in tally.finds:
            tally.finds[find.what] = find
            on_find(find)
    return ended is None


@dataclass(frozen=True)
class _Reader:
    """The process that reads, and what it leaves behind."""

    process: Any
    pipe: Any
    now: Any
    last: Path

    def answer(self, target: str) -> tuple[tuple[list[Find], Cost], int | None]:
        """Finds and cost of a batch; the number of the input that ended or blocked the process."""
        number, since = self.now.value, time.monotonic()
        while not self.pipe.poll(0.05):
            if self.now.value != number:
                number, since = self.now.value, time.monotonic()
            if time.monotonic() - since > WALL:
                return self._ended(target, f"blocked for {WALL:.0f} s"), self.now.value
        try:
            return self.pipe.recv(), None
        except EOFError:
            self.process.join()
            code = self.process.exitcode
            return self._ended(target, f"ended with code {code}"), self.now.value

    def _ended(self, target: str, what: str) -> tuple[list[Find], Cost]:
        return [Find(target, self.last.read_bytes(), f"the process {what}", "")], Cost()


@contextmanager
def _reader(targets: tuple[str, ...], seed: int) -> Iterator[_Reader]:
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    now = spawn.Value("q", -1, lock=False)
    with tempfile.TemporaryDirectory(prefix="motifcnn-fuzz-") as place:
        last = Path(place, "last.bin")
        process = spawn.Process(target=serve, args=(targets, seed, there, now, last), daemon=True)
        process.start()
        there.close()
        try:
            here.recv()
            yield _Reader(process, here, now, last)
        finally:
            process.kill()
            process.join()
            here.close()
