"""The one door to files from elsewhere: regular files of a bounded size, inside their folder."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from motifcnn.errors import StoreError
from motifcnn.readable import readable_size
from motifcnn.sealed.limits import MAX_BYTES

_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}
# Opening a pipe for reading waits for a writer, opening a terminal may take it over.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class UnreadableError(StoreError, OSError):
    """A file that cannot be read or is refused; `errno` and `strerror` say why."""

    def __init__(self, path: Path, number: int, reason: str) -> None:
        super().__init__(number, reason, str(path))
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: cannot be read ({self.strerror}); name a readable file"


def is_there(path: Path) -> bool:
    """Whether there is a file or folder; a name that nothing can have, such as a long one, is not.

    Examples
    --------
    >>> is_there(Path("a" * 5000)), is_there(Path.cwd())
    (False, True)
    """
    try:
        return path.exists()
    except OSError:
        return False


def read_regular(path: Path, *, limit: int = MAX_BYTES, within: Path | None = None) -> bytes:
    """The content of a regular file.

    Parameters
    ----------
    path : Path
    limit : int
        Bytes that the file may have.
    within : Path, optional
        A folder: a link that leads out of it is refused.

    Raises
    ------
    UnreadableError
        Before anything is read: if the file is missing, a pipe, a device, a socket or a folder, if
        it is over the limit, or if it is outside of the folder.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "a.txt")
    >>> _ = file.write_text("hello")
    >>> read_regular(file)
    b'hello'
    >>> read_regular(file.parent)
    Traceback (most recent call last):
    motifcnn.sealed.regular.UnreadableError: ...: cannot be read (a folder, expected a file); ...
    """
    real = _resolved(path, within)
    try:
        descriptor = os.open(real, _FLAGS | getattr(os, "O_NOFOLLOW", 0))
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL character
        raise _unreadable(path, error) from error
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            kind = _KINDS.get(stat.S_IFMT(found.st_mode), "not a file")
            raise UnreadableError(path, errno.EINVAL, f"{kind}, expected a file")
        if found.st_size > limit:
            raise UnreadableError(
                path,
                errno.EFBIG,
                f"{readable_size(found.st_size)}, expected at most {readable_size(limit)}",
            )
        with open(descriptor, "rb", closefd=False) as stream:
            return stream.read(found.st_size)
    except UnreadableError:
        raise
    except OSError as error:
        raise _unreadable(path, error) from error
    finally:
        os.close(descriptor)


def _resolved(path: Path, within: Path | None) -> Path:
    try:
        real = path.resolve()
        if within is not None and not real.is_relative_to(within.resolve()):
            raise UnreadableError(path, errno.EACCES, "it leads out of the folder; refused")
    except UnreadableError:
        raise
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle
        raise _unreadable(path, error) from error
    return real


def _unreadable(path: Path, error: Exception) -> UnreadableError:
    if isinstance(error, OSError):
        return UnreadableError(path, error.errno or errno.EIO, error.strerror or str(error))
    reason = "links in a circle" if isinstance(error, RuntimeError) else "not the name of a file"
    number = errno.ELOOP if isinstance(error, RuntimeError) else errno.EINVAL
    return UnreadableError(path, number, reason)
