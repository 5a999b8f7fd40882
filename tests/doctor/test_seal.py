"""Each file is compared with the manifest, and nothing outside of the folder is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motifcnn.doctor.seal import check_seal, is_regular
from motifcnn.sealed import MANIFEST, new_folder

FILES = ("a.txt", "nodes/b.txt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "store"
    with new_folder(path, kind="motifcnn graph", version=1) as work:
        (work / "nodes").mkdir()
        for name in FILES:
            (work / name).write_text(f"content of {name}")
    return path


def changed(folder: Path, name: str, **entry: object) -> None:
    """Another entry of a file in the manifest."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    manifest["files"].setdefault(name, {}).update(entry)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def test_files_as_they_were_written_are_intact(folder: Path) -> None:
    seal = check_seal(folder)
    assert (seal.kind, sorted(seal.intact), seal.damaged) == ("motifcnn graph", list(FILES), [])
    assert seal.findings == []


def test_the_size_is_told_before_the_hash_and_the_hash_where_sizes_agree(folder: Path) -> None:
    (folder / "a.txt").write_text("content of b.txt"[: len("content of a.txt")])
    (folder / "nodes" / "b.txt").write_text("longer than it was written, by far")
    said = {Path(each.place).name: each.problem for each in check_seal(folder).findings}
    assert said["a.txt"].startswith("altered: SHA-256 is ")
    assert said["b.txt"].startswith("34 bytes, written were 22")


def test_a_link_is_not_followed_even_to_the_same_content(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_bytes((folder / "a.txt").read_bytes())
    (folder / "a.txt").unlink()
    (folder / "a.txt").symlink_to(outside)
    seal = check_seal(folder)
    assert seal.damaged == ["a.txt"]
    assert "not a regular file inside" in seal.findings[0].problem


@pytest.mark.parametrize("name", ["../outside.txt", "/etc/hostname", "nodes/../../outside.txt"])
def test_a_name_that_leads_out_is_a_finding(folder: Path, name: str) -> None:
    (folder.parent / "outside.txt").write_text("x")
    changed(folder, name, sha256="0" * 64, bytes=1)
    seal = check_seal(folder)
    assert seal.damaged == [name]
    assert "leads out of the folder" in seal.findings[0].problem


def test_a_file_that_the_manifest_does_not_list_is_a_note_but_for_those_of_verbs(
    folder: Path,
) -> None:
    (folder / "source.json").write_text("{}")
    assert check_seal(folder).findings == []
    (folder / "notes.md").write_text("mine")
    (note,) = check_seal(folder).findings
    assert "1 file beside the store: notes.md" in note.problem
    assert not note.wrong


def test_without_a_manifest_no_file_is_compared(folder: Path) -> None:
    (folder / MANIFEST).unlink()
    seal = check_seal(folder)
    assert (seal.kind, seal.intact) == ("", [])
    assert "cannot be read" in seal.findings[0].problem


def test_links_folders_and_nothing_are_no_regular_files(folder: Path) -> None:
    (folder / "link").symlink_to(folder / "a.txt")
    assert is_regular(folder / "a.txt")
    for name in ("link", "nodes", "missing"):
        assert not is_regular(folder / name)
