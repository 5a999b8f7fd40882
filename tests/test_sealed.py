"""A sealed folder is replaced in one step: whoever looks finds the old one or the new one."""

from __future__ import annotations

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
    with pytest.raises(RuntimeError), sealed.new_folder(tmp_path / "note", kind="note", version=1, overwrite=True) as folder:
        (folder / "a.txt").write_text("half")
        raise RuntimeError
    assert read(tmp_path / "note") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["note"]


def test_a_folder_that_is_there_is_kept_unless_asked(tmp_path: Path) -> None:
    write(tmp_path / "note", "old")
    with pytest.raises(StoreError, match="exists already"), sealed.new_folder(tmp_path / "note", kind="note", version=1):
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
