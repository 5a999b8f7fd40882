"""Measures the methods of a case: one process each, runs interleaved round by round."""

from __future__ import annotations

import json
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.counting.checksum import Checksum, agree
from benchmarks.counting.worker import serve

SETUP_SECONDS = 300
# Threads of a method spin for a while after its call, and would take a core from the next one.
SETTLE_SECONDS = 0.25
# A method this many times slower than the best, or this many seconds long, runs in one round only.
SLOW = 20.0


@dataclass
class Result:
    """What one method did on one case."""

    case: str
    peer: str
    method: str
    gives: str
    threads: int
    seconds: list[float] = field(default_factory=list)
    warm_up: float | None = None
    peak_bytes: int | None = None
    checksum: Checksum | None = None
    equal: bool | None = None
    problem: str = ""

    @property
    def best(self) -> float | None:
        """Smallest time, in seconds."""
        return min(self.seconds) if self.seconds else None

    @property
    def median(self) -> float | None:
        """Median time, in seconds."""
        return statistics.median(self.seconds) if self.seconds else None


@dataclass
class Runner:
    """A worker process and the result that it fills."""

    result: Result
    process: Any
    connection: Any
    cap: float

    def ask(self, request: dict[str, Any] | None, seconds: float) -> dict[str, Any] | None:
        """Sends the request and waits for the answer.

        None if it failed: the reason is in the result, and the process has ended.
        """
        answer: dict[str, Any] = {}
        try:
            if request is not None:
                self.connection.send_bytes(json.dumps(request).encode())
            if self.connection.poll(seconds):
                answer = json.loads(self.connection.recv_bytes())
            else:
                answer = {"error": f"> {self.cap:g} s" if request else "preparing took too long"}
        except (EOFError, BrokenPipeError, ConnectionResetError):
            answer = {"error": "process died (memory?)"}
        if "error" in answer:
            self.result.problem = answer["error"]
            self.close()
            return None
        return answer

    def close(self) -> None:
        """Ends the process."""
        self.connection.close()
        self.process.kill()
        self.process.join()

    @property
    def alive(self) -> bool:
        """Whether it can still count."""
        return not self.result.problem


def measure(
    results: Iterable[Result],
    folder: Path,
    *,
    cap: float,
    budget: float,
    memory: bool,
    memory_limit: int,
    tell: Callable[[str], None],
) -> list[Result]:
    """Fills the results of one case: check-sum, interleaved times, peak memory if asked for."""
    runners = []
    try:
        for result in results:
            tell(f"{result.case}: {result.method}, preparing and warming up")
            runner = _start(result, folder, cap, memory_limit)
            runners.append(runner)
            _warm_up(runner)
        _rounds([r for r in runners if r.alive], budget, tell)
        if memory:
            for runner in (r for r in runners if r.alive):
                tell(f"{runner.result.case}: {runner.result.method}, memory")
                if answer := runner.ask({"do": "memory"}, cap):
                    runner.result.peak_bytes = answer["bytes"]
    finally:
        for runner in runners:
            if runner.alive:
                runner.close()
    done = [runner.result for runner in runners]
    _compare(done)
    return done


def _start(result: Result, folder: Path, cap: float, memory_limit: int) -> Runner:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    arguments = (
        there,
        result.case,
        result.peer,
        result.method,
        str(folder),
        memory_limit,
        result.threads,
    )
    process = context.Process(target=serve, args=arguments, daemon=True)
    process.start()
    there.close()
    return Runner(result, process, here, cap)


def _warm_up(runner: Runner) -> None:
    if runner.ask(None, SETUP_SECONDS) and (answer := runner.ask({"do": "warm up"}, runner.cap)):
        runner.result.warm_up = answer["seconds"][0]
        if answer := runner.ask({"do": "check"}, SETUP_SECONDS):
            runner.result.checksum = answer["checksum"]


def _rounds(runners: list[Runner], budget: float, tell: Callable[[str], None]) -> None:
    if not runners:
        return
    warm = {id(r): r.result.warm_up or 0.0 for r in runners}
    spent, rounds = 0.0, 0
    while rounds < 3 or (rounds < 8 and spent < 4 * budget) or (rounds < 20 and spent < budget):
        fastest = min(r.result.best or warm[id(r)] for r in runners)
        for runner in runners:
            expected = runner.result.best or warm[id(runner)]
            if expected > SLOW:
                runner.result.seconds = runner.result.seconds or [expected]
                continue
            slow = expected > SLOW * fastest
            if slow and rounds:
                continue
            tell(f"{runner.result.case}: {runner.result.method}, round {rounds + 1}")
            calls = max(1, min(20, int(0.06 / max(expected, 1e-6))))
            time.sleep(SETTLE_SECONDS)
            if answer := runner.ask({"do": calls}, runner.cap * calls):
                runner.result.seconds += answer["seconds"]
                spent += 0 if slow else sum(answer["seconds"])
        runners = [r for r in runners if r.alive]
        rounds += 1
        if not runners:
            return


def _compare(results: list[Result]) -> None:
    given = [r for r in results if r.checksum]
    reference: Checksum = {}
    for result in sorted(
        given, key=lambda r: r.peer == "ours"
    ):  # peers first: ours is what is being checked
        reference = (result.checksum or {}) | reference
    for result in given:
        result.equal = agree(result.checksum or {}, reference)
