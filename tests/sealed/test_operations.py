"""Errors of libraries get the number of the system."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NamedTuple

import pytest

from motifcnn.sealed import operations
from motifcnn.sealed.operations import Operations


class RustError(Exception):
    pass


class Usage(NamedTuple):
    free: int


def raising(error: Exception) -> Operations:
    def fill(path: Path) -> None:
        raise error

    disk = Operations()
    disk.write(Path("/tmp/x"), fill)
    return disk


@pytest.mark.parametrize(
    "said",
    [
        "Error while serializing: I/O error: No space left on device (os error 28)",
        'IoError(Os { code: 28, kind: StorageFull, message: "No space left on device" })',
    ],
)
def test_an_error_of_a_library_in_rust_is_one_of_the_system(said: str) -> None:
    with pytest.raises(OSError, match="No space left") as found:
        raising(RustError(said))
    assert found.value.errno == errno.ENOSPC


@pytest.mark.parametrize(("free", "code"), [(0, errno.ENOSPC), (10**9, None)])
def test_what_numpy_could_not_write_is_a_full_disk_where_the_disk_is_full(
    free: int, code: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations.shutil, "disk_usage", lambda path: Usage(free))
    with pytest.raises(OSError) as found:
        raising(OSError("100000 requested and 8176 written"))
    assert found.value.errno == code


def test_other_errors_stay_as_they_are() -> None:
    with pytest.raises(RustError, match=r"^a wrong dtype$"):
        raising(RustError("a wrong dtype"))
