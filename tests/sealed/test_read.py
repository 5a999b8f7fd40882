"""A sealed folder gives the bytes that were sealed, or a typed error."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import StoreError
from motifcnn.sealed import MANIFEST, new_folder, open_sealed
from tests.reseal import reseal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with new_folder(tmp_path / "note", kind="note", version=1) as work:
        (work / "a.json").write_text('{"x": 1}')
    return tmp_path / "note"


def read(folder: Path) -> Any:
    return open_sealed(folder, kind="note", version=1).read_json("a.json", dict[str, int])


def test_a_file_of_another_size_is_refused_by_its_size(folder: Path) -> None:
    assert read(folder) == {"x": 1}
    (folder / "a.json").write_text('{"x": 12345}')
    with pytest.raises(StoreError, match="12 B, expected at most 8 B"):
        read(folder)
    (folder / "a.json").write_text("{}")
    with pytest.raises(StoreError, match="2 bytes, expected 8; the file was altered"):
        read(folder)


def test_a_pipe_in_place_of_a_file_or_of_the_manifest_does_not_block(folder: Path) -> None:
    for name in ("a.json", MANIFEST):
        (folder / name).unlink()
        os.mkfifo(folder / name)
        with pytest.raises(StoreError, match="a pipe"):
            read(folder)


def test_links_in_a_circle_are_refused(folder: Path) -> None:
    (folder / "a.json").unlink()
    (folder / "a.json").symlink_to("a.json")
    with pytest.raises(StoreError, match="links in a circle"):
        read(folder)


def test_an_entry_that_is_removed_from_the_manifest_is_a_typed_error(folder: Path) -> None:
    (folder / "a.json").unlink()
    reseal(folder)
    with pytest.raises(StoreError, match=r"'a\.json' is not listed"):
        read(folder)


@pytest.mark.parametrize(
    "manifest",
    [
        b"",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"kind": "note", "version": ' + b"1" * 5000 + b', "files": {}}',
        b'{"kind": "note", "version": true, "files": {}}',
        b'{"kind": "note", "version": 1, "files": {"a.json": {"sha256": "0", "bytes": 1}}}',
        b'{"kind": "note", "version": 1, "files": {"a.json": {"sha256": null}}}',
        b'{"kind": "note", "version": 1, "files": []}',
    ],
    ids=range(9),
)
def test_a_manifest_of_nonsense_is_a_typed_error(folder: Path, manifest: bytes) -> None:
    (folder / MANIFEST).write_bytes(manifest)
    with pytest.raises(StoreError, match="not a manifest") as caught:
        read(folder)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/../b", ".hidden", "a b", ""])
def test_a_manifest_names_plain_files_only(folder: Path, name: str) -> None:
    content = json.loads((folder / MANIFEST).read_text())
    content["files"][name] = content["files"]["a.json"]
    (folder / MANIFEST).write_text(json.dumps(content))
    with pytest.raises(StoreError, match="not a plain path"):
        read(folder)
