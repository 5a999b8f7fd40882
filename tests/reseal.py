"""Changes a file of a sealed folder and its entry in the manifest, as an attacker would."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from motifcnn.sealed import MANIFEST


def reseal(folder: Path) -> None:
    """Writes the hash and size that each listed file has now; a file that is gone is left out."""
    manifest = folder / MANIFEST
    content = json.loads(manifest.read_bytes())
    for name in list(content["files"]):
        if not (folder / name).is_file():
            del content["files"][name]
            continue
        data = (folder / name).read_bytes()
        content["files"][name] = {"sha256": sha256(data).hexdigest(), "bytes": len(data)}
    manifest.write_text(json.dumps(content))


def write_sealed(folder: Path, name: str, data: bytes) -> None:
    """Replaces the content of a file and seals the folder again."""
    (folder / name).write_bytes(data)
    reseal(folder)


def change_json(folder: Path, name: str, change: Callable[[Any], Any]) -> None:
    """Replaces a document by what `change` makes of it, or leaves in it, and seals again."""
    value = json.loads((folder / name).read_bytes())
    changed = change(value)
    write_sealed(folder, name, json.dumps(value if changed is None else changed).encode())
