"""Damaged, swapped and foreign code is compiled anew, never run."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from motifcnn.tensor.kernel import disk_cache
from motifcnn.tensor.kernel.folder import kernel_folder

SOURCE = """
from motifcnn.tensor.kernel.kernel import kernel

@kernel()
def doubled(x):
    return 2 * x

@kernel()
def tripled(x):
    return 3 * x
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module with two kernels, whose code is kept beside it."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    file = tmp_path / "two_kernels.py"
    file.write_text(SOURCE)
    yield file
    sys.modules.pop("two_kernels", None)
    kernel_folder.cache_clear()
    disk_cache._hash_of_sources.cache_clear()


def loaded(sources: Path) -> Any:
    """The module, as a new process would see it."""
    kernel_folder.cache_clear()
    disk_cache._hash_of_sources.cache_clear()
    spec = importlib.util.spec_from_file_location("two_kernels", sources)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["two_kernels"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hits(module: Any) -> int:
    """How many of its two kernels came from disk, after both gave the right result."""
    assert (module.doubled(21), module.tripled(5)) == (42, 15)
    return sum(sum(k.stats.cache_hits.values()) for k in (module.doubled, module.tripled))


def files(sources: Path, ending: str = "nbc") -> list[Path]:
    """One file of each of the two kernels."""
    return sorted(sources.parent.glob(f"__pycache__/motifcnn-kernels/*.{ending}"))


def test_code_is_compiled_once_and_loaded_from_then_on(sources: Path) -> None:
    assert hits(loaded(sources)) == 0
    assert len(files(sources)) == 2
    assert hits(loaded(sources)) == 2


def truncated(one: Path, other: Path) -> None:
    one.write_bytes(one.read_bytes()[: one.stat().st_size // 2])


def emptied(one: Path, other: Path) -> None:
    one.write_bytes(b"")


def one_bit_flipped(one: Path, other: Path) -> None:
    content = bytearray(one.read_bytes())
    content[len(content) // 2] ^= 1
    one.write_bytes(content)


def put_in_the_place_of_another(one: Path, other: Path) -> None:
    one.write_bytes(other.read_bytes())


def overwritten(one: Path, other: Path) -> None:
    one.write_bytes(b"\x80\x04cos\nabort\n)R." * 50)


def made_writable_for_others(one: Path, other: Path) -> None:
    one.chmod(0o666)


@pytest.mark.parametrize("ending", ["nbc", "nbi", "sha256"])
@pytest.mark.parametrize(
    "damage",
    [
        truncated,
        emptied,
        one_bit_flipped,
        put_in_the_place_of_another,
        overwritten,
        made_writable_for_others,
    ],
)
def test_a_file_that_is_not_as_it_was_written_is_compiled_anew(
    sources: Path, damage: Callable[[Path, Path], None], ending: str
) -> None:
    hits(loaded(sources))
    damage(*files(sources, ending))
    assert hits(loaded(sources)) == 1
    assert hits(loaded(sources)) == 2, "the file was mended"


def test_swapped_files_are_compiled_anew(sources: Path) -> None:
    hits(loaded(sources))
    one, other = files(sources)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    assert hits(loaded(sources)) == 0


def test_other_sources_versions_and_processors_have_code_of_their_own(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits(loaded(sources))
    with monkeypatch.context() as patch:
        patch.setattr(numba, "__version__", "0.1")
        assert hits(loaded(sources)) == 0
    with monkeypatch.context() as patch:
        patch.setattr(disk_cache.llvmlite, "__version__", "0.1")
        assert hits(loaded(sources)) == 0
    sources.write_text(SOURCE + "AND = 1\n")
    assert hits(loaded(sources)) == 0
    assert len(files(sources)) == 2, "code of earlier sources is removed"


def test_a_full_disk_is_no_error_and_leaves_nothing(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert hits(loaded(sources)) == 0
    assert files(sources, "*") == []
    assert hits(loaded(sources)) == 0
