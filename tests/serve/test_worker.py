from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from motifcnn.serve.limits import Limits
from motifcnn.serve.problems import RequestError
from motifcnn.serve.worker import Worker, WorkerProblem

# A worker that does as it is told, without a run.
STAND_IN = """
import json, os, sys, time
print(json.dumps({"answer": None}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if request["what"] == "sleep":
        time.sleep(request["body"]["seconds"])
    if request["what"] == "die":
        os._exit(1)
    if request["what"] == "refuse":
        print(json.dumps({"problem": {"title": "no", "status": 422, "detail": "no"}}), flush=True)
        continue
    print(json.dumps({"answer": [os.getpid(), request["body"]]}), flush=True)
"""


def stand_in(limits: Limits | None = None) -> Worker:
    worker = Worker("nowhere", limits=limits)
    worker.command = [sys.executable, "-c", STAND_IN]
    return worker


def test_answers_come_one_after_the_other_from_one_process() -> None:
    async def ask() -> list[tuple[int, dict[str, int]]]:
        worker = stand_in()
        try:
            return await asyncio.gather(*(worker.ask("echo", {"number": n}) for n in range(5)))
        finally:
            await worker.stop()

    found = asyncio.run(ask())
    assert [body["number"] for _, body in found] == list(range(5))
    assert len({process for process, _ in found}) == 1


def test_a_full_queue_is_refused_with_a_time_to_come_back() -> None:
    async def ask() -> tuple[RequestError, int]:
        worker = stand_in(Limits(queue=2))
        first = [asyncio.create_task(worker.ask("echo", {})) for _ in range(2)]
        await asyncio.sleep(0)
        waiting = worker.waiting
        with pytest.raises(RequestError) as error:
            await worker.ask("echo", {})
        await asyncio.gather(*first)
        await worker.ask("echo", {})  # there is room again
        await worker.stop()
        return error.value, waiting

    error, waiting = asyncio.run(ask())
    assert waiting == 2
    assert error.status == 503
    assert int(error.headers["Retry-After"]) >= 1


def test_work_over_the_time_ends_with_its_process_and_the_next_request_is_answered() -> None:
    async def ask() -> tuple[RequestError, int, int]:
        worker = stand_in(Limits(seconds=1.0))
        first, _ = await worker.ask("echo", {})
        with pytest.raises(RequestError) as error:
            await worker.ask("sleep", {"seconds": 60})
        worker.limits = Limits()
        second, body = await worker.ask("echo", {"n": 1})
        assert body == {"n": 1}, "not the answer of the request before"
        await worker.stop()
        return error.value, first, second

    error, first, second = asyncio.run(ask())
    assert error.status == 504
    assert "within 1 s" in str(error)
    assert first != second
    for process in (first, second):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_a_problem_is_handed_on_and_a_dead_worker_is_replaced() -> None:
    async def ask() -> None:
        worker = stand_in()
        with pytest.raises(WorkerProblem) as refused:
            await worker.ask("refuse", {})
        assert refused.value.document["status"] == 422
        with pytest.raises(RequestError) as dead:
            await worker.ask("die", {})
        assert dead.value.status == 500
        await worker.ask("echo", {})
        assert worker.waiting == 0
        await worker.stop()

    asyncio.run(ask())


def test_a_run_that_cannot_be_loaded_is_a_problem(tmp_path: Path) -> None:
    async def ask() -> WorkerProblem:
        worker = Worker(tmp_path / "nothing")
        with pytest.raises(WorkerProblem) as error:
            await worker.ask("explain", {"id": 1})
        await worker.stop()
        return error.value

    assert "nothing" in asyncio.run(ask()).document["detail"]
