from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.doctor import examine, leftovers
from motifcnn.sealed import locked, new_folder, remove_leftovers

NUMBER = "0123456789abcdef"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with leftovers beside it and inside, and files whose names only look similar."""
    path = tmp_path / "store"
    with new_folder(path, kind="motifcnn graph", version=1) as work:
        (work / "a.txt").write_text("a")
    (path / f".source.json.{NUMBER}.part").write_text("half")
    (tmp_path / f".store.{NUMBER}.part").mkdir()
    (tmp_path / f".store.{NUMBER}.part" / "a.txt").write_text("half")
    (tmp_path / f".other.{NUMBER}.part").mkdir()
    (path / "notes.part").write_text("not ours")
    return path


def test_leftovers_are_found_beside_and_inside(folder: Path) -> None:
    names = [path.name for path in leftovers(folder)]
    assert names == [f".store.{NUMBER}.part", f".source.json.{NUMBER}.part"]


def test_those_of_a_living_writer_stay(folder: Path) -> None:
    with locked(folder):
        part = folder.parent / f".store.{NUMBER}.part"
        part.mkdir(exist_ok=True)
        assert leftovers(folder) == (folder / f".source.json.{NUMBER}.part",)


def test_they_are_removed_and_nothing_else(folder: Path) -> None:
    assert len(remove_leftovers(leftovers(folder))) == 2
    assert leftovers(folder) == ()
    left = [f".other.{NUMBER}.part", "store"]
    assert sorted(path.name for path in folder.parent.iterdir()) == left
    assert (folder / "notes.part").exists()


def test_the_only_copy_of_a_store_gets_its_name_back(folder: Path) -> None:
    """As after a kill between the two renames of a system without an exchange of folders."""
    old = folder.parent / f".store.{NUMBER}.old"
    folder.rename(old)
    about = examine(folder.parent)[-1]
    assert any(f"the only copy of {folder}" in finding.problem for finding in about.findings)
    remove_leftovers(leftovers(folder.parent))
    assert not old.exists()
    assert (folder / "a.txt").read_text() == "a"
