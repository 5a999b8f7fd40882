"""Lock: a place has one writer at a time, among threads and processes.

The writer of ``runs/1`` holds a lock of the system on the empty file ``runs/.1.writing``, and
removes it at the end. The lock ends with the process, so a killed writer blocks nobody.
"""

from __future__ import annotations

import errno
import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from motifcnn.errors import StoreError
from motifcnn.sealed import operations
from motifcnn.sealed.failure import explained
from motifcnn.sealed.link import behind_link
from motifcnn.sealed.part import clear, discard

try:
    import fcntl
except ImportError:  # Windows: writing works, two writers at a time are not kept apart
    fcntl = None  # type: ignore[assignment]

ENDING = ".writing"
MOMENT, LONGEST = 2.0, 600.0  # seconds of waiting before a message, and before an error
_PAUSE = 0.02
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
_mine = threading.local()  # lock files that the thread holds: it may enter a place again


@contextmanager
def locked(path: Path, *, longest: float = LONGEST) -> Iterator[None]:
    """Waits until nobody else writes to a place, and keeps it for the block.

    Hold it from reading a store to replacing it, so that no change is lost in between. A thread may
    take a place again that it has. What a killed writer left beside the place is removed.

    Parameters
    ----------
    path : file or folder, which need not exist; the folder that it is in must
    longest : float
        Seconds to wait; then a `StoreError`.

    Examples
    --------
    >>> import tempfile
    >>> store = Path(tempfile.mkdtemp(), "store")
    >>> with locked(store):
    ...     [file.name for file in store.parent.iterdir()]
    ['.store.writing']
    >>> list(store.parent.iterdir())
    []
    """
    file = lock_file(path)
    held: set[Path] = _mine.__dict__.setdefault("files", set())
    if file in held:
        yield
        return
    with explained(path):
        descriptor = _taken(file, path, longest)
    if descriptor is None:
        yield
        return
    held.add(file)
    try:
        with explained(path):
            clear(behind_link(Path(path)))
        yield
    finally:
        held.discard(file)
        _give_back(file, descriptor)


def lock_file(path: Path) -> Path:
    """The file that the writer of a place locks."""
    path = behind_link(Path(path)).absolute()
    return path.parent.resolve() / f".{path.name}{ENDING}"


def locked_place(file: Path) -> Path | None:
    """The place whose writer locks a file; None for any other file.

    Examples
    --------
    >>> locked_place(lock_file(Path("/runs/1"))).as_posix(), locked_place(Path("/runs/1"))
    ('/runs/1', None)
    """
    if not file.name.startswith(".") or file.suffix != ENDING:
        return None
    return file.with_name(file.name.removeprefix(".").removesuffix(ENDING))


def is_held(file: Path) -> bool:
    """Whether a living writer holds a lock file."""
    if fcntl is None:
        return True  # nobody can tell, so what is beside it stays
    try:
        descriptor = os.open(file, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def _taken(file: Path, path: Path, longest: float) -> int | None:
    """The descriptor of a lock file, locked; None without locks."""
    if fcntl is None:
        return None
    began, told = time.monotonic(), False
    while True:
        descriptor = operations.disk.open_lock(file)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_open(file, descriptor):
                return descriptor
            os.close(descriptor)  # its holder has removed it in the meantime
            continue
        except BlockingIOError:
            os.close(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno not in _NO_LOCKS:
                raise
            discard(file)
            return None
        waited = time.monotonic() - began
        if waited >= longest:
            raise StoreError(
                f"{path}: another thread or process has been writing to it for {longest:g} s; "
                "wait for it to end, or name another place"
            )
        if waited >= MOMENT and not told:
            told = True
            logging.getLogger("motifcnn").warning(
                "%s: another thread or process writes to it; waiting up to %g s", path, longest
            )
        time.sleep(_PAUSE)


def _is_open(file: Path, descriptor: int) -> bool:
    """Whether the descriptor is of the file that has the name now."""
    try:
        return os.path.samestat(os.stat(file), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _give_back(file: Path, descriptor: int) -> None:
    # Removed while it is locked: whoever opened it before finds that it is not the file any more.
    with suppress(OSError):
        operations.disk.remove(file)
    fcntl.flock(descriptor, fcntl.LOCK_UN)  # also for processes that were forked meanwhile
    os.close(descriptor)
