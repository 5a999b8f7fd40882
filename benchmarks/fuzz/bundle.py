"""A folder as one input: its files by path, as a zip archive on disk."""

from __future__ import annotations

import hashlib
import io
import json
import random
import zipfile
from pathlib import Path

from benchmarks.fuzz.mutate import mutated_bytes, mutated_json

MANIFEST = "manifest.json"
Bundle = dict[str, bytes]


def pack(files: Bundle) -> bytes:
    """The archive of a bundle; the same bytes for the same files."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content)
    return held.getvalue()


def unpack(content: bytes) -> Bundle:
    """The bundle in an archive."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read_bundle(folder: Path) -> Bundle:
    """The files of a folder."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def write_bundle(files: Bundle, folder: Path) -> None:
    """Writes the files into a folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def mutated_bundle(rng: random.Random, files: Bundle) -> Bundle:
    """A change of one or two files; of three, two are sealed again, as an attacker would."""
    found = dict(files)
    for _ in range(rng.choice((1, 1, 1, 2))):
        name = rng.choice(sorted(found))
        if rng.random() < 0.03:
            found.pop(name)
        elif rng.random() < 0.03:
            found[name] = found[rng.choice(sorted(found))]
        elif name.endswith(".json") and rng.random() < 0.85:
            found[name] = mutated_json(rng, found[name])
        else:
            found[name] = mutated_bytes(rng, found[name], found[rng.choice(sorted(found))])
        if not found:
            return dict(files)
    return resealed(found) if MANIFEST in files and rng.random() < 2 / 3 else found


def resealed(files: Bundle) -> Bundle:
    """The bundle with hashes and sizes of its files in the manifest."""
    try:
        manifest = json.loads(files[MANIFEST])
        for name, entry in manifest["files"].items():
            if name in files:
                entry["sha256"] = hashlib.sha256(files[name]).hexdigest()
                entry["bytes"] = len(files[name])
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        return files
    return files | {MANIFEST: json.dumps(manifest).encode("utf-8", "replace")}
