"""A file that is written under a temporary name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from motifcnn.sealed import operations
from motifcnn.sealed.failure import explained
from motifcnn.sealed.link import behind_link
from motifcnn.sealed.lock import locked
from motifcnn.sealed.part import part_of


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A temporary path to write to, which becomes `path` or replaces it.

    After an error nothing is left of it, and what was at `path` stays. Two writers of one file
    take turns.

    Raises
    ------
    StoreError
        If the disk is full, may not be written to, or fails.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp(), "notes", "a.txt")
    >>> with new_file(target) as place:
    ...     write_text(place, "hello")
    >>> target.read_text(), len(list(target.parent.iterdir()))
    ('hello', 1)
    """
    path = behind_link(Path(path))
    disk = operations.disk
    with explained(path):
        disk.make_folder(path.parent)
        # The caller creates the file, so it gets the usual permissions.
        with locked(path), part_of(path) as work:
            yield work
            if path.is_file():
                disk.set_mode(work, path.stat().st_mode & 0o777)
            disk.sync(work)
            disk.rename(work, path)
            disk.sync(path.parent)


def write(file: Path, fill: Callable[[Path], object]) -> None:
    r"""Writes one file of a part: `fill` is given its path.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> target = Path(tempfile.mkdtemp(), "a.npy")
    >>> with new_file(target) as place:
    ...     write(place, lambda path: np.savetxt(path, [1, 2], fmt="%d"))
    >>> target.read_text()
    '1\n2\n'
    """
    operations.disk.write(file, fill)


def write_text(file: Path, text: str) -> None:
    """Writes a text, as UTF-8, into one file of a part."""
    write(file, lambda path: path.write_text(text, encoding="utf-8"))


def make_folder(path: Path) -> None:
    """Makes a folder, in a part or above a place."""
    operations.disk.make_folder(path)
