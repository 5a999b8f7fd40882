"""A disk that is really full: one message, code 2, and what was there before stays."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB; skips where one may not be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("no mount")
    if done.returncode:
        pytest.skip("a file system may not be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path, left: int) -> None:
    """Leaves so many bytes."""
    (folder / "filler").write_bytes(bytes(256 * 1024 - left))


def refused(result: Any, place: Path) -> None:
    assert result.exit_code == 2
    message = " ".join(result.stderr.split())
    assert f"StoreError: {place}" in message
    assert "cannot be written: the disk is full; free some space" in message
    assert "Traceback" not in message


def test_a_report_on_a_full_disk_leaves_the_old_one(
    run: Callable[..., Any], run_folder: str, small_disk: Path
) -> None:
    (small_disk / "report.html").write_text("old")
    fill(small_disk, left=12 * 1024)
    out = small_disk / "report.html"
    refused(run("report", run_folder, "--no-verdict", "--out", str(out)), out)
    assert out.read_text() == "old"
    assert {path.name for path in small_disk.iterdir()} == {"report.html", "filler"}


@pytest.mark.parametrize("left", [4, 8, 16, 24])
def test_training_with_a_checkpoint_on_a_full_disk_is_one_message(
    run: Callable[..., Any], papers_folder: str, small_disk: Path, left: int
) -> None:
    fill(small_disk, left=left * 1024)
    place = small_disk / "state"
    result = run("train", papers_folder, "--epochs", "2", "--checkpoint", str(place))
    refused(result, place)
    assert not list(small_disk.rglob(".*"))


def test_a_tensor_on_a_full_disk_is_one_message(
    run: Callable[..., Any], papers_folder: str, small_disk: Path
) -> None:
    fill(small_disk, left=8 * 1024)  # numpy does not say why it could not write
    pattern, out = "(t:paper)--(a:author)--(c:paper)", small_disk / "tensor"
    refused(run("count", papers_folder, pattern, "--out", str(out)), out)
    assert {path.name for path in small_disk.iterdir()} == {"filler"}
