"""Forward and backward of the sparse product, ours against torch.sparse CSR, on DBLP-P P-A-P with 64 columns.

Each method has a process of its own, and runs alternate. torch.sparse is measured as its users have
it, with no setting of ours, and once more with threads that wait passively
(``OMP_WAIT_POLICY=PASSIVE``, which `motifcnn.nn` sets for itself).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.training.graphs import load
from benchmarks.training.spmm_worker import METHODS

COLUMNS = 64
ROUNDS = 8
SETTLE_SECONDS = (
    0.3  # threads of the process before may spin for a while, and would take a core from the next
)
PASSIVE = "passive waiting"
OURS = "motifcnn"


@dataclass
class Runner:
    """A process, and the seconds of its runs so far."""

    name: str
    process: Any
    seconds: list[float] = field(default_factory=list)

    def run(self, times: int) -> None:
        """Has it run so many times."""
        self.process.stdin.write(f"{times}\n")
        self.process.stdin.flush()
        self.seconds += [float(word) for word in self.process.stdout.readline().split()]


def measure() -> dict[str, list[float]]:
    """Seconds of each run, by method; all must give the same values and gradients."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _prepare(folder)
        runners = [_start(METHODS[0], folder, "")]
        for method in METHODS[1:]:
            runners += [_start(method, folder, ""), _start(method, folder, PASSIVE)]
        try:
            _compare(folder)
            for number in range(ROUNDS):
                for runner in runners:
                    time.sleep(SETTLE_SECONDS)
                    runner.run(1)  # wakes its threads and fills its caches
                    runner.run(10 if runner.name == OURS else 2)
                    if number == 0:
                        runner.seconds.clear()
        finally:
            for runner in runners:
                runner.process.stdin.close()
                runner.process.wait()
    return {runner.name: runner.seconds for runner in runners}


def main() -> None:
    """Prints the times and the ratios."""
    seconds = measure()
    median = {name: statistics.median(values) for name, values in seconds.items()}
    print(
        f"spmm forward + backward, DBLP-P P-A-P, {COLUMNS} columns{'':13} median    best   against ours (median)"
    )
    for name, values in seconds.items():
        print(
            f"  {name:50} {1e3 * median[name]:8.2f} {1e3 * min(values):7.2f} ms {median[name] / median[OURS]:8.1f}x"
        )
    usual = min(value for name, value in median.items() if name != OURS and PASSIVE not in name)
    print(
        f"ratio to torch.sparse as its users have it: {usual / median[OURS]:.1f}x (goal: at least 20x)"
    )


def _prepare(folder: Path) -> None:
    from motifcnn.motif.motif import Motif
    from motifcnn.tensor.operator import operator

    csr = operator(load("dblp-p"), Motif.parse("(t:paper)--(a:author)--(c:paper)")).roles[1].matrix
    rng = np.random.default_rng(0)
    arrays = {part: getattr(csr, part) for part in ("indptr", "indices", "data")}
    arrays |= {
        part: rng.standard_normal((csr.shape[0], COLUMNS), dtype=np.float32)
        for part in ("x", "gradient")
    }
    for part, array in arrays.items():
        np.save(folder / f"{part}.npy", array)


def _start(method: str, folder: Path, waiting: str) -> Runner:
    environment = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("OMP_", "MKL_", "KMP_", "GOMP_"))
    }
    if waiting:
        environment["OMP_WAIT_POLICY"] = "PASSIVE"
    # As a script: the package would import motifcnn.
    command = [sys.executable, str(Path(__file__).with_name("spmm_worker.py")), method, str(folder)]
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    if process.stdout.readline().strip() != "ready":
        raise SystemExit(f"{method} could not be prepared")
    return Runner(f"{method}, {waiting}" if waiting else method, process)


def _compare(folder: Path) -> None:
    for what in ("values", "gradients"):
        found = [np.load(folder / f"{method} {what}.npy", allow_pickle=False) for method in METHODS]
        for other in found[1:]:
            np.testing.assert_allclose(found[0], other, rtol=1e-3, atol=1e-5)


if __name__ == "__main__":
    main()
