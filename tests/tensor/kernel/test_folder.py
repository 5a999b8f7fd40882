"""Compiled code is kept where only its user can write."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from motifcnn.tensor.kernel.folder import kernel_folder


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A home of its own, and no folder that the user named."""
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: str(tmp_path / "home"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "sources").mkdir()
    kernel_folder.cache_clear()
    yield
    kernel_folder.cache_clear()


def test_the_named_folder_comes_first_then_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kernel_folder(tmp_path / "sources")
    assert found == tmp_path / "sources" / "__pycache__" / "motifcnn-kernels"
    assert stat.S_IMODE(found.stat().st_mode) == 0o700
    kernel_folder.cache_clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    named = kernel_folder(tmp_path / "sources")
    assert named is not None
    assert named.parent.parent == tmp_path / "named"


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_to_is_passed_over(tmp_path: Path, mode: int) -> None:
    shared = tmp_path / "sources" / "__pycache__" / "motifcnn-kernels"
    shared.mkdir(parents=True)
    shared.chmod(mode)
    found = kernel_folder(tmp_path / "sources")
    assert found is not None
    assert found.is_relative_to(tmp_path / "home")


def test_a_link_and_a_file_in_its_place_are_passed_over(tmp_path: Path) -> None:
    place = tmp_path / "sources" / "__pycache__" / "motifcnn-kernels"
    place.parent.mkdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    place.symlink_to(tmp_path / "elsewhere")
    assert kernel_folder(tmp_path / "sources") != place
    place.unlink()
    place.touch()
    kernel_folder.cache_clear()
    assert kernel_folder(tmp_path / "sources") != place


def test_without_any_folder_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "home").touch()
    (tmp_path / "sources" / "__pycache__").touch()
    assert kernel_folder(tmp_path / "sources") is None
