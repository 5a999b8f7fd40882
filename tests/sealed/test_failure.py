"""An error of the disk says where, why and what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from motifcnn.errors import StoreError
from motifcnn.sealed.failure import REASONS, explained


@pytest.mark.parametrize("code", [*REASONS, errno.ENOENT, None])
def test_every_error_has_the_place_a_reason_and_a_remedy(code: int | None) -> None:
    error = (
        OSError("8 requested and 4 written") if code is None else OSError(code, os.strerror(code))
    )
    reason, remedy = REASONS.get(code or 0, (error.strerror or str(error), "name another place"))
    with pytest.raises(StoreError) as found, explained(Path("runs/1")):
        raise error
    assert str(found.value) == f"runs/1: cannot be written: {reason}; {remedy}"


def test_too_little_memory_is_said() -> None:
    with pytest.raises(StoreError, match=r"not enough memory \(8 TiB\)"), explained(Path("a")):
        raise MemoryError("8 TiB")


def test_errors_of_the_package_stay_as_they_are() -> None:
    with pytest.raises(StoreError, match=r"^exists$"), explained(Path("a")):
        raise StoreError("exists")
