"""A folder that is written under a temporary name and gets a manifest."""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from motifcnn.errors import StoreError
from motifcnn.sealed import operations
from motifcnn.sealed.failure import explained
from motifcnn.sealed.file import write_text
from motifcnn.sealed.link import behind_link
from motifcnn.sealed.lock import locked
from motifcnn.sealed.part import OLD, beside, discard, part_of
from motifcnn.sealed.read import MANIFEST

MODE = 0o644


@contextmanager
def new_folder(path: Path, *, kind: str, version: int, overwrite: bool = False) -> Iterator[Path]:
    """A temporary folder to write into, which becomes `path` with a manifest.

    After an error nothing is left of it, and what was at `path` stays. Two writers of one folder
    take turns.

    Raises
    ------
    StoreError
        If `path` may not be replaced, or the disk is full, may not be written to, or fails.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp(), "saved")
    >>> with new_folder(target, kind="note", version=1) as folder:
    ...     write_text(folder / "a.txt", "hello")
    >>> from motifcnn.sealed import open_sealed
    >>> open_sealed(target, kind="note", version=1).read("a.txt")
    b'hello'
    """
    path = behind_link(Path(path))
    with explained(path):
        _require_free(path, kind, overwrite)
        operations.disk.make_folder(path.parent)
        with locked(path), part_of(path) as work:
            operations.disk.make_folder(work)
            yield work
            _seal(work, kind, version)
            # Again: another process may have written to `path` in the meantime.
            _require_free(path, kind, overwrite)
            _put(work, path, overwrite)
            operations.disk.sync(path.parent)


def _put(work: Path, path: Path, overwrite: bool) -> None:
    """Gives a part the name of its place; a folder that was there then has the name of the part."""
    disk = operations.disk
    if not overwrite or _is_free(path):
        _rename(work, path)
    elif not disk.exchange(work, path):
        disk.rename(path, old := beside(path, OLD))
        try:
            disk.rename(work, path)
        except OSError:
            disk.rename(old, path)
            raise
        discard(old)


def _is_free(path: Path) -> bool:
    """Whether nothing is there, or an empty folder, which a folder replaces in one step."""
    return not path.exists() or (path.is_dir() and not any(path.iterdir()))


def _require_free(path: Path, kind: str, overwrite: bool) -> None:
    """Raises a `StoreError` unless `path` is free or may be replaced."""
    if _is_free(path):
        return
    if not overwrite:
        raise StoreError(f"{path}: exists already; choose another folder or pass overwrite=True")
    _require_kind(path, kind)


def _rename(work: Path, path: Path) -> None:
    """Renames a folder; a `StoreError` if `path` has appeared in the meantime."""
    try:
        operations.disk.rename(work, path)
    except OSError as error:
        if _is_free(path):
            raise
        raise StoreError(
            f"{path}: appeared while the folder was written; it is kept. Choose another folder"
        ) from error


def _require_kind(path: Path, kind: str) -> None:
    """Raises a `StoreError` unless the folder is of this kind: a run never replaces a graph."""
    if not (path / MANIFEST).is_file():
        raise StoreError(
            f"{path}: exists and was not written by this package (no {MANIFEST}); "
            "it is not replaced. Choose another folder"
        )
    try:
        found = json.loads((path / MANIFEST).read_bytes())["kind"]
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{path / MANIFEST}: not a manifest ({error}); "
            "the folder is not replaced. Choose another"
        ) from error
    if found != kind:
        raise StoreError(
            f"{path}: holds a {found!r}, which a {kind!r} does not replace; choose another folder"
        )


def _seal(folder: Path, kind: str, version: int) -> None:
    """Writes the manifest, last of all, and brings everything to the disk."""
    disk, files = operations.disk, {}
    for hidden in sorted(folder.rglob(".*")):  # of a writer within, which could not remove it
        disk.remove(hidden)
    for file in sorted(p for p in folder.rglob("*") if p.is_file()):
        with file.open("rb") as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()
        about = file.stat()
        files[file.relative_to(folder).as_posix()] = {"sha256": found, "bytes": about.st_size}
        if stat.S_IMODE(about.st_mode) != MODE:  # some writers create files only for their owner
            disk.set_mode(file, MODE)
        disk.sync(file)
    manifest = {"kind": kind, "version": version, "files": files}
    write_text(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    for path in (folder / MANIFEST, *(p for p in folder.rglob("*") if p.is_dir()), folder):
        disk.sync(path)
