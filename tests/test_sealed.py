"""A sealed folder is replaced in one step: whoever looks finds the old one or the new one."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from motifcnn import sealed
from motifcnn.errors import StoreError


def write(path: Path, text: str) -> None:
    with sealed.new_folder(path, kind="note", version=1, overwrite=True) as folder:
        (folder / "a.txt").write_text(text)


def read(path: Path) -> str:
    return sealed.open_sealed(path, kind="note", version=1).read("a.txt").decode()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges folders in one step")
def test_a_folder_is_at_no_time_missing_while_it_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "note"
    write(path, "0")
    missing, stop = [], threading.Event()

    def look() -> None:
        while not stop.is_set():
            if not path.is_dir():
                missing.append(True)

    watcher = threading.Thread(target=look)
    watcher.start()
    for number in range(40):
        write(path, str(number))
    stop.set()
    watcher.join()
    assert not missing
    assert read(path) == "39"
    assert [p.name for p in tmp_path.iterdir()] == ["note"], "nothing is left beside it"


def test_where_the_system_cannot_exchange_the_folder_is_replaced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "_exchange", lambda one, other: False)
    write(tmp_path / "note", "old")
    write(tmp_path / "note", "new")
    assert read(tmp_path / "note") == "new"
    assert [p.name for p in tmp_path.iterdir()] == ["note"]


def test_a_failure_while_writing_leaves_the_old_folder(tmp_path: Path) -> None:
    write(tmp_path / "note", "old")
    with (
        pytest.raises(RuntimeError),
        sealed.new_folder(tmp_path / "note", kind="note", version=1, overwrite=True) as folder,
    ):
        (folder / "a.txt").write_text("half")
        raise RuntimeError
    assert read(tmp_path / "note") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["note"]


def test_a_folder_that_is_there_is_kept_unless_asked(tmp_path: Path) -> None:
    write(tmp_path / "note", "old")
    with (
        pytest.raises(StoreError, match="exists already"),
        sealed.new_folder(tmp_path / "note", kind="note", version=1),
    ):
        pass
    assert read(tmp_path / "note") == "old"


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


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_folder_that_appears_while_another_is_written_is_kept(
    tmp_path: Path, overwrite: bool
) -> None:
    path = tmp_path / "place"
    expected = "holds a 'run'" if overwrite else "exists already"
    with (
        pytest.raises(StoreError, match=expected),
        sealed.new_folder(path, kind="tensor", version=1, overwrite=overwrite) as slow,
    ):
        (slow / "a.txt").write_text("tensor")
        with sealed.new_folder(path, kind="run", version=1) as quick:
            (quick / "a.txt").write_text("run")
    assert sealed.open_sealed(path, kind="run", version=1).read("a.txt") == b"run"
    assert [p.name for p in tmp_path.iterdir()] == ["place"]


def test_a_folder_that_appears_at_the_last_moment_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, free = tmp_path / "place", sealed._require_free
    checks = []

    def check(*given: object) -> None:
        free(*given)  # type: ignore[arg-type]
        checks.append(given)
        if len(checks) == 2:
            path.mkdir()
            (path / "a.txt").write_text("theirs")

    monkeypatch.setattr(sealed, "_require_free", check)
    with (
        pytest.raises(StoreError, match="appeared while"),
        sealed.new_folder(path, kind="note", version=1),
    ):
        pass
    assert (path / "a.txt").read_text() == "theirs"


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


def test_a_link_to_itself_is_said(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(StoreError, match="loop: a link that leads nowhere"):
        write(tmp_path / "loop", "new")


def test_threads_may_write_one_file_at_the_same_time(tmp_path: Path) -> None:
    file, both = tmp_path / "a.txt", threading.Barrier(2)
    problems: list[Exception] = []

    def save(text: str) -> None:
        try:
            with sealed.new_file(file) as place:
                place.write_text(text)
                both.wait()
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


def test_a_file_is_on_the_disk_before_it_has_its_name_and_its_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    sync, replace = sealed._sync, os.replace
    monkeypatch.setattr(
        sealed,
        "_sync",
        lambda path: (steps.append("folder" if path.is_dir() else "file"), sync(path)),
    )
    monkeypatch.setattr(
        os, "replace", lambda one, other: (steps.append("replace"), replace(one, other))
    )
    with sealed.new_file(tmp_path / "a.txt") as place:
        place.write_text("hello")
    assert steps == ["file", "replace", "folder"]


def test_a_file_has_the_permissions_that_opening_it_would_give(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    file = tmp_path / "a.txt"
    for mode in ((tmp_path / "plain").stat().st_mode & 0o777, 0o600):
        with sealed.new_file(file) as place:
            place.write_text("hello")
        assert file.stat().st_mode & 0o777 == mode
        file.chmod(0o600)


def test_every_file_of_a_folder_may_be_read_by_whoever_may_enter_it(tmp_path: Path) -> None:
    with sealed.new_folder(tmp_path / "run", kind="note", version=1) as folder:
        (folder / "private.txt").touch(mode=0o600)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "run").iterdir()} == {0o644}
