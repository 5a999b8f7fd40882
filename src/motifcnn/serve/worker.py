"""The queue in front of the worker process: bounded, one request at a time, with a time limit.

Slow work has a process of its own: it does not delay answers about known nodes, and work that
takes too long is ended with its process.
"""

from __future__ import annotations

import asyncio
import json
import math
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

from motifcnn.serve.limits import Limits
from motifcnn.serve.problems import RequestError, as_bytes

LONGEST_ANSWER = 2**26  # bytes
MODULE = "motifcnn.serve.worker_process"


class WorkerProblem(Exception):
    """A problem document of the worker, to hand on as it is."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(document["detail"])
        self.document = document


class Worker:
    """A process with the run and its graph, and the requests that wait for it.

    Parameters
    ----------
    folder : path
        Of the run.
    graph : str, optional
        Dataset or folder of the training graph; default: the one noted with the run.
    limits : Limits
    """

    def __init__(
        self, folder: str | Path, graph: str | None = None, limits: Limits | None = None
    ) -> None:
        self.command = [sys.executable, "-P", "-m", MODULE, str(folder)]
        self.command += [] if graph is None else [graph]
        self.limits = limits or Limits()
        self.waiting = 0
        """Requests that run or wait."""
        self._seconds = 1.0  # of the last request
        self._turn = asyncio.Lock()
        self._starting: asyncio.Task[Process] | None = None

    def start(self) -> asyncio.Task[Process]:
        """Starts the process, if there is none; the task ends when run and graph are loaded."""
        if self._starting is None or _ended(self._starting):
            self._starting = asyncio.create_task(self._started())
            # A failure is told to those who ask; if nobody does, it is no error of the loop.
            self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._starting

    async def stop(self) -> None:
        """Ends the process."""
        if self._starting is None:
            return
        task, self._starting = self._starting, None
        task.cancel()
        with suppress(asyncio.CancelledError, WorkerProblem, RequestError):
            await _end(await task)

    async def ask(self, what: str, body: dict[str, Any]) -> Any:
        """The answer of the worker.

        Parameters
        ----------
        what : {"predict", "explain"}
        body : dict
            Of a `NewNodes` or an `ExplainRequest`.

        Raises
        ------
        RequestError
            503 with Retry-After where the queue is full, 504 where the time is over.
        WorkerProblem
            With what the worker says is wrong.
        """
        if self.waiting >= self.limits.queue:
            after = max(1, math.ceil(self._seconds))
            raise RequestError(
                503,
                f"{self.waiting} requests run or wait, the most that the queue takes; try again "
                f"in {after} s",
                {"Retry-After": str(after)},
            )
        self.waiting += 1
        begun = time.monotonic()
        try:
            async with asyncio.timeout(self.limits.seconds), self._turn:
                # A start that takes longer than this request goes on for the next one.
                process = await asyncio.shield(self.start())
                return await self._answer(process, {"what": what, "body": body})
        except TimeoutError:
            raise RequestError(
                504,
                f"no answer within {self.limits.seconds:g} s, so the work was ended; ask for "
                "fewer nodes, or start the server with a larger --time-limit",
            ) from None
        finally:
            self.waiting -= 1
            self._seconds = time.monotonic() - begun

    async def _started(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER, start_new_session=True
        )
        try:
            await _read(process)
        except BaseException:
            await _end(process)
            raise
        return process

    async def _answer(self, process: Process, request: dict[str, Any]) -> Any:
        assert process.stdin is not None
        try:
            process.stdin.write(as_bytes(request) + b"\n")
            await process.stdin.drain()
            return await _read(process)
        except WorkerProblem:
            raise
        except BaseException:  # the time is over, or nobody waits: no later request reads this one
            self._starting = None
            await _end(process)
            raise


async def _read(process: Process) -> Any:
    """The next answer; a `WorkerProblem` where there is none."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise RequestError(
            500, "the worker ended without an answer, such as for want of memory; ask for less"
        )
    reply = json.loads(line)
    if "problem" in reply:
        raise WorkerProblem(reply["problem"])
    return reply["answer"]


def _ended(task: asyncio.Task[Process]) -> bool:
    if not task.done():
        return False
    return task.cancelled() or task.exception() is not None or task.result().returncode is not None


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
