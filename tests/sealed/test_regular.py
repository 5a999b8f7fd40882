"""Only regular files of a bounded size are opened, and nothing blocks."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from motifcnn.errors import StoreError
from motifcnn.sealed import UnreadableError, read_regular


def test_a_pipe_is_refused_and_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")  # opened in the usual way, it waits for a writer for ever
    with pytest.raises(UnreadableError, match="a pipe, expected a file"):
        read_regular(tmp_path / "a.json")


def test_devices_sockets_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="a device"):
        read_regular(Path("/dev/zero"))
    with pytest.raises(UnreadableError, match="a folder"):
        read_regular(tmp_path)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "s"))
        with pytest.raises(UnreadableError):
            read_regular(tmp_path / "s")


def test_a_link_may_lead_anywhere_in_its_folder_and_not_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "folder" / "part").mkdir(parents=True)
    (tmp_path / "folder" / "a").write_text("inside")
    (tmp_path / "secret").write_text("outside")
    (tmp_path / "folder" / "part" / "in").symlink_to("../a")
    (tmp_path / "folder" / "out").symlink_to("../secret")
    (tmp_path / "folder" / "far").symlink_to(tmp_path)
    within = tmp_path / "folder"
    assert read_regular(within / "part" / "in", within=within) == b"inside"
    assert read_regular(within / "out") == b"outside"
    for name in ("out", "far/secret", "../secret"):
        with pytest.raises(UnreadableError, match="leads out of the folder"):
            read_regular(within / name, within=within)


def test_links_in_a_circle_are_a_typed_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for within in (None, tmp_path):
        with pytest.raises(UnreadableError) as caught:
            read_regular(tmp_path / "a", within=within)
        assert caught.value.errno == errno.ELOOP


def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as file:
        file.truncate(2**40)  # takes no room on the disk
    with pytest.raises(UnreadableError, match=r"1\.1 TB, expected at most 10 B"):
        read_regular(tmp_path / "a", limit=10)


def test_missing_files_and_odd_names_are_both_a_store_and_an_os_error(tmp_path: Path) -> None:
    for name in ("missing", "a\0b", "x" * 300):
        with pytest.raises(StoreError, match="cannot be read") as caught:
            read_regular(tmp_path / name)
        assert isinstance(caught.value, OSError)
    (tmp_path / "empty").touch()
    assert read_regular(tmp_path / "empty") == b""
