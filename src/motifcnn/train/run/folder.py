"""Arrays and documents in a sealed folder: tensors as safetensors, the rest as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import StoreError
from motifcnn.nn.inputs import Inputs
from motifcnn.readable import clipped
from motifcnn.sealed import (
    MANIFEST,
    SealedFolder,
    new_folder,
    open_sealed,
    read_whole,
    write,
    write_text,
)
from motifcnn.train.run.documents import InputsDocument

__all__ = [
    "MANIFEST",
    "read_document",
    "read_folder",
    "read_inputs",
    "required_arrays",
    "write_folder",
    "write_inputs",
]

VERSION = 1
Arrays = Mapping[str, npt.NDArray[Any]]


def write_folder(
    folder: str | Path,
    arrays: Mapping[str, Arrays],
    documents: Mapping[str, Any],
    *,
    kind: str,
    add: Callable[[Path], None] | None = None,
) -> None:
    """Writes ``<name>.safetensors`` and ``<name>.json`` files as a folder that appears whole.

    A folder of the same kind is replaced. `add` writes what else belongs into the folder, whose
    path it is given.
    """
    with new_folder(Path(folder), kind=kind, version=VERSION, overwrite=True) as work:
        for name, values in arrays.items():
            write(work / f"{name}.safetensors", partial(_save_arrays, values))
        for name, document in documents.items():
            write_text(work / f"{name}.json", _as_json(name, document))
        if add is not None:
            add(work)


def _save_arrays(values: Arrays, file: Path) -> None:
    from safetensors.numpy import save_file

    save_file({key: np.asarray(value, order="C") for key, value in values.items()}, file)


def _as_json(name: str, document: Any) -> str:
    try:
        return json.dumps(document, indent=1, allow_nan=False)
    except ValueError as error:
        raise StoreError(
            f"{name}.json: a number in it is not finite, and JSON has only finite ones; nothing is "
            "written. Train it again, with a lower learning rate or scaled features."
        ) from error


def read_folder(
    folder: str | Path, *, kind: str, documents: Mapping[str, Any] | None = None
) -> tuple[dict[str, dict[str, npt.NDArray[Any]]], dict[str, Any]]:
    """The arrays and documents of a folder, each file checked against its hash.

    Parameters
    ----------
    folder : path
    kind : str
    documents : mapping of name to schema, optional
        The documents to read, which must be there; default: all, as plain values.
    """
    return read_whole(Path(folder), lambda: _read(Path(folder), kind, documents))


def _read(
    folder: Path, kind: str, documents: Mapping[str, Any] | None
) -> tuple[dict[str, dict[str, npt.NDArray[Any]]], dict[str, Any]]:
    sealed = open_sealed(folder, kind=kind, version=VERSION)
    own = [name for name in sealed.files if "/" not in name]  # a run may hold a graph's folder, too
    if documents is None:
        documents = {n.removesuffix(".json"): Any for n in own if n.endswith(".json")}
    found = {name: sealed.read_json(f"{name}.json", schema) for name, schema in documents.items()}
    arrays = {
        name.removesuffix(".safetensors"): _tensors(sealed, name)
        for name in own
        if name.endswith(".safetensors")
    }
    return arrays, found


def required_arrays(
    arrays: Mapping[str, dict[str, npt.NDArray[Any]]], name: str, folder: str | Path
) -> dict[str, npt.NDArray[Any]]:
    """The arrays of one file; a `StoreError` where the folder lacks it."""
    if name not in arrays:
        raise StoreError(
            f"{folder}: {name}.safetensors is missing; the folder is incomplete. Write it again"
        )
    return arrays[name]


def _tensors(sealed: SealedFolder, name: str) -> dict[str, npt.NDArray[Any]]:
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        return load(sealed.read(name))
    except KeyError as error:
        raise StoreError(
            f"{sealed.path / name}: values of type {error}, which numpy does not have; "
            "write the folder again"
        ) from error
    except (SafetensorError, ValueError, TypeError, OverflowError, MemoryError) as error:
        raise StoreError(
            f"{sealed.path / name}: not a safetensors file ({clipped(str(error))}); "
            "write the folder again"
        ) from error


def read_document(folder: str | Path, name: str, schema: Any, *, kind: str) -> Any:
    """One document of a folder, checked against its hash and its schema."""

    def read() -> Any:
        sealed = open_sealed(Path(folder), kind=kind, version=VERSION)
        return sealed.read_json(f"{name}.json", schema)

    return read_whole(Path(folder), read)


def write_inputs(inputs: Inputs) -> tuple[Arrays, dict[str, Any]]:
    """Arrays and a JSON document from which `read_inputs` makes the same fitted inputs."""
    blocks = {t: [asdict(block) for block in plan] for t, plan in inputs.blocks.items()}
    return inputs.arrays, {
        "blocks": blocks,
        "ids": {t: ids.tolist() for t, ids in inputs.ids.items()},
    }


def read_inputs(arrays: dict[str, npt.NDArray[Any]], document: InputsDocument) -> Inputs:
    """The inputs that `write_inputs` took apart."""
    blocks = {t: tuple(block.block() for block in plan) for t, plan in document.blocks.items()}
    return Inputs(blocks, arrays, {t: np.asarray(ids) for t, ids in document.ids.items()})
