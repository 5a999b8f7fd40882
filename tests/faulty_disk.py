"""A disk whose n-th operation fails, or before, within or after which the process dies."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from motifcnn.sealed import operations
from motifcnn.sealed.operations import Operations

CODES = {"full": errno.ENOSPC, "broken": errno.EIO, "forbidden": errno.EACCES}
SAID = {
    errno.ENOSPC: "the disk is full; free some space",
    errno.EIO: "the disk reports an error; check the disk",
    errno.EACCES: "permission denied; name a place that you may write to",
}


class Killed(BaseException):
    """The process is dead: no `except Exception` and no clean-up may take notice."""


class FaultyDisk:
    """Counts operations; the n-th one goes wrong.

    Parameters
    ----------
    at : int
        From 1; 0 is none.
    code : int or None
        Of the error; None: the process dies, so that no later operation takes place.
    exchanges : bool
        Whether the file system swaps folders in one step.
    """

    def __init__(self, at: int, code: int | None, *, exchanges: bool = True) -> None:
        self.at, self.code, self.exchanges = at, code, exchanges
        self.done: list[str] = []
        self.dead = False
        self.locks: list[int] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *arguments: self.step(name, arguments)

    def step(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if self.dead:
            raise Killed
        self.done.append(name)
        fails = len(self.done) == self.at
        if fails and (name == "write" or (self.code is None and self.at % 2)):
            self.act(name, arguments)
            if name == "write":
                half(arguments[0])
        if fails and self.code is None:
            self.dead = True
            raise Killed
        if fails:
            assert self.code is not None
            raise OSError(self.code, os.strerror(self.code), str(arguments[0]))
        return self.act(name, arguments)

    def act(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if name == "exchange" and not self.exchanges:
            return False
        found = getattr(QuickDisk(), name)(*arguments)
        if name == "open_lock":
            self.locks.append(found)
        return found

    @property
    def failed(self) -> str | None:
        """The operation that went wrong; None where there were fewer."""
        return self.done[self.at - 1] if 0 < self.at <= len(self.done) else None

    def bury(self) -> None:
        """Gives up what the system takes from a process that dies: its locks."""
        for descriptor in self.locks if self.dead else ():
            with suppress(OSError):
                os.close(descriptor)


class QuickDisk(Operations):
    """Does not wait for the disk: that guards against a loss of power, and takes most time."""

    def sync(self, path: Path) -> None: ...


def half(file: Path) -> None:
    """Cuts a file in two, as on a disk that becomes full."""
    if file.is_file():
        os.truncate(file, file.stat().st_size // 2)


@contextmanager
def faulty_disk(at: int, code: int | None, *, exchanges: bool = True) -> Iterator[FaultyDisk]:
    """Writers use this disk within the block."""
    disk, before = FaultyDisk(at, code, exchanges=exchanges), operations.disk
    operations.disk = disk  # type: ignore[assignment]
    try:
        yield disk
    finally:
        operations.disk = before
        disk.bury()


def tree(folder: Path, *, hidden: bool = True) -> dict[str, bytes | None]:
    """The files below a folder with their bytes; folders are None."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    return {
        name: path.read_bytes() if path.is_file() else None
        for name, path in found.items()
        if hidden or not any(part.startswith(".") for part in name.split("/"))
    }
