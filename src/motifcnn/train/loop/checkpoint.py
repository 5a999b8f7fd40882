"""Checkpoints: the whole state of training, so that a resumed run ends with the same bits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from motifcnn.errors import StoreError
from motifcnn.nn.inputs import Inputs
from motifcnn.readable import clipped
from motifcnn.sealed import discard, explained, leftovers, locked, make_folder, remove_leftovers
from motifcnn.train.loop.loop import State, Weights, load_weights, weights_of
from motifcnn.train.run.documents import EpochDocument, InputsDocument, OwnerDocument
from motifcnn.train.run.folder import (
    MANIFEST,
    Arrays,
    read_document,
    read_folder,
    read_inputs,
    required_arrays,
    write_folder,
    write_inputs,
)

KIND = "motifcnn checkpoint"
_OURS = re.compile(r"epoch-\d{6,}")


@dataclass(frozen=True)
class Checkpoint:
    """A folder that keeps the state of one run.

    Parameters
    ----------
    folder : Path
    every : int
        Epochs from one state to the next.
    of : str
        Fingerprint of the run; the state of another one is refused.
    """

    folder: Path
    every: int
    of: str

    def save_inputs(self, inputs: Inputs) -> None:
        """Keeps fitted inputs: fitted again, on another machine, their last bit might differ."""
        arrays, document = write_inputs(inputs)
        self._write("inputs", {"inputs": arrays}, {"inputs": document})

    def load_inputs(self) -> Inputs | None:
        """The inputs that were kept; None where there are none yet."""
        if not (self.folder / "inputs" / MANIFEST).is_file():
            return None
        arrays, documents = self._read("inputs", {"inputs": InputsDocument})
        return read_inputs(arrays.get("inputs", {}), documents["inputs"])

    def save(self, state: State) -> None:
        """Writes the state after its last epoch, then removes older ones."""
        optimiser: Weights = {}
        for index, values in state.optimiser.state_dict()["state"].items():
            optimiser |= {f"{index}/{name}": v.detach().cpu().numpy() for name, v in values.items()}
        arrays: dict[str, Arrays] = {
            "weights": weights_of(state.module),
            "best": state.best,
            "optimiser": optimiser,
            "random": {"cpu": torch.get_rng_state().numpy()},
        }
        name = f"epoch-{len(state.history):06d}"
        with self._locked():
            self._write(name, arrays, {"history": [asdict(epoch) for epoch in state.history]})
            remove_leftovers(leftovers(self.folder))
            for other in self.folder.iterdir():
                # Only older ones: another process may be further with the same run.
                if _OURS.fullmatch(other.name) and other.name < name:
                    discard(other)

    def restore(self, state: State) -> bool:
        """Puts the newest complete checkpoint into `state`; False where there is none."""
        if not self._epochs():
            return False
        with self._locked():
            name = self._epochs()[-1]
            arrays, documents = self._read(name, {"history": list[EpochDocument]})
        parts = {
            part: required_arrays(arrays, part, self.folder / name)
            for part in ("weights", "best", "random")
        }
        try:
            load_weights(state.module, parts["weights"])
            state.best = parts["best"]
            state.history[:] = [epoch.epoch() for epoch in documents["history"]]
            document = state.optimiser.state_dict()
            for key, value in arrays.get("optimiser", {}).items():
                index, of = key.split("/")
                document["state"].setdefault(int(index), {})[of] = torch.from_numpy(value.copy())
            state.optimiser.load_state_dict(document)
            torch.set_rng_state(torch.from_numpy(parts["random"]["cpu"].copy()))
        except (KeyError, TypeError, ValueError, RuntimeError, AttributeError) as error:
            raise StoreError(
                f"{self.folder / name}: not a state of this training ({type(error).__name__}: "
                f"{clipped(str(error))}); remove the folder and begin again"
            ) from error
        return True

    def _epochs(self) -> list[str]:
        """Names of complete checkpoints, the newest last."""
        return sorted(path.parent.name for path in self.folder.glob(f"epoch-*/{MANIFEST}"))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keeps other processes from removing what is read, and from writing, meanwhile."""
        with explained(self.folder):
            make_folder(self.folder)
        with locked(self.folder / "epoch"):
            yield

    def _write(self, name: str, arrays: dict[str, Arrays], documents: dict[str, Any]) -> None:
        for other in self._epochs()[-1:]:
            self._require_own(other)  # another run may have come to the folder since this one began
        documents["of"] = {"fingerprint": self.of}
        write_folder(self.folder / name, arrays, documents, kind=KIND)

    def _read(
        self, name: str, documents: dict[str, Any]
    ) -> tuple[dict[str, Weights], dict[str, Any]]:
        self._require_own(name)
        return read_folder(self.folder / name, kind=KIND, documents=documents)

    def _require_own(self, name: str) -> None:
        found = read_document(self.folder / name, "of", OwnerDocument, kind=KIND)
        if found.fingerprint != self.of:
            raise StoreError(
                f"{self.folder / name} is a checkpoint of another run: graph, split, motifs, "
                "settings or seed differ. Name another folder with `checkpoint=`, or remove this "
                "one."
            )
