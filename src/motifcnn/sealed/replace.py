"""Replace: steps of the file system that writers share."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from motifcnn.errors import StoreError


def behind_link(path: Path) -> Path:
    """The target of a symbolic link, so that replacing it keeps the link; else the path itself."""
    if not path.is_symlink():
        return path
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreError(
            f"{path}: a link that leads nowhere ({error}); remove it or choose another place"
        ) from error


def exchange_folders(one: Path, other: Path) -> bool:
    """Swaps two folders in one step, so that neither is ever missing; False if that is impossible.

    Examples
    --------
    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp())
    >>> for name in "ab":
    ...     (place / name).mkdir()
    ...     _ = (place / name / name).write_text("")
    >>> if exchange_folders(place / "a", place / "b"):
    ...     assert (place / "a" / "b").exists() and (place / "b" / "a").exists()
    """
    rename = (
        getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        if sys.platform == "linux"
        else None
    )
    if rename is None:
        return False
    here, both = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(rename(here, os.fsencode(one), here, os.fsencode(other), ctypes.c_uint(both)) == 0)


def sync(path: Path) -> None:
    """Waits until a file or the names in a folder are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
