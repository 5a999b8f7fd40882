"""Downloads against a server on this machine: the right file, a wrong one, a broken connection."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from motifcnn.datasets.download import RemoteFile, cache_folder, fetch, unpack
from motifcnn.errors import DatasetError

CONTENT = bytes(range(256)) * 2000


class Handler(BaseHTTPRequestHandler):
    served: dict[str, int] = {}  # noqa: RUF012

    def do_GET(self) -> None:
        self.served[self.path] = self.served.get(self.path, 0) + 1
        if self.path == "/gone.bin":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        if self.path == "/cut.bin":
            self.wfile.write(CONTENT[: len(CONTENT) // 2])
            self.wfile.flush()
            self.connection.close()
        elif self.path == "/short.bin":
            self.wfile.write(CONTENT[:-1] + b"?")
        else:
            self.wfile.write(CONTENT)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    Handler.served = {}
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()
        thread.join()


def remote(server: str, name: str, content: bytes = CONTENT) -> RemoteFile:
    return RemoteFile(f"{server}/{name}", hashlib.sha256(content).hexdigest())


def everything(folder: Path) -> list[Path]:
    return [p for p in folder.rglob("*") if p.is_file()]


def test_the_right_file_arrives_whole_and_is_not_fetched_again(server: str, tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    path = fetch(
        remote(server, "good.bin"),
        tmp_path / "cache",
        progress=lambda done, total: steps.append((done, total)),
    )
    assert path.read_bytes() == CONTENT
    assert everything(tmp_path) == [path]
    assert steps[-1] == (len(CONTENT), len(CONTENT))
    assert [done for done, _ in steps[:-1]] == sorted(done for done, _ in steps[:-1])
    assert fetch(remote(server, "good.bin"), tmp_path / "cache") == path
    assert Handler.served == {"/good.bin": 1}


def test_a_file_that_was_altered_on_disk_is_fetched_again(server: str, tmp_path: Path) -> None:
    path = fetch(remote(server, "good.bin"), tmp_path)
    path.write_bytes(b"altered")
    assert fetch(remote(server, "good.bin"), tmp_path).read_bytes() == CONTENT


def test_a_wrong_hash_is_refused_and_nothing_stays(server: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"short\.bin: the file does not have the SHA-256"):
        fetch(remote(server, "short.bin"), tmp_path)
    assert everything(tmp_path) == []


def test_a_cut_connection_is_said_and_nothing_stays(server: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"cut\.bin: the connection failed or broke off"):
        fetch(remote(server, "cut.bin"), tmp_path)
    assert everything(tmp_path) == []


def test_a_missing_file_and_a_missing_server_are_said(server: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"gone\.bin: the server answers 404"):
        fetch(remote(server, "gone.bin"), tmp_path)
    with pytest.raises(DatasetError, match="connection failed"):
        fetch(remote("http://127.0.0.1:9", "good.bin"), tmp_path, timeout=2)
    assert everything(tmp_path) == []


def test_a_cache_that_cannot_be_written_is_said(server: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DatasetError, match="MOTIFCNN_CACHE"):
        fetch(remote(server, "good.bin"), tmp_path / "file")


@pytest.mark.parametrize(
    ("url", "sha256", "name"),
    [
        ("file:///etc/passwd", "0" * 64, ""),
        ("ftp://a/b", "0" * 64, ""),
        ("https://a/b", "0" * 63, ""),
        ("https://a/b", "G" * 64, ""),
        ("https://a/", "0" * 64, ""),
        ("https://a/b", "0" * 64, "../b"),
        ("https://a/..", "0" * 64, ""),
    ],
)
def test_a_remote_file_is_validated_when_made(url: str, sha256: str, name: str) -> None:
    with pytest.raises(DatasetError):
        RemoteFile(url, sha256, name)


def zip_of(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def tar_of(path: Path, members: dict[str, bytes], link: str | None = None) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        if link is not None:
            entry = tarfile.TarInfo(link)
            entry.type, entry.linkname = tarfile.SYMTYPE, "/etc"
            archive.addfile(entry)
    return path


@pytest.mark.parametrize("make", [zip_of, tar_of])
def test_archives_are_unpacked_once(make: type, tmp_path: Path) -> None:
    archive = make(tmp_path / "a.archive", {"x/y.txt": b"yes", "z.txt": b"no"})
    folder = unpack(archive)
    assert (folder / "x" / "y.txt").read_bytes() == b"yes"
    assert (folder / "z.txt").read_bytes() == b"no"
    assert unpack(archive) == folder
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.archive", folder.name]
    assert (
        folder.name == f"a.archive.{hashlib.sha256(archive.read_bytes()).hexdigest()[:16]}.unpacked"
    )


def test_an_archive_that_changed_is_unpacked_again(tmp_path: Path) -> None:
    for content in (b"old", b"new"):
        folder = unpack(zip_of(tmp_path / "a.zip", {"a.txt": content}))
        assert (folder / "a.txt").read_bytes() == content


def test_a_folder_that_another_process_unpacked_meanwhile_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = zip_of(tmp_path / "a.zip", {"a.txt": b"yes"})
    theirs = unpack(archive)
    (theirs / "mark").write_text("theirs")
    seen: list[Path] = []

    def not_yet_there(path: Path) -> bool:
        if path != theirs:
            return os.path.isdir(path)
        seen.append(path)
        return len(seen) > 1  # the first look comes before the other process is done

    monkeypatch.setattr(Path, "is_dir", not_yet_there)
    assert unpack(archive) == theirs
    assert (theirs / "mark").read_text() == "theirs"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.zip", theirs.name]


@pytest.mark.parametrize("make", [zip_of, tar_of])
@pytest.mark.parametrize("name", ["../evil", "/evil", "a/../../evil", "a\\..\\..\\evil"])
def test_a_member_that_leaves_the_folder_is_refused(make: type, name: str, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    archive = make(tmp_path / "deep" / "a.archive", {"good": b"", name: b"evil"})
    with pytest.raises(DatasetError, match="would leave the folder"):
        unpack(archive)
    assert everything(tmp_path) == [archive]


def test_links_bombs_and_broken_archives_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="link or a device"):
        unpack(tar_of(tmp_path / "link.tgz", {}, link="etc"))
    with pytest.raises(DatasetError, match="more than 1,000 bytes"):
        unpack(zip_of(tmp_path / "bomb.zip", {"a": b"\0" * 100_000}), limit=1000)
    whole = zip_of(tmp_path / "cut.zip", {"a": CONTENT}).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[:100] + whole[150:])
    with pytest.raises(DatasetError, match="broken"):
        unpack(tmp_path / "cut.zip")
    (tmp_path / "text").write_text("no archive")
    with pytest.raises(DatasetError, match="neither a zip nor a tar"):
        unpack(tmp_path / "text")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bomb.zip", "cut.zip", "link.tgz", "text"]


def test_the_cache_is_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTIFCNN_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("MOTIFCNN_CACHE")
    assert cache_folder().name == "motifcnn"
