"""Runs as folders: weights and arrays as safetensors, the rest as JSON, hashes in a manifest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import StoreError
from motifcnn.graph.labels import Split
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.methods import get_method
from motifcnn.methods.scores import Scores
from motifcnn.train.run.check import run_problem
from motifcnn.train.run.documents import EpochDocument, NodesDocument, RunDocument
from motifcnn.train.run.encoders import read_encoders, write_encoders
from motifcnn.train.run.folder import (
    read_folder,
    read_inputs,
    required_arrays,
    write_folder,
    write_inputs,
)
from motifcnn.train.run.run import Run

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
        **{
            name: None if found is None else _scores_to_json(found)
            for name, found in scores.items()
        },
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
        Where `Run.save` or a verb of the command line wrote it.

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
    arrays, documents = read_folder(
        folder,
        kind=KIND,
        documents={"run": RunDocument, "history": list[EpochDocument], "nodes": NodesDocument},
    )
    document: RunDocument = documents["run"]
    nodes: NodesDocument = documents["nodes"]
    own = get_method(document.model).preset(document.preset or None)
    plain: dict[str, Any] = {name: getattr(document, name) for name in _AS_THEY_ARE}
    for name in _SCORES:
        found = getattr(document, name)
        plain[name] = None if found is None else found.scores()
    choices = document.motif_choice
    run = Run(
        **plain,
        settings=own.changed(document.settings),
        motifs=tuple(each.motif() for each in document.motifs),
        classes=tuple(document.classes),
        schema=document.schema_.to_schema(),
        split=_split(required_arrays(arrays, "split", folder), document.target, folder),
        history=tuple(each.epoch() for each in documents["history"]),
        weights=required_arrays(arrays, "weights", folder),
        inputs=read_inputs(arrays.get("inputs", {}), document.inputs),
        probabilities=_array(arrays, "predictions", "probabilities", np.float32, folder),
        ids=np.asarray(nodes.ids),
        names=None if nodes.names is None else np.asarray(nodes.names, dtype=object),
        seconds=document.seconds,
        motif_choice=None if choices is None else tuple(each.choice() for each in choices),
        tried=tuple(each.tried() for each in document.tried),
        encoders=read_encoders(arrays.get("encoders", {}), document.encoders),
        folder=Path(folder).absolute(),
    )
    if (problem := run_problem(run)) is not None:
        raise StoreError(f"{folder}: {problem}; the run was altered. Train and save it again")
    return run


def _split(arrays: dict[str, npt.NDArray[Any]], target: str, folder: str | Path) -> Split:
    parts = (
        _array({"split": arrays}, "split", part, np.int64, folder)
        for part in ("train", "val", "test")
    )
    return Split(target, *parts)


def _array(
    arrays: Mapping[str, dict[str, npt.NDArray[Any]]],
    file: str,
    name: str,
    dtype: type[np.generic],
    folder: str | Path,
) -> npt.NDArray[Any]:
    """One array; a `StoreError` where it is missing or of another dtype."""
    values = required_arrays(arrays, file, folder).get(name)
    if values is None or values.dtype != dtype:
        found = "missing" if values is None else f"of {values.dtype}"
        raise StoreError(
            f"{folder}: array {name} of {file}.safetensors is {found}, expected "
            f"{np.dtype(dtype)}; train and save the run again"
        )
    return values


def _scores_to_json(scores: Scores) -> dict[str, Any]:
    """Scores of no nodes are NaN, which JSON cannot hold, and are written as null."""
    return {name: None if value != value else value for name, value in asdict(scores).items()}
