"""The installation: versions, threads, memory, kernels, and the programs that extras need."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata

from motifcnn.doctor.finding import Diagnosis, Finding
from motifcnn.errors import MotifCNNError
from motifcnn.readable import plural, readable_size

OLDEST_PYTHON = (3, 11)
LEAST_MEMORY = 10**9
PATIENCE = 300.0
"""Seconds for the kernels to compile."""
# In a process of its own: a damaged kernel may end it.
_KERNELS = """
import motifcnn as mc
motif = mc.Motif.parse("(t:library)--(p:package), (t)--(q:package)")
graph = mc.load_dataset("debian")
tensors = [mc.count(graph, motif, engine=engine) for engine in ("enumerate", "scipy")]
assert (tensors[0].instances == tensors[1].instances).all()
"""


def examine_installation(*, kernels: bool = True) -> Diagnosis:
    """Examines Python, packages, threads, memory, compiled kernels, Java and Chromium.

    Parameters
    ----------
    kernels : bool
        Count a motif by a compiled kernel, in another process; that takes some seconds.

    Examples
    --------
    >>> examine_installation(kernels=False).kind
    'installation'
    """
    parts = [_python(), _packages(), _machine(), _programs()]
    found = [each for part in parts for each in part] + (list(_kernels()) if kernels else [])
    return Diagnosis(
        f"motifcnn {metadata.version('motifcnn')}",
        "installation",
        tuple(each for each in found if isinstance(each, str)),
        tuple(each for each in found if isinstance(each, Finding)),
    )


def satisfies(version: str, bound: str) -> bool:
    """Whether a version meets the lower and upper bounds of a requirement.

    Examples
    --------
    >>> satisfies("4.0.1", ">=4.0,<4.1"), satisfies("2.10", ">=2.9"), satisfies("1.0", ">=2")
    (True, True, False)
    """
    own = _numbers(version)
    for part in filter(None, bound.split(",")):
        least, other = part.startswith(">="), _numbers(part)
        if part.startswith((">=", "<")) and (own >= other) is not least:
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version.partition("+")[0])[:3])


def _python() -> Iterator[Finding | str]:
    if sys.version_info < OLDEST_PYTHON:
        yield Finding("Python", platform.python_version(), "install Python 3.11 or newer")
    yield f"Python {platform.python_version()} on {platform.platform()}"


def _packages() -> Iterator[Finding | str]:
    present = []
    for text in metadata.requires("motifcnn") or ():
        requirement, _, condition = text.partition(";")
        match = re.match(r"([A-Za-z0-9._-]+)\s*(.*)", requirement.strip())
        if match is None:
            continue
        name, bound = match[1], match[2].replace(" ", "").strip("()")
        extra = re.search(r"extra == ['\"](\w+)['\"]", condition)
        if extra and extra[1] in ("dev", "test", "bench"):
            continue
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            step = (
                f"pip install 'motifcnn[{extra[1]}]'" if extra else f"pip install '{name}{bound}'"
            )
            yield Finding(name, "not installed", step, wrong=extra is None)
            continue
        if satisfies(version, bound):
            present.append(f"{name} {version}")
        else:
            step = f"pip install '{name}{bound}'"
            yield Finding(name, f"version {version}, expected {bound}", step)
    yield ", ".join(dict.fromkeys(present))


def _machine() -> Iterator[Finding | str]:
    import psutil

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    named = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "MKL_NUM_THREADS", "OMP_WAIT_POLICY")
    limits = [f"{name}={os.environ[name]}" for name in named if name in os.environ]
    yield f"{plural(cores or 1, 'core')} to use" + (f"; {', '.join(limits)}" if limits else "")
    memory = psutil.virtual_memory()
    yield f"{readable_size(memory.available)} of {readable_size(memory.total)} memory free"
    if memory.available < LEAST_MEMORY:
        step = "end other programs, or pass a memory limit"
        yield Finding("memory", f"only {readable_size(memory.available)} free", step)


def _programs() -> Iterator[Finding | str]:
    from motifcnn.tensor.spark.java import require_java

    try:
        yield f"Java at {require_java()}"
    except (MotifCNNError, OSError, subprocess.SubprocessError) as error:
        yield Finding("Java", str(error), "only `count --engine spark` needs it", wrong=False)
    if (found := shutil.which("chromium")) is not None:
        yield f"Chromium at {found}"
    else:
        yield Finding("Chromium", "not found", "only tests of pages need it", wrong=False)


def _kernels() -> Iterator[Finding | str]:
    step = "remove the kernels that were kept (NUMBA_CACHE_DIR, __pycache__ of the package)"
    try:
        done = subprocess.run(
            [sys.executable, "-c", _KERNELS], capture_output=True, text=True, timeout=PATIENCE
        )
    except (OSError, subprocess.SubprocessError) as error:
        yield Finding("kernels", f"did not end in {PATIENCE:.0f} s ({error})", step)
        return
    if done.returncode == 0:
        yield "compiled kernels count as the definition does"
        return
    said = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
    yield Finding("kernels", f"a compiled kernel failed ({said[0]})", step)
