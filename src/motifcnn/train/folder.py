"""Folders that exist completely or not at all: tensors as safetensors, the rest as JSON, a manifest with hashes written last."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import StoreError

MANIFEST = "manifest.json"
Arrays = Mapping[str, npt.NDArray[Any]]


def write_folder(folder: str | Path, arrays: Mapping[str, Arrays], documents: Mapping[str, Any]) -> None:
    """Writes ``<name>.safetensors`` and ``<name>.json`` files, then the manifest, and puts the folder in place in one step.

    A reader never sees a folder half written. A folder of that name is replaced; a crash at that very moment leaves it under a
    hidden name that ends in ``.old``.
    """
    folder = Path(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    if folder.exists() and not (folder / MANIFEST).is_file() and any(folder.iterdir()):
        raise StoreError(f"{folder} exists and was not written by motifcnn (no {MANIFEST}); name another folder")
    temporary = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        files = {f"{name}.safetensors": _safetensors(values) for name, values in arrays.items()}
        files |= {f"{name}.json": _json(value) for name, value in documents.items()}
        for name, content in files.items():
            _write(temporary / name, content)
        hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
        _write(temporary / MANIFEST, _json({"format": 1, "sha256": hashes}))
        _sync(temporary)
        old = temporary.with_name(temporary.name + ".old")
        if folder.exists():
            os.rename(folder, old)
        os.rename(temporary, folder)
        _sync(folder.parent)
        shutil.rmtree(old, ignore_errors=True)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def read_folder(folder: str | Path) -> tuple[dict[str, dict[str, npt.NDArray[Any]]], dict[str, Any]]:
    """The arrays and documents of a folder whose every file has the hash that the manifest gives it."""
    from safetensors.numpy import load

    folder = Path(folder)
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        hashes = dict(manifest["sha256"])
    except FileNotFoundError:
        raise StoreError(f"{folder} has no {MANIFEST}: it was not written completely, or is something else") from None
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{folder / MANIFEST} is damaged ({error}); write the folder again") from error
    arrays, documents = {}, {}
    for name, expected in hashes.items():
        path = folder / name
        if Path(name).name != name or not path.is_file():
            raise StoreError(f"{path} is missing, but the manifest lists it; write the folder again")
        content = path.read_bytes()
        found = hashlib.sha256(content).hexdigest()
        if found != expected:
            raise StoreError(f"{path} was altered: its SHA-256 is {found}, the manifest says {expected}")
        if path.suffix == ".json":
            documents[path.stem] = json.loads(content)
        else:
            arrays[path.stem] = load(content)
    return arrays, documents


def _safetensors(arrays: Arrays) -> bytes:
    from safetensors.numpy import save

    return save({name: np.ascontiguousarray(values) for name, values in arrays.items()})


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode()


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
