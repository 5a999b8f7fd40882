"""A process that holds one method with its input ready, and counts when asked.

One process per method keeps the thread pools of the libraries apart, lets a slow call be ended, and
makes its memory measurable.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.counting.cases import CASES, Problem

ONE_THREAD = ", 1 thread"


def serve(
    connection: Connection,
    case_name: str,
    peer: str,
    method: str,
    folder: str,
    memory_limit: int,
    threads: int,
) -> None:
    """Prepares, reports that it is ready, and answers requests until the connection closes.

    A request is {"do": "warm up" | "check" | number of runs | "memory"}.
    """
    with open(os.devnull, "w") as nowhere:  # libraries print notes; the table must stay readable
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
        os.dup2(nowhere.fileno(), sys.stderr.fileno())
    for variable in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[variable] = str(threads)  # read by a library when it is loaded, which is later
    resource.setrlimit(resource.RLIMIT_DATA, (memory_limit, memory_limit))
    try:
        run, checksum = _prepare(case_name, peer, method, Path(folder))
        _send(connection, {"ready": True})
        while True:
            request = json.loads(connection.recv_bytes())["do"]
            if isinstance(request, int):
                answer: dict[str, Any] = {"seconds": [_timed(run)[0] for _ in range(request)]}
            elif request == "warm up":
                seconds, result = _timed(run)
                answer = {"seconds": [seconds]}
            elif request == "check":
                answer = {"checksum": checksum(result)}
                del result
            else:
                answer = {"bytes": _peak(run)}
            _send(connection, answer)
    except EOFError:
        return
    except Exception as error:
        _send(connection, {"error": f"{type(error).__name__}: {error}"[:200]})


def _prepare(
    case_name: str, peer: str, method: str, folder: Path
) -> tuple[Callable[[], Any], Callable[[Any], Any]]:
    case = next(c for c in CASES if c.name == case_name)
    if peer == "ours":
        from benchmarks.counting import ours

        return ours.prepare(case), lambda tensor: ours.checksum(case, tensor)
    from benchmarks.counting.peers import methods

    problem = Problem.load(folder, case)
    chosen = methods(peer, problem.shape, problem.homogeneous, problem.same_ends)[
        method.removesuffix(ONE_THREAD)
    ]
    return chosen.prepare(problem), chosen.checksum


def _timed(run: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def _peak(run: Callable[[], Any]) -> int:
    """Growth of the peak of resident memory during one call, without input and loaded code."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak to what is resident now
        before = _status("VmRSS")
        result = run()
        peak = _status("VmHWM")
    else:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        result = run()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    del result
    return max(0, peak - before)


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(field)).split()[1])


def _send(connection: Connection, message: dict[str, Any]) -> None:
    connection.send_bytes(json.dumps(message).encode())
