"""A file is replaced in one step, and nothing is left beside it."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from motifcnn import sealed
from tests.faulty_disk import faulty_disk


def write(path: Path, text: str) -> None:
    with sealed.new_folder(path, kind="note", version=1, overwrite=True) as folder:
        (folder / "a.txt").write_text(text)


def read(path: Path) -> str:
    return sealed.open_sealed(path, kind="note", version=1).read("a.txt").decode()


def test_a_failure_while_writing_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    for text in ("older", "old"):
        with sealed.new_file(file) as place:
            place.write_text(text)
            assert file.exists() == (text == "old")
    with pytest.raises(RuntimeError), sealed.new_file(file) as place:
        place.write_text("half")
        raise RuntimeError
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_what_a_link_points_at_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    write(tmp_path / "real", "old")
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link", "new")
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    with sealed.new_file(tmp_path / "link.txt") as place:
        place.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "link.txt").is_symlink()
    assert read(tmp_path / "real") == "new"
    assert (tmp_path / "real.txt").read_text() == "new"
    assert len(list(tmp_path.iterdir())) == 4


def test_threads_that_write_one_file_take_turns(tmp_path: Path) -> None:
    file, inside = tmp_path / "a.txt", threading.Semaphore()
    problems: list[Exception] = []

    def save(text: str) -> None:
        try:
            with sealed.new_file(file) as place:
                assert inside.acquire(blocking=False)
                place.write_text(text)
                time.sleep(0.02)
                inside.release()
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=save, args=(text,)) for text in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert file.read_text() in ("one", "two")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_is_on_the_disk_before_it_has_its_name_and_its_name_after(tmp_path: Path) -> None:
    with faulty_disk(0, None) as disk, sealed.new_file(tmp_path / "a.txt") as place:
        sealed.write_text(place, "hello")
    assert disk.done == [
        *("make_folder", "open_lock", "write"),
        *("sync", "rename", "sync"),
        "remove",  # of the lock file
    ]


def test_a_file_has_the_permissions_that_opening_it_would_give(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    file = tmp_path / "a.txt"
    for mode in ((tmp_path / "plain").stat().st_mode & 0o777, 0o600):
        with sealed.new_file(file) as place:
            place.write_text("hello")
        assert file.stat().st_mode & 0o777 == mode
        file.chmod(0o600)
