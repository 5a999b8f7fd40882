"""Reads sealed folders: a file that is missing, altered or outside of the folder is refused."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from motifcnn.errors import StoreError
from motifcnn.readable import shown
from motifcnn.sealed.limits import MAX_BYTES, MAX_DOCUMENT
from motifcnn.sealed.regular import UnreadableError, read_regular

MANIFEST = "manifest.json"
_PLAIN_PATH = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*/)*[A-Za-z0-9][A-Za-z0-9._-]*")
T = TypeVar("T")


@dataclass(frozen=True)
class SealedFolder:
    """A complete folder; `files` maps the path of each file to its SHA-256, `sizes` to its size."""

    path: Path
    files: Mapping[str, str]
    sizes: Mapping[str, int] = field(default_factory=dict)

    def read(self, name: str) -> bytes:
        """The file's bytes; a `StoreError` if it is missing, altered or outside the folder."""
        if name not in self.files:
            raise StoreError(
                f"{self.path / MANIFEST}: {shown(name)} is not listed, so it is not part of the "
                "folder; write the folder again"
            )
        file, size = self.path / name, self.sizes.get(name)
        try:
            content = read_regular(
                file, limit=MAX_BYTES if size is None else size, within=self.path
            )
        except UnreadableError as error:
            raise StoreError(
                f"{file}: cannot be read ({error.strerror}); the folder is incomplete or altered"
            ) from error
        if size is not None and len(content) != size:
            raise StoreError(
                f"{file}: {len(content):,} bytes, expected {size:,}; the file was altered. "
                "Write the folder again"
            )
        if (found := hashlib.sha256(content).hexdigest()) != self.files[name]:
            raise StoreError(
                f"{file}: SHA-256 is {found}, expected {self.files[name]}; "
                "the file was altered. Write the folder again"
            )
        return content

    def read_json(self, name: str, schema: type[T]) -> T:
        """The document in a file; a `StoreError` where it does not fit the schema."""
        from motifcnn.sealed.document import parse_document

        content = self.read(name)
        if len(content) > MAX_DOCUMENT:
            raise StoreError(
                f"{self.path / name}: {len(content):,} bytes of JSON, expected at most "
                f"{MAX_DOCUMENT:,}"
            )
        return parse_document(content, schema, f"{self.path / name}")


def open_sealed(path: Path, *, kind: str, version: int) -> SealedFolder:
    """Opens a folder that `new_folder` wrote; a `StoreError` says what is wrong with any other."""
    from motifcnn.sealed.manifest import read_manifest

    manifest = Path(path) / MANIFEST
    content = read_manifest(manifest)
    if content.kind != kind:
        raise StoreError(f"{manifest}: the folder holds a {shown(content.kind)}, expected {kind!r}")
    if content.version != version:
        raise StoreError(
            f"{manifest}: format version {content.version!r}, this release reads version "
            f"{version}; use the release that wrote it"
        )
    for name in content.files:
        if not _PLAIN_PATH.fullmatch(name) or ".." in name:
            raise StoreError(
                f"{manifest}: file name {shown(name)} is not a plain path inside the folder; "
                "refused"
            )
    return SealedFolder(
        Path(path),
        {name: entry.sha256 for name, entry in content.files.items()},
        {name: entry.bytes for name, entry in content.files.items()},
    )
