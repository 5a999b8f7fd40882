"""Processes of a distributed run, for tests: by torchrun, or one by one; on loopback alone."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 240  # a busy machine starts four interpreters slowly


def environment(**changes: str) -> dict[str, str]:
    """One thread per rank, loopback, and this tree."""
    one = {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return {**os.environ, **one, "PYTHONPATH": path, "MOTIFCNN_TIMEOUT": "30", **changes}


def one_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The same outside torchrun, with the one thread of a rank.

    Inputs by structure have the rounding of BLAS, and old releases round by the number of threads.
    """
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def torchrun(ranks: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What ``torchrun --nproc-per-node ranks arguments`` came to; nothing of it goes on."""
    launcher = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(ranks))
    started = subprocess.Popen(
        [sys.executable, *launcher, *arguments],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = started.communicate(timeout=SECONDS)
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()
    return subprocess.CompletedProcess(started.args, started.returncode, out, err)


def without_torchrun(
    ranks: int, *arguments: str, lost: int, timeout: float
) -> dict[int, tuple[int, str]]:
    """Return code and stderr of each rank but the lost one, which is killed in the end.

    torchrun ends all ranks when one is lost; here the others have to notice.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    where = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": str(ranks)}
    started = {
        rank: subprocess.Popen(
            [sys.executable, *arguments],
            env=environment(MOTIFCNN_TIMEOUT=str(timeout), RANK=str(rank), **where),
            stderr=subprocess.DEVNULL if rank == lost else subprocess.PIPE,
            text=True,
        )
        for rank in range(ranks)
    }
    try:
        errors = {r: p.communicate(timeout=SECONDS)[1] for r, p in started.items() if r != lost}
        return {rank: (started[rank].returncode, text) for rank, text in errors.items()}
    finally:
        for process in started.values():
            process.kill()
            process.wait()
