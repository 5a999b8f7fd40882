"""A Spark standalone cluster on loopback: one master, some workers, each a process of ours."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Cluster:
    """A running cluster; `url` is what Spark calls its master."""

    url: str
    workers: tuple[subprocess.Popen[bytes], ...]

    def kill_worker(self, number: int) -> None:
        """Ends a worker, its executors included, without a word."""
        os.killpg(self.workers[number].pid, signal.SIGKILL)
        self.workers[number].wait(timeout=30)


@contextmanager
def standalone(folder: Path, workers: int = 2, memory: str = "700m") -> Iterator[Cluster]:
    """Starts a master and workers of one core each, and stops all of them."""
    started: list[subprocess.Popen[bytes]] = []
    try:
        log = folder / "master.log"
        started.append(_start("master.Master", ["--port", "0", "--webui-port", "0"], log, folder))
        url = _await(log, r"Starting Spark master at (spark://\S+)")
        running = []
        for number in range(workers):
            log = folder / f"worker-{number}.log"
            options = ["--cores", "1", "--memory", memory, "--webui-port", "0"]
            options += ["--work-dir", str(folder / f"work-{number}"), url]
            running.append(_start("worker.Worker", options, log, folder))
            started.append(running[-1])
        for number in range(workers):
            _await(folder / f"worker-{number}.log", r"Successfully (registered) with master")
        yield Cluster(url, tuple(running))
    finally:
        for process in started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in started:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(timeout=20)


def _start(role: str, options: list[str], log: Path, folder: Path) -> subprocess.Popen[bytes]:
    import pyspark

    home = Path(pyspark.__file__).parent
    command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{role}"]
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": HOST,
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_CONF_DIR": str(folder),
    }
    with log.open("wb") as output:
        # A session of its own, so that executors end with their worker.
        return subprocess.Popen(
            [*command, "--host", HOST, *options],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )


def _await(log: Path, pattern: str, seconds: float = 90.0) -> str:
    """What a process says, within some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := re.search(pattern, log.read_text(errors="replace")):
            return found[1]
        time.sleep(0.2)
    raise TimeoutError(f"{log}: no {pattern!r} after {seconds} s:\n{log.read_text()[-2000:]}")
