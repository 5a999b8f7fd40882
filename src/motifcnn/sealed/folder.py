"""A folder that is written under a temporary name and gets a manifest."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from motifcnn.errors import StoreError
from motifcnn.sealed.read import MANIFEST
from motifcnn.sealed.replace import behind_link, exchange_folders, sync


@contextmanager
def new_folder(path: Path, *, kind: str, version: int, overwrite: bool = False) -> Iterator[Path]:
    """A temporary folder to write into, which becomes `path` with a manifest.

    After an error nothing is left of it, and what was at `path` stays.

    Examples
    --------
    >>> target = Path(tempfile.mkdtemp(), "saved")
    >>> with new_folder(target, kind="note", version=1) as folder:
    ...     _ = (folder / "a.txt").write_text("hello")
    >>> from motifcnn.sealed import open_sealed
    >>> open_sealed(target, kind="note", version=1).read("a.txt")
    b'hello'
    """
    path = behind_link(Path(path))
    if path.is_dir() and not any(path.iterdir()):
        path.rmdir()
    _require_free(path, kind, overwrite)
    path.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent))
    try:
        work.chmod(0o755)
        yield work
        _seal(work, kind, version)
        # Again: another process may have written to `path` in the meantime.
        _require_free(path, kind, overwrite)
        if not overwrite or not path.exists():
            _rename(work, path)
        elif not exchange_folders(
            work, path
        ):  # after an exchange the old folder is removed as `work`
            old = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".old", dir=path.parent))
            os.rename(path, old / "replaced")
            os.rename(work, path)
            shutil.rmtree(old)
        sync(path.parent)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _require_free(path: Path, kind: str, overwrite: bool) -> None:
    """Raises a `StoreError` unless `path` is free or may be replaced."""
    if not path.exists():
        return
    if not overwrite:
        raise StoreError(f"{path}: exists already; choose another folder or pass overwrite=True")
    _require_kind(path, kind)


def _rename(work: Path, path: Path) -> None:
    """Renames a folder; a `StoreError` if `path` has appeared in the meantime."""
    try:
        os.rename(work, path)
    except OSError as error:
        if not path.exists():
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
    files = {}
    for file in sorted(p for p in folder.rglob("*") if p.is_file()):
        with file.open("rb") as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()
        files[file.relative_to(folder).as_posix()] = {"sha256": found, "bytes": file.stat().st_size}
        file.chmod(0o644)  # some writers create files that only their owner can read
        sync(file)
    manifest = folder / MANIFEST
    manifest.write_text(
        json.dumps({"kind": kind, "version": version, "files": files}, indent=1) + "\n",
        encoding="utf-8",
    )
    for path in (manifest, *(p for p in folder.rglob("*") if p.is_dir()), folder):
        sync(path)
