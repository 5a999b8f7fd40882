"""A sealed folder is replaced in one step: whoever looks finds the old one or the new one."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from motifcnn import sealed
from motifcnn.errors import StoreError
from motifcnn.sealed import folder as writing
from tests.faulty_disk import faulty_disk


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
    tmp_path: Path,
) -> None:
    with faulty_disk(0, None, exchanges=False):
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
    path, free = tmp_path / "place", writing._require_free
    checks = []

    def check(*given: object) -> None:
        free(*given)  # type: ignore[arg-type]
        checks.append(given)
        if len(checks) == 2:
            path.mkdir()
            (path / "a.txt").write_text("theirs")

    monkeypatch.setattr(writing, "_require_free", check)
    with (
        pytest.raises(StoreError, match="appeared while"),
        sealed.new_folder(path, kind="note", version=1),
    ):
        pass
    assert (path / "a.txt").read_text() == "theirs"


def test_a_link_to_itself_is_said(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(StoreError, match="loop: a link that leads nowhere"):
        write(tmp_path / "loop", "new")


def test_every_file_of_a_folder_may_be_read_by_whoever_may_enter_it(tmp_path: Path) -> None:
    with sealed.new_folder(tmp_path / "run", kind="note", version=1) as folder:
        (folder / "private.txt").touch(mode=0o600)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "run").iterdir()} == {0o644}


def test_an_empty_folder_stays_until_the_new_one_replaces_it(tmp_path: Path) -> None:
    (tmp_path / "note").mkdir()
    with (
        pytest.raises(RuntimeError),
        sealed.new_folder(tmp_path / "note", kind="note", version=1) as folder,
    ):
        assert folder.is_dir()
        raise RuntimeError
    assert (tmp_path / "note").is_dir()
    write(tmp_path / "note", "new")
    assert read(tmp_path / "note") == "new"
