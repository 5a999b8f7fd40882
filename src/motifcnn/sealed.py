"""Folders and files that are complete or not there at all.

Both are written under a temporary name and renamed. A folder has a manifest with the SHA-256 of
each of its files.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motifcnn.errors import StoreError

MANIFEST = "manifest.json"
_PLAIN_PATH = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*/)*[A-Za-z0-9][A-Za-z0-9._-]*")


@contextmanager
def new_folder(path: Path, *, kind: str, version: int, overwrite: bool = False) -> Iterator[Path]:
    """A temporary folder to write into, which becomes `path` with a manifest.

    After an error nothing is left of it, and what was at `path` stays.

    Examples
    --------
    >>> target = Path(tempfile.mkdtemp(), "saved")
    >>> with new_folder(target, kind="note", version=1) as folder:
    ...     _ = (folder / "a.txt").write_text("hello")
    >>> open_sealed(target, kind="note", version=1).read("a.txt")
    b'hello'
    """
    path = _behind_link(Path(path))
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
        elif not _exchange(work, path):  # after an exchange the old folder is removed as `work`
            old = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".old", dir=path.parent))
            os.rename(path, old / "replaced")
            os.rename(work, path)
            shutil.rmtree(old)
        _sync(path.parent)
    finally:
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A temporary path to write to, which becomes `path` or replaces it.

    After an error nothing is left of it, and what was at `path` stays.

    Examples
    --------
    >>> target = Path(tempfile.mkdtemp(), "notes", "a.txt")
    >>> with new_file(target) as place:
    ...     _ = place.write_text("hello")
    >>> target.read_text(), len(list(target.parent.iterdir()))
    ('hello', 1)
    """
    path = _behind_link(Path(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    # The caller creates the file, so it gets the usual permissions. No two calls share a name.
    work = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        yield work
        if path.is_file():
            shutil.copymode(path, work)
        _sync(work)
        os.replace(work, path)
        _sync(path.parent)
    finally:
        work.unlink(missing_ok=True)


@dataclass(frozen=True)
class SealedFolder:
    """A complete folder; `files` maps the path of each file to its SHA-256."""

    path: Path
    files: Mapping[str, str]

    def read(self, name: str) -> bytes:
        """The file's bytes; a `StoreError` if it is missing, altered or outside the folder."""
        if name not in self.files:
            raise StoreError(
                f"{self.path / MANIFEST}: {name!r} is not listed, so it is not part of the folder; "
                "write the folder again"
            )
        file = self.path / name
        if not file.resolve().is_relative_to(self.path.resolve()):
            raise StoreError(f"{file}: leads out of the folder; refused")
        try:
            content = file.read_bytes()
        except OSError as error:
            raise StoreError(
                f"{file}: cannot be read ({error.strerror}); the folder is incomplete"
            ) from error
        if (found := hashlib.sha256(content).hexdigest()) != self.files[name]:
            raise StoreError(
                f"{file}: SHA-256 is {found}, expected {self.files[name]}; "
                "the file was altered. Write the folder again"
            )
        return content

    def read_json(self, name: str) -> Any:
        """The JSON value of a file."""
        try:
            return json.loads(self.read(name))
        except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise StoreError(f"{self.path / name}: not JSON ({error})") from error


def _behind_link(path: Path) -> Path:
    """The target of a symbolic link, so that replacing it keeps the link; else the path itself."""
    if not path.is_symlink():
        return path
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreError(
            f"{path}: a link that leads nowhere ({error}); remove it or choose another place"
        ) from error


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


def open_sealed(path: Path, *, kind: str, version: int) -> SealedFolder:
    """Opens a folder that `new_folder` wrote; a `StoreError` says what is wrong with any other."""
    manifest = Path(path) / MANIFEST
    try:
        content = json.loads(manifest.read_bytes())
        files = {str(name): str(entry["sha256"]) for name, entry in content["files"].items()}
        found = content["kind"], content["version"]
    except OSError as error:
        raise StoreError(
            f"{manifest}: cannot be read ({error.strerror}); "
            "a folder without a manifest is incomplete"
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError(f"{manifest}: not a manifest ({error}); write the folder again") from error
    if found[0] != kind:
        raise StoreError(f"{manifest}: the folder holds a {found[0]!r}, expected {kind!r}")
    if found[1] != version:
        raise StoreError(
            f"{manifest}: format version {found[1]!r}, this release reads version {version}; "
            "use the release that wrote it"
        )
    for name in files:
        if not _PLAIN_PATH.fullmatch(name) or ".." in name:
            raise StoreError(
                f"{manifest}: file name {name!r} is not a plain path inside the folder; refused"
            )
    return SealedFolder(Path(path), files)


def plain_name(number: int, text: str) -> str:
    """A file name from any text: unique by its number, readable, and safe on every system.

    Examples
    --------
    >>> plain_name(3, "../cites it")
    '003-cites-it'
    """
    readable = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:60].strip("-")
    return f"{number:03d}-{readable}" if readable else f"{number:03d}"


def _seal(folder: Path, kind: str, version: int) -> None:
    files = {}
    for file in sorted(p for p in folder.rglob("*") if p.is_file()):
        with file.open("rb") as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()
        files[file.relative_to(folder).as_posix()] = {"sha256": found, "bytes": file.stat().st_size}
        file.chmod(0o644)  # some writers create files that only their owner can read
        _sync(file)
    manifest = folder / MANIFEST
    manifest.write_text(
        json.dumps({"kind": kind, "version": version, "files": files}, indent=1) + "\n",
        encoding="utf-8",
    )
    for path in (manifest, *(p for p in folder.rglob("*") if p.is_dir()), folder):
        _sync(path)


def _exchange(one: Path, other: Path) -> bool:
    """Swaps two folders in one step, so that neither is ever missing; False if that is impossible.

    Examples
    --------
    >>> place = Path(tempfile.mkdtemp())
    >>> for name in "ab":
    ...     (place / name).mkdir()
    ...     _ = (place / name / name).write_text("")
    >>> if _exchange(place / "a", place / "b"):
    ...     assert (place / "a" / "b").exists() and (place / "b" / "a").exists()
    """
    rename = (
        getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        if sys.platform == "linux"
        else None
    )
    if rename is None:
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(
        rename(here, os.fsencode(one), here, os.fsencode(other), ctypes.c_uint(exchange)) == 0
    )


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
