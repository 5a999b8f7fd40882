"""Whole: who reads a sealed folder while it is replaced gets the old or the new one."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar

from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.sealed.lock import is_held, lock_file, locked
from motifcnn.sealed.read import MANIFEST

ATTEMPTS = 4
"""Replacements during a read after which writers have to wait for it."""
LONGEST = 10.0  # seconds to wait for a writer
_PAUSE = 0.01
T = TypeVar("T")


def read_whole(path: Path, read: Callable[[], T]) -> T:
    """What `read` returns, called again where the folder was replaced while it read.

    Every file is compared with the manifest that was read first, so a mix of two folders is an
    error, which is raised only if the manifest is still the same. In the end the folder is locked,
    where it can be.

    Parameters
    ----------
    path : path of a sealed folder
    read : function
        Opens the folder once, and reads it.

    Examples
    --------
    >>> import tempfile
    >>> from motifcnn.sealed import new_folder, open_sealed, write_text
    >>> path = Path(tempfile.mkdtemp(), "note")
    >>> def write(text: str) -> None:
    ...     with new_folder(path, kind="note", version=1, overwrite=True) as folder:
    ...         write_text(folder / "a.txt", text)
    >>> write("old")
    >>> texts = iter(["new"])
    >>> def read() -> bytes:
    ...     folder = open_sealed(path, kind="note", version=1)
    ...     for text in texts:  # another writer, in between
    ...         write(text)
    ...     return folder.read("a.txt")
    >>> read_whole(path, read)
    b'new'
    """
    for _ in range(ATTEMPTS):
        before = _seal(path)
        try:
            return read()
        except MotifCNNError:
            if not _was_replaced(path, before):
                raise
    with ExitStack() as stack:
        with suppress(StoreError):  # a folder that may not be written to
            stack.enter_context(locked(path, longest=LONGEST))
        return read()


def _seal(path: Path) -> tuple[int, ...] | None:
    """What identifies a manifest; None where there is none."""
    try:
        found = (Path(path) / MANIFEST).stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _was_replaced(path: Path, before: tuple[int, ...] | None) -> bool:
    after = _seal(path)
    if after is not None or before is not None:
        return after != before
    # Where two folders cannot be swapped in one step, the name is free for a moment.
    try:
        writing = is_held(lock_file(path))
    except (OSError, ValueError, RuntimeError, MotifCNNError):
        return False
    if writing:
        time.sleep(_PAUSE)
    return writing
