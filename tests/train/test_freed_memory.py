from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from motifcnn.train import freed_memory

# Every second array is freed, so that none of them is at the end of the heap.
SCRIPT = """
import sys
import numpy as np
from pathlib import Path
from motifcnn.train.freed_memory import return_large_arrays

if sys.argv[1] == "returned":
    assert return_large_arrays()
for _ in range(2):  # glibc learns from the first freed array that such ones may come back
    arrays = [np.ones(1 << 19) for _ in range(40)]
    del arrays[::2]
held = next(x for x in Path("/proc/self/status").read_text().splitlines() if "RssAnon" in x)
print(held.split()[1])
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="mallopt is glibc's")
def test_freed_arrays_go_back_to_the_system() -> None:
    kept, returned = (_held_kilobytes(how) for how in ("kept", "returned"))
    assert kept - returned > 40_000  # of the 80 MB that are freed


def _held_kilobytes(how: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, how], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_other_systems_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freed_memory.sys, "platform", "darwin")
    assert not freed_memory.return_large_arrays()
