"""A process that reads inputs under limits, and tells which of them are finds."""

from __future__ import annotations

import os
import random
import resource
import signal
import time
import traceback
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

# Loaded before any input is read, which else would pay for it.
MODULES = ("motifcnn.train", "motifcnn.report", "motifcnn.explain", "motifcnn.doctor")
MODULES += ("motifcnn.experiments", "motifcnn.cli.app", "sklearn.linear_model", "pyarrow.parquet")
MODULES += ("motifcnn.serve.app", "motifcnn.serve.work", "motifcnn.studio.app", "httpx2")
MODULES += ("scipy.special", "scipy.stats", "scipy.sparse.linalg", "torch_geometric", "openpyxl")
SECONDS = 2.0
"""Of processor time for one input."""
BYTES = 500_000_000
"""Of address space for one input, beyond its own size."""


@dataclass(frozen=True)
class Cost:
    """The most that inputs took: processor time, and resident memory beyond what there was."""

    seconds: float = 0.0
    bytes: int = 0

    def worst(self, other: Cost) -> Cost:
        """The larger of each."""
        return Cost(max(self.seconds, other.seconds), max(self.bytes, other.bytes))


@dataclass(frozen=True)
class Find:
    """An input that was not just read or refused.

    Parameters
    ----------
    target : str
    content : bytes
    what : str
        The error and its place: finds that agree in it are one.
    told : str
        The traceback.
    """

    target: str
    content: bytes
    what: str
    told: str


class OverTimeError(BaseException):
    """The processor time of an input is over; no reader catches it."""


def make(target: str, seed: int, number: int) -> bytes:
    """Input `number` of a target: the same for the same seed."""
    from benchmarks.fuzz.targets import TARGETS

    return TARGETS[target].make(random.Random(f"{target} {seed} {number}"))


def read(target: str, content: bytes) -> Find | None:
    """Reads an input under the limits; None where it was read or refused."""
    from benchmarks.fuzz.targets import TARGETS
    from motifcnn.errors import MotifCNNError

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + BYTES + len(content), hard))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        TARGETS[target].read(content)
    except MotifCNNError:
        return None
    except (Exception, OverTimeError) as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        return Find(target, content, _what(error), "".join(traceback.format_exception(error)))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return None


def prepare(targets: tuple[str, ...]) -> None:
    """Loads what the targets need, so that no input pays for it."""
    signal.signal(signal.SIGPROF, _over)
    from benchmarks.fuzz.targets import TARGETS
    from motifcnn.errors import MotifCNNError

    for module in MODULES if set(targets) != {"pattern"} else ():
        import_module(module)
    for target in targets:
        for number in range(10):
            try:
                TARGETS[target].read(make(target, 0, number))
            except (Exception, MotifCNNError):
                continue


def serve(targets: tuple[str, ...], seed: int, pipe: Connection, now: Any, last: Path) -> None:
    """Reads the inputs whose numbers arrive, and answers with finds.

    The number of the input that is read is in `now`, and its content in the file `last`: they
    outlive the process.
    """
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    prepare(targets)
    pipe.send("ready")
    while (asked := pipe.recv()) is not None:
        target, first, count = asked
        found, worst = [], Cost()
        for number in range(first, first + count):
            content = make(target, seed, number)
            last.write_bytes(content)
            now.value = number
            before = _forget_peak()
            began = time.process_time()
            find = read(target, content)
            worst = worst.worst(Cost(time.process_time() - began, _peak() - before))
            if find is not None:
                found.append(find)
        pipe.send((found, worst))


def _over(*_: object) -> None:
    raise OverTimeError


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def _forget_peak() -> int:
    """Makes the kernel forget the largest resident size so far; returns the present one."""
    Path("/proc/self/clear_refs").write_text("5")
    return _peak()


def _peak() -> int:
    """The largest resident size since it was last forgotten."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def _what(error: BaseException) -> str:
    """The error's type and the innermost line of the package."""
    if isinstance(error, AssertionError) and str(error):
        return str(error).splitlines()[0][:300]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}motifcnn{os.sep}" in frame.filename]
    last = (own or list(frames))[-1]
    place = last.filename.rpartition(f"{os.sep}motifcnn{os.sep}")[2]
    return f"{type(error).__name__} in {place}:{last.lineno} ({last.name})"
