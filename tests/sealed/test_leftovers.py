"""What a dead writer left is removed; what a living one makes stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn import sealed
from motifcnn.sealed import operations
from motifcnn.sealed.lock import lock_file, locked
from motifcnn.sealed.part import OLD, beside
from tests.faulty_disk import Killed, faulty_disk


def write(path: Path, text: str) -> None:
    with sealed.new_folder(path, kind="note", version=1, overwrite=True) as folder:
        sealed.write_text(folder / "a.txt", text)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_next_write_to_a_place_removes_what_a_dead_writer_left_there(tmp_path: Path) -> None:
    for at in (4, 6):
        with pytest.raises(Killed), faulty_disk(at, None):
            write(tmp_path / "note", "half")
        assert len(sealed.leftovers(tmp_path)) == 2, "one part, and the lock file"
    write(tmp_path / "note", "whole")
    assert names(tmp_path) == ["note"]


def test_parts_of_a_living_writer_are_not_listed_and_stay(tmp_path: Path) -> None:
    with sealed.new_folder(tmp_path / "note", kind="note", version=1) as folder:
        (tmp_path / ".other.0123456789abcdef.part").mkdir()
        assert names(tmp_path)[-1] == ".other.0123456789abcdef.part"
        assert [path.name for path in sealed.leftovers(tmp_path)] == names(tmp_path)[-1:]
        assert len(sealed.remove_leftovers(sealed.leftovers(tmp_path))) == 1
        assert folder.is_dir()
    assert names(tmp_path) == ["note"]


def test_files_of_others_are_no_leftovers(tmp_path: Path) -> None:
    for name in (".note.part", ".note.lock", "note.0123456789abcdef.part", ".git", ".a.b.part"):
        (tmp_path / name).touch()
    before = names(tmp_path)
    assert sealed.leftovers(tmp_path) == sealed.remove_leftovers(sealed.leftovers(tmp_path)) == ()
    write(tmp_path / "note", "whole")
    assert set(names(tmp_path)) == {*before, "note"}


def test_a_place_whose_name_begins_another_keeps_its_hands_off(tmp_path: Path) -> None:
    part = beside(tmp_path / "note.2", "part")
    part.mkdir()
    write(tmp_path / "note", "whole")
    assert part.is_dir()


def test_a_folder_that_is_missing_has_no_leftovers(tmp_path: Path) -> None:
    assert (
        sealed.leftovers(tmp_path / "nowhere")
        == sealed.remove_leftovers(sealed.leftovers(tmp_path / "no"))
        == ()
    )


def test_an_old_folder_is_put_back_where_its_writer_died_between_two_names(tmp_path: Path) -> None:
    write(tmp_path / "note", "old")
    content = (tmp_path / "note" / "a.txt").read_bytes()
    operations.disk.rename(tmp_path / "note", beside(tmp_path / "note", OLD))
    assert len(sealed.remove_leftovers(sealed.leftovers(tmp_path))) == 1
    assert (tmp_path / "note" / "a.txt").read_bytes() == content
    assert names(tmp_path) == ["note"]


def test_a_lock_file_of_a_dead_writer_is_a_leftover(tmp_path: Path) -> None:
    file = lock_file(tmp_path / "note")
    file.touch()
    with locked(tmp_path / "other"):
        assert sealed.remove_leftovers(sealed.leftovers(tmp_path)) == (file,)
    assert names(tmp_path) == []
