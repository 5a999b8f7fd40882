"""Runs as folders: weights and arrays as safetensors, the rest as JSON, hashes in a manifest."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from motifcnn.errors import StoreError
from motifcnn.graph.labels import Split
from motifcnn.graph.schema_json import schema_from_json, schema_to_json
from motifcnn.methods import get_method
from motifcnn.methods.epoch import Epoch
from motifcnn.methods.scores import Scores
from motifcnn.motif.motif import Motif
from motifcnn.train.motifs.choice import MotifChoice
from motifcnn.train.run.folder import read_folder, write_folder
from motifcnn.train.run.inputs_store import read_inputs, write_inputs
from motifcnn.train.run.run import Run

KIND = "motifcnn run"
_FORMAT = 2


def save_run(run: Run, folder: str | Path) -> None:
    """Writes a run as a folder."""
    input_arrays, input_document = write_inputs(run.inputs)
    parts = {"train": run.split.train, "val": run.split.val, "test": run.split.test}
    arrays = {
        "weights": run.weights,
        "inputs": input_arrays,
        "split": parts,
        "predictions": {"probabilities": run.probabilities},
    }
    document = {
        "format": _FORMAT,
        "model": run.model,
        "preset": run.preset,
        "settings": run.settings.to_json(),
        "motifs": [motif.to_dict() for motif in run.motifs],
        "target": run.target,
        "classes": list(run.classes),
        "multi_label": run.multi_label,
        "schema": schema_to_json(run.schema),
        "seed": run.seed,
        "best": run.best,
        "threshold": run.threshold,
        "validation": asdict(run.validation),
        "test": asdict(run.test),
        "test_at_half": asdict(run.test_at_half) if run.test_at_half else None,
        "seconds": dict(run.seconds),
        "inputs": input_document,
        "motif_choice": None
        if run.motif_choice is None
        else [choice.to_json() for choice in run.motif_choice],
    }
    nodes = {
        "ids": run.ids.tolist(),
        "names": run.names.tolist() if run.names is not None else None,
    }
    write_folder(
        folder,
        arrays,
        {"run": document, "history": [asdict(epoch) for epoch in run.history], "nodes": nodes},
        kind=KIND,
    )


def load_run(folder: str | Path) -> Run:
    """The run in a folder that `Run.save` wrote completely; nothing in it is executed.

    Parameters
    ----------
    folder : path

    Returns
    -------
    Run
        As it was saved, `probabilities` (n_target, c) included; only its `graph` is None.

    Raises
    ------
    StoreError
        If the manifest is missing or a file differs from it.

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), model="majority")
    >>> folder = Path(tempfile.mkdtemp(), "run")
    >>> run.save(folder)
    >>> load_run(folder).probabilities.shape
    (3111, 8)
    """
    arrays, documents = read_folder(folder, kind=KIND)
    document = documents.get("run")
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise StoreError(f"{folder} is not a run of format {_FORMAT}; train and save it again")
    split, nodes = arrays["split"], documents["nodes"]
    return Run(
        model=document["model"],
        preset=document["preset"],
        settings=get_method(document["model"])
        .preset(document["preset"] or None)
        .changed(document["settings"]),
        motifs=tuple(Motif.from_dict(motif) for motif in document["motifs"]),
        target=document["target"],
        classes=tuple(document["classes"]),
        multi_label=document["multi_label"],
        schema=schema_from_json(document["schema"], str(folder)),
        split=Split(document["target"], split["train"], split["val"], split["test"]),
        seed=document["seed"],
        history=tuple(Epoch(**epoch) for epoch in documents["history"]),
        best=document["best"],
        threshold=document["threshold"],
        validation=Scores(**document["validation"]),
        test=Scores(**document["test"]),
        test_at_half=Scores(**document["test_at_half"]) if document["test_at_half"] else None,
        weights=arrays["weights"],
        inputs=read_inputs(arrays.get("inputs", {}), document["inputs"]),
        probabilities=arrays["predictions"]["probabilities"],
        ids=np.asarray(nodes["ids"]),
        names=np.asarray(nodes["names"], dtype=object) if nodes["names"] is not None else None,
        seconds=document["seconds"],
        # Runs of earlier versions do not have it.
        motif_choice=_motif_choice(document.get("motif_choice")),
    )


def _motif_choice(found: list[dict[str, Any]] | None) -> tuple[MotifChoice, ...] | None:
    return None if found is None else tuple(MotifChoice.from_json(choice) for choice in found)
