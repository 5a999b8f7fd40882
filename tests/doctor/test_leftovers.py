from __future__ import annotations

import time
from pathlib import Path

import pytest

from motifcnn.doctor import examine, leftovers, remove_leftover
from motifcnn.doctor.leftovers import AGE
from motifcnn.sealed import new_folder

LATER = time.time() + AGE + 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with leftovers beside it and inside, and files whose names only look similar."""
    path = tmp_path / "store"
    with new_folder(path, kind="motifcnn graph", version=1) as work:
        (work / "a.txt").write_text("a")
    (path / ".source.json.00ff.part").write_text("half")
    (tmp_path / ".store.abc_1.part").mkdir()
    (tmp_path / ".store.abc_1.part" / "a.txt").write_text("half")
    (tmp_path / ".other.abc_1.part").mkdir()
    (path / "notes.part").write_text("not ours")
    return path


def test_leftovers_are_found_by_name_beside_and_inside(folder: Path) -> None:
    names = [left.path.name for left in leftovers(folder)]
    assert names == [".store.abc_1.part", ".source.json.00ff.part"]


def test_a_young_one_may_be_in_use_and_stays(folder: Path) -> None:
    assert not any(remove_leftover(left) for left in leftovers(folder))
    assert len(leftovers(folder)) == 2


def test_old_ones_are_removed_and_nothing_else(folder: Path) -> None:
    assert all(remove_leftover(left) for left in leftovers(folder, now=LATER))
    assert leftovers(folder) == ()
    assert sorted(path.name for path in folder.parent.iterdir()) == [".other.abc_1.part", "store"]
    assert (folder / "notes.part").exists()


def test_the_only_copy_of_a_store_is_never_removed(folder: Path) -> None:
    """As after a kill between the two renames of a system without an exchange of folders."""
    old = folder.parent / ".store.x1.old"
    old.mkdir()
    folder.rename(old / "replaced")
    above = folder.parent
    (found,) = [left for left in leftovers(above, now=LATER) if left.path == old]
    assert found.only_copy == folder
    assert not remove_leftover(found)
    assert (old / "replaced" / "a.txt").read_text() == "a"
    about = examine(above)[-1]
    assert any(f"rename {old / 'replaced'} to {folder}" == f.next_step for f in about.findings)
