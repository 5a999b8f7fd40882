"""Reads sealed folders: a file that is missing, altered or outside of the folder is refused."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motifcnn.errors import StoreError

MANIFEST = "manifest.json"
_PLAIN_PATH = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*/)*[A-Za-z0-9][A-Za-z0-9._-]*")


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
