"""Downloads with a pinned SHA-256: the expected file, or a `DatasetError` and nothing on disk."""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from motifcnn.errors import DatasetError
from motifcnn.sealed import locked, part_of

Progress = Callable[[int, int], None]
MAX_UNPACKED = 16 * 2**30
_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError)


@dataclass(frozen=True)
class RemoteFile:
    """One file of a public source.

    Parameters
    ----------
    url : http or https
    sha256 : 64 hexadecimal digits
        Of the file as downloaded; a file with another hash is refused.
    name : str
        Name to keep it under; default: the last part of the URL.
    unpack : bool
        The file is a zip or tar archive: hand on the folder with its contents.
    """

    url: str
    sha256: str
    name: str = ""
    unpack: bool = False

    def __post_init__(self) -> None:
        if not re.match(r"https?://[^/]+/", self.url):
            raise DatasetError(f"URL {self.url!r}: expected http:// or https://")
        if not re.fullmatch(r"[0-9a-f]{64}", self.sha256):
            raise DatasetError(
                f"SHA-256 {self.sha256!r} of {self.url}: "
                "expected 64 hexadecimal digits in lower case"
            )
        name = self.name or self.url.split("?")[0].rsplit("/", 1)[-1]
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]*", name):
            raise DatasetError(
                f"file name {name!r} of {self.url}: expected letters, digits, '.', '_' and '-'; "
                "give `name`"
            )
        object.__setattr__(self, "name", name)


def cache_folder() -> Path:
    """Where downloads are kept: `MOTIFCNN_CACHE`, or the user's cache folder."""
    if given := os.environ.get("MOTIFCNN_CACHE"):
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_cache_dir("motifcnn", appauthor=False))


def fetch(
    file: RemoteFile, folder: Path, *, progress: Progress | None = None, timeout: float = 30.0
) -> Path:
    """The path of a downloaded file, or of the folder with its contents if it is to be unpacked.

    A file that is there with the right hash is not downloaded again.

    Parameters
    ----------
    file : RemoteFile
    folder : where to keep it
    progress : called with (bytes so far, bytes in all), optional
    timeout : seconds without an answer or a byte after which the download fails
    """
    import pooch
    import requests

    downloader = pooch.HTTPDownloader(
        progressbar=_Bar(progress) if progress else False, timeout=timeout
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pooch.get_logger().setLevel("WARNING")
        path = Path(
            pooch.retrieve(
                file.url,
                f"sha256:{file.sha256}",
                fname=file.name,
                path=folder,
                downloader=downloader,
            )
        )
    except requests.HTTPError as error:
        raise DatasetError(
            f"{file.url}: the server answers {error}; the source may have moved"
        ) from error
    except requests.RequestException as error:
        raise DatasetError(
            f"{file.url}: the connection failed or broke off ({error}); try again. Nothing was kept"
        ) from error
    except ValueError as error:
        raise DatasetError(
            f"{file.url}: the file does not have the SHA-256 {file.sha256}: "
            "it was changed at the source or on its way. Refused"
        ) from error
    except OSError as error:
        raise DatasetError(
            f"{folder / file.name}: cannot be written ({error.strerror}); "
            "set MOTIFCNN_CACHE to another folder"
        ) from error
    return unpack(path) if file.unpack else path


def unpack(archive: Path, *, limit: int = MAX_UNPACKED) -> Path:
    """The folder `<archive>.<hash>.unpacked` with the contents of a zip or tar archive.

    The hash is the start of the archive's SHA-256, so an archive that changed is unpacked again.
    The folder appears complete or not at all. Members that would leave the folder, links, devices
    and more than `limit` bytes are refused.
    """
    with archive.open("rb") as content:
        found = hashlib.file_digest(content, "sha256").hexdigest()
    target = archive.with_name(f"{archive.name}.{found[:16]}.unpacked")
    if target.is_dir():
        return target
    with locked(target), part_of(target) as work:
        if not target.is_dir():  # else another process has unpacked the same archive
            _unpack(archive, work, limit)
            os.rename(work, target)
    return target


def _unpack(archive: Path, work: Path, limit: int) -> None:
    try:
        work.mkdir()
        if zipfile.is_zipfile(archive):
            _unzip(archive, work, limit)
        elif tarfile.is_tarfile(archive):
            _untar(archive, work, limit)
        else:
            raise DatasetError(
                f"{archive}: neither a zip nor a tar archive; leave `unpack` at False"
            )
    except (OSError, EOFError, NotImplementedError, RuntimeError, *_BROKEN) as error:
        raise DatasetError(
            f"{archive}: the archive is broken ({error}); delete it and download it again"
        ) from error


def _unzip(path: Path, folder: Path, limit: int) -> None:
    with zipfile.ZipFile(path) as archive:
        room = limit
        for entry in archive.infolist():
            if stat.S_ISLNK(entry.external_attr >> 16):
                raise DatasetError(f"{path}: member {entry.filename!r} is a link; refused")
            place = _inside(path, folder, entry.filename)
            if entry.is_dir():
                place.mkdir(parents=True, exist_ok=True)
                continue
            with archive.open(entry) as stream:
                room = _copy(path, stream, place, room, limit)


def _untar(path: Path, folder: Path, limit: int) -> None:
    with tarfile.open(path) as archive:
        room = limit
        for member in archive:
            place = _inside(path, folder, member.name)
            if member.isdir():
                place.mkdir(parents=True, exist_ok=True)
                continue
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is None:
                raise DatasetError(f"{path}: member {member.name!r} is a link or a device; refused")
            room = _copy(path, stream, place, room, limit)


def _inside(path: Path, folder: Path, name: str) -> Path:
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or "\0" in name or re.match(r"[A-Za-z]:", name):
        raise DatasetError(f"{path}: member {name!r} would leave the folder; refused")
    return folder / parts


def _copy(path: Path, stream: IO[bytes], place: Path, room: int, limit: int) -> int:
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("xb") as target:
        while block := stream.read(1 << 20):
            room -= len(block)
            if room < 0:
                raise DatasetError(f"{path}: unpacks to more than {limit:,} bytes; refused")
            target.write(block)
    return room


class _Bar:
    """A progress bar as pooch expects it, which calls a function."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.total = 0
        self.done = 0

    def update(self, size: int) -> None:
        self.done += size
        self.progress(self.done, self.total)

    def reset(self) -> None:
        self.done = 0  # pooch resets at the end and then counts the whole file once more

    def close(self) -> Any:
        return None
