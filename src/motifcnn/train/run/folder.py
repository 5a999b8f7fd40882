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
from motifcnn.nn.inputs import InputBlock, Inputs
from motifcnn.sealed import MANIFEST, new_folder, open_sealed, write, write_text

__all__ = [
    "MANIFEST",
    "read_document",
    "read_folder",
    "read_inputs",
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
            write_text(work / f"{name}.json", json.dumps(document, indent=1))
        if add is not None:
            add(work)


def _save_arrays(values: Arrays, file: Path) -> None:
    from safetensors.numpy import save_file

    save_file({key: np.asarray(value, order="C") for key, value in values.items()}, file)


def read_folder(
    folder: str | Path, *, kind: str
) -> tuple[dict[str, dict[str, npt.NDArray[Any]]], dict[str, Any]]:
    """The arrays and documents of a folder, each file checked against its hash."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    sealed = open_sealed(Path(folder), kind=kind, version=VERSION)
    arrays, documents = {}, {}
    for name in sealed.files:
        stem, _, ending = name.rpartition(".")
        if "/" in name or ending not in ("json", "safetensors"):
            continue  # a graph or a mapping that is kept with a run
        if ending == "json":
            documents[stem] = sealed.read_json(name)
            continue
        try:
            arrays[stem] = load(sealed.read(name))
        except SafetensorError as error:
            raise StoreError(
                f"{sealed.path / name}: not a safetensors file ({error}); write the folder again"
            ) from error
    return arrays, documents


def read_document(folder: str | Path, name: str, *, kind: str) -> Any:
    """One document of a folder, checked against its hash."""
    return open_sealed(Path(folder), kind=kind, version=VERSION).read_json(f"{name}.json")


def write_inputs(inputs: Inputs) -> tuple[Arrays, dict[str, Any]]:
    """Arrays and a JSON document from which `read_inputs` makes the same fitted inputs."""
    blocks = {t: [asdict(block) for block in plan] for t, plan in inputs.blocks.items()}
    return inputs.arrays, {
        "blocks": blocks,
        "ids": {t: ids.tolist() for t, ids in inputs.ids.items()},
    }


def read_inputs(arrays: dict[str, npt.NDArray[Any]], document: Mapping[str, Any]) -> Inputs:
    """The inputs that `write_inputs` took apart."""
    blocks = {
        t: tuple(InputBlock(**block) for block in plan) for t, plan in document["blocks"].items()
    }
    return Inputs(blocks, arrays, {t: np.asarray(ids) for t, ids in document["ids"].items()})
