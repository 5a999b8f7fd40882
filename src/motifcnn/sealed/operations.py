"""Operations: every step that a writer takes on the disk, in one object.

Tests put another object in its place, whose n-th step fails or kills the process.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

_FULL = 1 << 16  # bytes; a disk with less than this counts as full


class Operations:
    """The steps; each may raise an `OSError`."""

    def make_folder(self, path: Path) -> None:
        """Makes a folder and those above it; one that is there stays."""
        path.mkdir(parents=True, exist_ok=True)

    def write(self, file: Path, fill: Callable[[Path], object]) -> None:
        """Writes a file: `fill` gets its path."""
        try:
            fill(file)
        except Exception as error:
            if (code := _code(error, file)) is None:
                raise
            raise OSError(code, os.strerror(code), str(file)) from error

    def set_mode(self, path: Path, mode: int) -> None:
        """Sets the permissions of a file or folder."""
        path.chmod(mode)

    def sync(self, path: Path) -> None:
        """Waits until a file, or the names in a folder, are on the disk."""
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        """Renames in one step; a file or an empty folder called `new` is replaced."""
        os.replace(old, new)

    def exchange(self, one: Path, other: Path) -> bool:
        """Swaps two folders in one step, so that neither is ever missing; False where it cannot.

        Examples
        --------
        >>> import tempfile
        >>> place = Path(tempfile.mkdtemp())
        >>> for name in "ab":
        ...     (place / name).mkdir()
        ...     _ = (place / name / name).write_text("")
        >>> if Operations().exchange(place / "a", place / "b"):
        ...     assert (place / "a" / "b").exists() and (place / "b" / "a").exists()
        """
        if sys.platform != "linux":
            return False
        rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        if rename is None:
            return False
        here, both = -100, ctypes.c_uint(2)  # AT_FDCWD, RENAME_EXCHANGE
        return bool(rename(here, os.fsencode(one), here, os.fsencode(other), both) == 0)

    def open_lock(self, file: Path) -> int:
        """Opens an empty file, made if need be; returns its descriptor."""
        return os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)

    def remove(self, path: Path) -> None:
        """Removes a file or link, or a folder with all that is in it."""
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _code(error: Exception, file: Path) -> int | None:
    """The system's number of an error that does not have it; None where it is no such error."""
    # As libraries in Rust say it, to users and to themselves.
    if found := re.search(r"(?:os error |Os \{ code: )(\d+)", str(error)):
        return int(found[1])
    if not isinstance(error, OSError) or error.errno is not None:
        return None
    # numpy only says how much it has written.
    return errno.ENOSPC if shutil.disk_usage(file.parent).free < _FULL else None


disk = Operations()
"""What writers use; look it up with each step, as ``operations.disk``."""
