"""Prints how many requests for known nodes a server answers, and how fast.

``python -m benchmarks.serving RUN [--clients N] [--seconds S] [--rate R] [--ids K]``. The server is
``motifcnn serve RUN`` in a process of its own; the clients are this process, each with a connection
that it keeps, one request at a time. With ``--rate`` they send so many requests per second together
and a request that is late counts from when it was due; without, each sends the next request as soon
as it has an answer. An answer other than 200 is an error. The load is the machine's, of one minute,
before the start: other programs take their share of the cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

from motifcnn import load_run


def main() -> None:
    """Starts the server, asks it, prints a line, ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=0.0, help="requests per second; 0: no limit")
    parser.add_argument("--ids", type=int, default=1, help="ids per request")
    options = parser.parse_args()
    run = load_run(options.run)
    chosen = np.random.default_rng(0).choice(run.ids, (5000, options.ids)).tolist()
    load = os.getloadavg()[0]
    command = [sys.executable, "-m", "motifcnn", "serve", str(options.run), "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = urlsplit(_document(server.stdout)["address"])
            bodies = [json.dumps({"ids": ids}).encode() for ids in chosen]
            took, errors, seconds = asyncio.run(
                _measure(str(address.hostname), int(address.port or 0), bodies, options)
            )
        finally:
            server.terminate()
    p50, p95, p99 = np.percentile(took, [50, 95, 99]) * 1000
    print("nodes    clients  seconds  requests/s  p50 ms  p95 ms  p99 ms  errors  load")
    print(
        f"{len(run.ids):<8} {options.clients:<8} {seconds:<8.1f} {len(took) / seconds:<11.0f} "
        f"{p50:<7.1f} {p95:<7.1f} {p99:<7.1f} {errors:<7} {load:.1f}"
    )


def _document(lines: object) -> dict[str, str]:
    """The JSON document that the server prints once its port is bound."""
    text = ""
    for line in lines:  # type: ignore[attr-defined]
        text += line
        if line.startswith("}"):
            return dict(json.loads(text))
    raise SystemExit("the server has not started")


async def _measure(
    host: str, port: int, bodies: list[bytes], options: argparse.Namespace
) -> tuple[list[float], int, float]:
    took: list[float] = []
    failed: list[int] = []
    begun = time.perf_counter()
    end = begun + options.seconds
    pause = options.clients / options.rate if options.rate else 0.0

    async def client(number: int) -> None:
        reader, writer = await asyncio.open_connection(host, port)
        due = time.perf_counter() + pause * number / options.clients
        at = number
        while (now := time.perf_counter()) < end:
            if pause and now < due:
                await asyncio.sleep(due - now)
            asked = due if pause else now
            if await _status(reader, writer, bodies[at % len(bodies)]) != 200:
                failed.append(at)
            took.append(time.perf_counter() - asked)
            at += options.clients
            due += pause
        writer.close()

    results = await asyncio.gather(*map(client, range(options.clients)), return_exceptions=True)
    broken = sum(isinstance(result, BaseException) for result in results)
    return took, len(failed) + broken, time.perf_counter() - begun


async def _status(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes) -> int:
    """Asks for a prediction, reads all of the answer, returns its status."""
    writer.write(
        b"POST /predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    )
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


if __name__ == "__main__":
    main()
