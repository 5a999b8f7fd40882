"""The manifest of a sealed folder: its kind, its format version, and every file with its hash."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from motifcnn.errors import StoreError
from motifcnn.sealed.document import Count, Document, parse_document
from motifcnn.sealed.limits import MAX_DOCUMENT
from motifcnn.sealed.regular import UnreadableError, read_regular


class FileEntry(Document):
    """What a file must hold."""

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    bytes: Count


class Manifest(Document):
    """What `manifest.json` holds."""

    kind: Annotated[str, Field(max_length=100)]
    version: Count
    files: dict[str, FileEntry]


def read_manifest(file: Path) -> Manifest:
    """The manifest in a file; a `StoreError` where there is none."""
    try:
        content = read_regular(file, limit=MAX_DOCUMENT, within=file.parent)
        return parse_document(content, Manifest, str(file))
    except UnreadableError as error:
        raise StoreError(
            f"{file}: cannot be read ({error.strerror}); a folder without a manifest is incomplete"
        ) from error
    except StoreError as error:
        raise StoreError(f"{error}; it is not a manifest. Write the folder again") from None
