"""Checkpoints: the whole state of training, so that a resumed run ends with the same bits."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.errors import StoreError
from motifcnn.methods.epoch import Epoch
from motifcnn.nn.inputs import Inputs
from motifcnn.train.run.folder import MANIFEST, read_folder, write_folder
from motifcnn.train.run.inputs_store import read_inputs, write_inputs

KIND = "motifcnn checkpoint"
_EPOCH = "epoch-{:06d}"
# Complete checkpoints, and what a killed process left behind.
_OURS = re.compile(r"epoch-\d{6,}|\.epoch-\d{6,}\.\w+\.(part|old)")
Weights = dict[str, npt.NDArray[Any]]


@dataclass
class State:
    """Where training stands."""

    module: nn.Module
    optimiser: torch.optim.Optimizer
    history: list[Epoch]
    best: Weights


def save_inputs(folder: Path, inputs: Inputs, of: str) -> None:
    """Keeps the fitted inputs: fitted again, on another machine, their last bit might differ."""
    arrays, document = write_inputs(inputs)
    write_folder(
        folder / "inputs",
        {"inputs": arrays},
        {"inputs": document, "of": {"fingerprint": of}},
        kind=KIND,
    )


def load_inputs(folder: Path, of: str) -> Inputs | None:
    """The inputs kept in a checkpoint folder; None where there are none yet."""
    if not (folder / "inputs" / MANIFEST).is_file():
        return None
    arrays, documents = read_folder(folder / "inputs", kind=KIND)
    _require(folder, documents["of"]["fingerprint"], of)
    return read_inputs(arrays.get("inputs", {}), documents["inputs"])


def save(folder: Path, state: State, of: str) -> None:
    """Writes the state after its last epoch, then removes older ones."""
    optimiser: Weights = {}
    for index, values in state.optimiser.state_dict()["state"].items():
        optimiser |= {
            f"{index}/{name}": value.detach().cpu().numpy() for name, value in values.items()
        }
    arrays = {
        "weights": weights_of(state.module),
        "best": state.best,
        "optimiser": optimiser,
        "random": {"cpu": torch.get_rng_state().numpy()},
    }
    history = [asdict(epoch) for epoch in state.history]
    name = _EPOCH.format(len(state.history))
    write_folder(folder / name, arrays, {"history": history, "of": {"fingerprint": of}}, kind=KIND)
    for other in folder.iterdir():
        if _OURS.fullmatch(other.name) and other.name != name:
            shutil.rmtree(other, ignore_errors=True)


def restore(folder: Path, state: State, of: str) -> bool:
    """Puts the newest complete checkpoint into `state`; False where there is none."""
    found = sorted((path.parent for path in folder.glob(f"epoch-*/{MANIFEST}")), reverse=True)
    if not found:
        return False
    arrays, documents = read_folder(found[0], kind=KIND)
    _require(found[0], documents["of"]["fingerprint"], of)
    load_weights(state.module, arrays["weights"])
    state.best = arrays["best"]
    state.history[:] = [Epoch(**epoch) for epoch in documents["history"]]
    document = state.optimiser.state_dict()
    for key, value in arrays.get("optimiser", {}).items():
        index, name = key.split("/")
        document["state"].setdefault(int(index), {})[name] = torch.from_numpy(value.copy())
    state.optimiser.load_state_dict(document)
    torch.set_rng_state(torch.from_numpy(arrays["random"]["cpu"].copy()))
    return True


def weights_of(module: nn.Module) -> Weights:
    """A copy of the module's weights."""
    return {
        name: value.detach().cpu().numpy().copy() for name, value in module.state_dict().items()
    }


def load_weights(module: nn.Module, weights: Mapping[str, npt.NDArray[Any]]) -> None:
    """Puts weights into a module; a `StoreError` names the first array that does not fit."""
    expected = {name: tuple(value.shape) for name, value in module.state_dict().items()}
    given = {name: value.shape for name, value in weights.items()}
    for name in sorted(expected.keys() | given.keys()):
        if expected.get(name) != given.get(name):
            raise StoreError(
                f"weights: {name} is {given.get(name, 'missing')}, the network has "
                f"{expected.get(name, 'no such array')}. They were written by another version of "
                "this network; train it again."
            )
    module.load_state_dict(
        {name: torch.from_numpy(np.array(value)) for name, value in weights.items()}
    )


def _require(folder: Path, found: str, expected: str) -> None:
    if found != expected:
        raise StoreError(
            f"{folder} is a checkpoint of another run: graph, split, motifs, settings or seed "
            "differ. Name another folder with `checkpoint=`, or remove this one."
        )
