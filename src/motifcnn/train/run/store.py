"""Runs as folders: weights and arrays as safetensors, the rest as JSON, hashes in a manifest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from motifcnn.train.run.encoders import read_encoders, write_encoders
from motifcnn.train.run.folder import read_folder, read_inputs, write_folder, write_inputs
from motifcnn.train.run.run import Run
from motifcnn.train.run.tried import Tried

KIND = "motifcnn run"
_FORMAT = 2
_AS_THEY_ARE = ("model", "preset", "target", "multi_label", "seed", "best", "threshold")
_SCORES = ("validation", "test", "test_at_half")


def save_run(
    run: Run,
    folder: str | Path,
    *,
    notes: Mapping[str, Any] | None = None,
    add: Callable[[Path], None] | None = None,
) -> None:
    """Writes a run as a folder, whole or not at all.

    Parameters
    ----------
    run : Run
    folder : path
    notes : mapping of name to a value of JSON
        More files ``<name>.json``, such as "source": the graph that it was trained on.
    add : function
        Writes what else belongs to the run into the folder that it is given.
    """
    inputs, input_document = write_inputs(run.inputs)
    encoders, encoder_documents = write_encoders(run.encoders)
    scores = {name: getattr(run, name) for name in _SCORES}
    choices = run.motif_choice
    arrays = {
        "weights": run.weights,
        "inputs": inputs,
        "split": {part: getattr(run.split, part) for part in ("train", "val", "test")},
        "predictions": {"probabilities": run.probabilities},
    } | ({"encoders": encoders} if encoders else {})
    document = {
        "format": _FORMAT,
        **{name: getattr(run, name) for name in _AS_THEY_ARE},
        **{name: None if found is None else asdict(found) for name, found in scores.items()},
        "seconds": dict(run.seconds),
        "settings": run.settings.to_json(),
        "motifs": [motif.to_dict() for motif in run.motifs],
        "classes": list(run.classes),
        "schema": schema_to_json(run.schema),
        "inputs": input_document,
        "encoders": encoder_documents,
        "tried": [asdict(one) for one in run.tried],
        "motif_choice": None if choices is None else [choice.to_json() for choice in choices],
    }
    names = None if run.names is None else run.names.tolist()
    documents = {
        "run": document,
        "history": [asdict(epoch) for epoch in run.history],
        "nodes": {"ids": run.ids.tolist(), "names": names},
    }
    write_folder(folder, arrays, documents | dict(notes or {}), kind=KIND, add=add)


def load_run(folder: str | Path) -> Run:
    """The run in a folder that `Run.save` wrote completely; nothing in it is executed.

    All of it is as it was saved, `probabilities` (n_target, c) included; only its `graph` is None.
    Explanations find the graph again where it was saved with its name, as by `motifcnn train`.

    Parameters
    ----------
    folder : path

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
    own = get_method(document["model"]).preset(document["preset"] or None)
    plain: dict[str, Any] = {name: document[name] for name in _AS_THEY_ARE}
    for name in _SCORES:
        plain[name] = None if document[name] is None else Scores(**document[name])
    choices = document.get("motif_choice")  # runs of earlier versions do not have it
    names = documents["nodes"]["names"]
    return Run(
        **plain,
        settings=own.changed(document["settings"]),
        motifs=tuple(Motif.from_dict(motif) for motif in document["motifs"]),
        classes=tuple(document["classes"]),
        schema=schema_from_json(document["schema"], str(folder)),
        split=Split(document["target"], **arrays["split"]),
        history=tuple(Epoch(**epoch) for epoch in documents["history"]),
        weights=arrays["weights"],
        inputs=read_inputs(arrays.get("inputs", {}), document["inputs"]),
        probabilities=arrays["predictions"]["probabilities"],
        ids=np.asarray(documents["nodes"]["ids"]),
        names=None if names is None else np.asarray(names, dtype=object),
        seconds=document["seconds"],
        motif_choice=None if choices is None else tuple(map(MotifChoice.from_json, choices)),
        tried=tuple(Tried(**one) for one in document.get("tried", ())),
        encoders=read_encoders(arrays.get("encoders", {}), document.get("encoders", [])),
        folder=Path(folder).absolute(),
    )
