"""Fuzzing that follows coverage, by atheris: for targets whose code is Python."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.fuzz.seeds import finds
from benchmarks.fuzz.worker import BYTES, SECONDS, make

SEEDS = 200


def run_guided(target: str, seed: int, seconds: float, out: Path) -> int:
    """Runs one target in a process of its own, since libFuzzer ends it; 1 where it found something.

    Parameters
    ----------
    target : str
    seed : int
    seconds : float
    out : path
        Where finds are written.
    """
    corpus = Path(tempfile.mkdtemp(prefix="motifcnn-fuzz-"))
    for number in range(SEEDS):
        (corpus / f"{number}").write_bytes(make(target, seed, number))
    for file in finds(target):
        (corpus / file.name).write_bytes(file.read_bytes())
    out.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "benchmarks.fuzz.guided", target, str(corpus)]
    words += [f"-max_total_time={seconds:.0f}", f"-seed={seed + 1}", f"-timeout={10 * SECONDS:.0f}"]
    words += [f"-rss_limit_mb={4 * BYTES // 10**6}", "-max_len=20000", "-print_final_stats=1"]
    words += [f"-artifact_prefix={out}/{target}-", "-verbosity=0"]
    return int(subprocess.run(words, check=False).returncode != 0)


def _serve() -> None:
    import atheris

    with atheris.instrument_imports(include=["motifcnn"]):
        import motifcnn.motif.parse  # noqa: F401
        from benchmarks.fuzz.targets import TARGETS
    from motifcnn.errors import MotifCNNError

    target = TARGETS[sys.argv[1]]

    def one(content: bytes) -> None:
        try:
            target.read(content)
        except (MotifCNNError, UnicodeDecodeError):
            return

    atheris.Setup([sys.argv[0], *sys.argv[2:]], one)
    atheris.Fuzz()


if __name__ == "__main__":
    _serve()
