"""Failure: an error of the disk as a message with the place, the reason and the remedy."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from motifcnn.errors import StoreError

_ELSEWHERE = "name a place on another disk"
_ALLOWED = "name a place that you may write to"
REASONS = {
    errno.ENOSPC: ("the disk is full", f"free some space, or {_ELSEWHERE}"),
    errno.EDQUOT: ("your disk quota is used up", f"free some space, or {_ELSEWHERE}"),
    errno.EFBIG: ("a file would be over the limit of size", f"raise `ulimit -f`, or {_ELSEWHERE}"),
    errno.EIO: ("the disk reports an error", f"check the disk, or {_ELSEWHERE}"),
    errno.EACCES: ("permission denied", _ALLOWED),
    errno.EPERM: ("permission denied", _ALLOWED),
    errno.EROFS: ("the disk is read-only", _ALLOWED),
    errno.ENAMETOOLONG: ("its name is too long", "choose a shorter name"),
}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns an `OSError` or `MemoryError` into a `StoreError` that says why `path` is not written.

    Examples
    --------
    >>> with explained(Path("runs/1")):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
    ...
    motifcnn.errors.StoreError: runs/1: cannot be written: the disk is full; free some space, or ...
    """
    try:
        yield
    except OSError as error:
        other = (error.strerror or str(error), "name another place")
        reason, remedy = REASONS.get(error.errno or 0, other)
        raise StoreError(f"{path}: cannot be written: {reason}; {remedy}") from error
    except MemoryError as error:
        raise StoreError(
            f"{path}: cannot be written: there is not enough memory ({error}); free some"
        ) from error
