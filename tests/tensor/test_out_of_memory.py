"""An allocation that fails is a `BudgetError`; other errors stay what they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from motifcnn.errors import BudgetError
from motifcnn.tensor.out_of_memory import memory_for

TORCH = "[enforce fail at alloc_cpu.cpp:1] DefaultCPUAllocator: can't allocate memory: you tried"


@pytest.mark.parametrize(
    "error", [MemoryError("Unable to allocate 8 TiB"), MemoryError(), RuntimeError(TORCH)]
)
def test_a_failed_allocation_says_what_to_do(error: Exception) -> None:
    with (
        pytest.raises(BudgetError, match=r"^the count needs more memory than there is.*; sample$"),
        memory_for("the count", "sample"),
    ):
        raise error


def test_another_error_is_left_alone() -> None:
    with pytest.raises(RuntimeError, match="shape"), memory_for("the count", "sample"):
        raise RuntimeError("mat1 and mat2 have another shape")


# A process of its own, which forks one child per allocation that fails. Every array of numpy and
# torch of at least so many bytes counts.
FAILURES = """
import os, sys
from pathlib import Path

import numpy as np
import torch

import motifcnn as mc
from motifcnn.tensor import save_tensor
from motifcnn.errors import BudgetError, StoreError
from tests.small_graphs import MOTIFS, bibliography

LARGE = 512 if sys.argv[1] == "count" else 16384
graph, folder = bibliography(200), Path(sys.argv[2])


class Fails:
    def __init__(self, at):
        self.at, self.seen = at, 0

    def wrap(self, module, name):
        function = getattr(module, name)

        def allocate(*arguments, **options):
            found = function(*arguments, **options)
            if getattr(found, "nbytes", 0) >= LARGE:
                self.seen += 1
                if self.seen == self.at:
                    if module is torch:
                        raise RuntimeError("DefaultCPUAllocator: can't allocate memory: ...")
                    raise MemoryError(f"Unable to allocate {found.nbytes} bytes")
            return found

        setattr(module, name, allocate)


def work(folder):
    if sys.argv[1] == "count":
        save_tensor(mc.count(graph, MOTIFS[0], engine="join"), folder / "tensor")
    else:
        options = {"settings": {"epochs": 2, "choose": False}, "checkpoint_every": 1}
        mc.fit(graph, MOTIFS[:1], checkpoint=folder / "state", **options).save(folder / "run")


work(folder / "0")
seen = set()
for at in range(1, 400):
    child = os.fork()
    if child == 0:
        code = 3
        try:
            fails = Fails(at)
            graph = bibliography(200)  # with an empty cache
            for module, names in (
                (np, ("empty", "zeros", "ones", "concatenate", "repeat", "arange", "full")),
                (torch, ("empty", "zeros", "stack", "cat", "mm", "from_numpy")),
            ):
                for name in names:
                    fails.wrap(module, name)
            work(folder / str(at))
            code = 0 if fails.seen < at else 2
        except (BudgetError, StoreError):
            code = 1
        except BaseException as error:
            import traceback
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    seen.add(os.waitstatus_to_exitcode(status))
    assert not list(folder.rglob("*.part")), "half-written"
    if os.waitstatus_to_exitcode(status) == 0:
        break
print(at, *sorted(seen))
"""


@pytest.mark.parametrize("what", ["count", "fit"])
def test_whichever_large_allocation_fails_it_is_said_and_nothing_is_half_written(
    what: str, tmp_path: Path
) -> None:
    root = Path(__file__).parents[2]
    code = f"import sys; sys.path[:0] = [{str(root)!r}, {str(root / 'src')!r}]\n" + FAILURES
    done = subprocess.run(
        [sys.executable, "-c", code, what, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    tried, *codes = done.stdout.split()
    assert codes == ["0", "1"], done.stderr[-3000:]
    assert int(tried) > 3
