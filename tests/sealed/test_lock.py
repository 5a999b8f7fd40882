"""A place has one writer at a time, whoever they are."""

from __future__ import annotations

import errno
import logging
import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from motifcnn.errors import StoreError
from motifcnn.sealed import lock
from motifcnn.sealed.lock import is_held, lock_file, locked


def add_one(counter: Path, times: int) -> None:
    """A change that is lost if two make it at the same time."""
    for _ in range(times):
        with locked(counter):
            before = int(counter.read_text())
            time.sleep(0.0005)
            counter.write_text(str(before + 1))


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_no_change_is_lost(kind: str, tmp_path: Path) -> None:
    counter = tmp_path / "counter"
    counter.write_text("0")
    make = threading.Thread if kind == "threads" else multiprocessing.get_context("fork").Process
    workers = [make(target=add_one, args=(counter, 12)) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert counter.read_text() == "72"
    assert [path.name for path in tmp_path.iterdir()] == ["counter"]


def test_two_spellings_of_a_place_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to("a")
    monkeypatch.chdir(tmp_path)
    spellings = ("a", "./a", tmp_path / "x" / ".." / "a", "link")
    (tmp_path / "x").mkdir()
    assert len({lock_file(Path(path)) for path in spellings}) == 1


def held_elsewhere(path: Path) -> tuple[threading.Thread, threading.Event]:
    has, end = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(path):
            has.set()
            end.wait(20)

    thread = threading.Thread(target=hold)
    thread.start()
    has.wait(20)
    return thread, end


def test_whoever_waits_is_told_and_after_the_stated_time_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lock, "MOMENT", 0.05)
    thread, end = held_elsewhere(tmp_path / "store")
    with (
        caplog.at_level(logging.WARNING),
        pytest.raises(StoreError, match=r"store: another thread or process .* for 0\.2 s; wait"),
        locked(tmp_path / "store", longest=0.2),
    ):
        pass
    end.set()
    thread.join()
    assert [record.message.split(": ")[1] for record in caplog.records] == [
        "another thread or process writes to it; waiting up to 0.2 s"
    ]
    with locked(tmp_path / "store", longest=0.0):
        assert is_held(lock_file(tmp_path / "store"))


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with locked(tmp_path / "store"):
            os.write(writing, b"x")
            time.sleep(20)
        os._exit(0)
    os.read(reading, 1)
    assert is_held(lock_file(tmp_path / "store"))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert not is_held(lock_file(tmp_path / "store"))
    with locked(tmp_path / "store", longest=0.0):
        assert is_held(lock_file(tmp_path / "store"))


def test_without_locks_of_the_system_writing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "fcntl", None)
    with locked(tmp_path / "store"):
        assert list(tmp_path.iterdir()) == []
    assert is_held(lock_file(tmp_path / "store")), "nothing beside it may be removed"


def test_on_a_file_system_without_locks_no_file_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(lock.fcntl, "flock", refuse)
    with locked(tmp_path / "store"):
        assert list(tmp_path.iterdir()) == []
