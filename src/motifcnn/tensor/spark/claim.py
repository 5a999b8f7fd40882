"""Claim: a folder is that of one count or one import, and of nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.sealed import read_regular
from motifcnn.sealed.limits import MAX_DOCUMENT
from motifcnn.tensor.spark.result import ARGUMENTS, write_json

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")  # a path keeps one of two slashes


def claim(folder: Path, arguments: dict[str, Any], *, overwrite: bool, what: str = "count") -> None:
    """Makes a folder ours for these arguments; one that holds anything else is a `StoreError`.

    Parameters
    ----------
    folder : Path
    arguments : dict
        As JSON keeps them.
    overwrite : bool
        Discard what an earlier call of ours left there.
    what : str
        What messages call the work: "count" or "import".

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> claim(folder, {"motif": "a"}, overwrite=False)
    >>> claim(folder, {"motif": "b"}, overwrite=False)
    Traceback (most recent call last):
    motifcnn.errors.StoreError: ...: holds another count, whose motif is 'a' and not 'b'; ...
    """
    file = folder / ARGUMENTS
    if overwrite and file.is_file():
        shutil.rmtree(folder)
    if not folder.exists() or not any(folder.iterdir()):
        folder.mkdir(parents=True, exist_ok=True)
        write_json(file, arguments)
        return
    if not file.is_file():
        raise StoreError(f"{folder}: exists and holds no {what} of Spark; choose another folder")
    try:
        found = read_arguments(folder)
    except StoreError as error:
        raise StoreError(f"{error}; choose another folder") from error
    if differing := sorted(
        name for name in {*found, *arguments} if found.get(name) != arguments.get(name)
    ):
        name = differing[0]
        raise StoreError(
            f"{folder}: holds another {what}, whose {name} is {found.get(name)!r} and not "
            f"{arguments.get(name)!r}; choose another folder or pass overwrite=True"
        )


def as_folder(out: str | Path) -> Path:
    """The folder that a result goes to; an address such as ``s3a://bucket`` is refused.

    Spark would write there, but this process, which reads the notes of stages, would not.

    Examples
    --------
    >>> as_folder("s3a://bucket/tensor")
    Traceback (most recent call last):
    motifcnn.errors.MotifCNNError: out='s3a://bucket/tensor': expected a folder that this process...
    """
    if _ADDRESS.match(str(out)):
        raise MotifCNNError(
            f"out={str(out)!r}: expected a folder that this process and every worker see under one "
            "path, such as a mount; copy the tables from there"
        )
    return Path(out)


def read_arguments(folder: Path) -> dict[str, Any]:
    """The arguments that a folder was claimed with."""
    from motifcnn.sealed.document import parse_document

    file = folder / ARGUMENTS
    content = read_regular(file, limit=MAX_DOCUMENT, within=folder)
    return parse_document(content, dict[str, Any], str(file))


def file_list(folder: Path) -> list[list[Any]]:
    """Name, size and time of change of each file: another input is another count."""
    found = sorted(file for file in folder.rglob("*") if file.is_file())
    return [
        [file.relative_to(folder).as_posix(), file.stat().st_size, file.stat().st_mtime_ns]
        for file in found
    ]
