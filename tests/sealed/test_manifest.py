"""The manifest of a folder as it was written."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from motifcnn.sealed import MANIFEST, new_folder
from motifcnn.sealed.manifest import read_manifest


def test_a_manifest_lists_hash_and_size_of_every_file(tmp_path: Path) -> None:
    with new_folder(tmp_path / "note", kind="note", version=3) as work:
        (work / "part").mkdir()
        (work / "part" / "a.txt").write_bytes(b"hello")
    found = read_manifest(tmp_path / "note" / MANIFEST)
    assert (found.kind, found.version, list(found.files)) == ("note", 3, ["part/a.txt"])
    entry = found.files["part/a.txt"]
    assert (entry.sha256, entry.bytes) == (sha256(b"hello").hexdigest(), 5)
