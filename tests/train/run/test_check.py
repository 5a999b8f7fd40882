"""A stored run whose parts do not fit each other is refused, hashes or not."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.train import fit, load_run
from tests.reseal import change_json, reseal, write_sealed
from tests.small_graphs import MOTIFS, bibliography


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("run") / "run"
    graph = bibliography(papers=40, names=True)
    fit(graph, MOTIFS[:1], split=(0.3, 0.2, 0.5), epochs=2, settings={"filters": [4]}).save(folder)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def folder(saved: dict[str, bytes], tmp_path: Path) -> Path:
    for name, content in saved.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def change_arrays(folder: Path, name: str, change: Callable[[dict[str, Any]], Any]) -> None:
    arrays = load_file(folder / name)
    arrays = {key: value.copy() for key, value in arrays.items()}
    change(arrays)
    save_file(arrays, folder / name)
    reseal(folder)


def without(document: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != key}


def test_what_is_not_changed_loads(folder: Path) -> None:
    assert load_run(folder).probabilities.shape == (40, 3)


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        ("predictions", lambda a: a["probabilities"].fill(np.nan), "not all between 0 and 1"),
        ("predictions", lambda a: a["probabilities"].fill(7), "not all between 0 and 1"),
        ("predictions", lambda a: a.clear(), "probabilities of predictions.safetensors is missing"),
        ("predictions", lambda a: a.update(probabilities=np.ones((3, 3), "f4")), "of shape"),
        ("predictions", lambda a: a.update(probabilities=np.ones((40, 3))), "is of float64"),
        ("split", lambda a: a["test"].fill(2**40), "more than one part|rows"),
        ("split", lambda a: a["test"].__setitem__(0, 40), "rows .* expected 0 to 39"),
        ("split", lambda a: a["test"].__setitem__(0, -1), "rows -1 to"),
        ("split", lambda a: a.pop("val"), "array val of split.safetensors is missing"),
        ("split", lambda a: a.update(val=np.ones(3)), "is of float64"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(
    folder: Path, file: str, change: Any, message: str
) -> None:
    change_arrays(folder, f"{file}.safetensors", change)
    with pytest.raises(MotifCNNError, match=message):
        load_run(folder)


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("run.json", lambda d: d.update(threshold="x")),
        ("run.json", lambda d: d.update(threshold=float("nan"))),
        ("run.json", lambda d: d.update(threshold=7)),
        ("run.json", lambda d: d.update(best=99)),
        ("run.json", lambda d: d.update(best=2**70)),
        ("run.json", lambda d: d.update(seed=1.5)),
        ("run.json", lambda d: d.update(target="nobody")),
        ("run.json", lambda d: d.update(model="nothing")),
        ("run.json", lambda d: d.update(model=3)),
        ("run.json", lambda d: d.update(classes=["a"])),
        ("run.json", lambda d: d.update(settings={"filters": "x"})),
        ("run.json", lambda d: d.update(settings=[])),
        ("run.json", lambda d: d.update(further=1)),
        ("run.json", lambda d: d.update(encoders=[{"type": "paper", "state": {}}])),
        ("run.json", lambda d: d["inputs"]["blocks"]["paper"][0].update(width=2**40)),
        ("run.json", lambda d: d["inputs"]["blocks"]["paper"][0].update(kind="x")),
        ("run.json", lambda d: d["motifs"][0].update(context="c")),
        ("run.json", lambda d: d["test"].update(micro_f1=7)),
        ("run.json", lambda d: []),
        ("nodes.json", lambda d: d.update(ids=d["ids"][:-1])),
        ("nodes.json", lambda d: d.update(ids=d["ids"][::-1])),
        ("nodes.json", lambda d: d.update(ids=[2**63] * 40)),
        ("nodes.json", lambda d: d.update(names=["a"])),
        ("nodes.json", lambda d: d.update(names=3)),
        ("history.json", lambda d: {}),
        ("history.json", lambda d: d[0].update(number=-1)),
        ("history.json", lambda d: d[0].update(more=1)),
    ],
)
def test_documents_that_do_not_fit_are_refused(folder: Path, file: str, change: Any) -> None:
    change_json(folder, file, change)
    with pytest.raises(MotifCNNError) as caught:
        load_run(folder)
    assert len(str(caught.value)) < 1000


def test_every_missing_key_of_a_run_is_a_typed_error(folder: Path, saved: dict[str, bytes]) -> None:
    late = {"encoders", "tried", "motif_choice"}  # earlier releases did not write them
    for key in json.loads(saved["run.json"]):
        (folder / "run.json").write_bytes(saved["run.json"])
        change_json(folder, "run.json", lambda d, key=key: without(d, key))
        if key in late:
            load_run(folder)
        else:
            with pytest.raises(StoreError, match=f"'{key}' is missing"):
                load_run(folder)


def test_every_file_that_is_missing_from_the_manifest_is_a_typed_error(
    folder: Path, saved: dict[str, bytes]
) -> None:
    for name in sorted(saved.keys() - {"manifest.json", "inputs.safetensors"}):
        (folder / name).unlink()
        reseal(folder)
        with pytest.raises(StoreError, match=r"is not listed|is missing"):
            load_run(folder)
        for each, content in saved.items():
            (folder / each).write_bytes(content)


@pytest.mark.parametrize("dtype", ["BF16", "F8_E4M3", "F8_E5M2", "X"])
def test_values_that_numpy_does_not_have_are_refused(folder: Path, dtype: str) -> None:
    for size in (1, 2):
        header = json.dumps({"a": {"dtype": dtype, "shape": [4 // size], "data_offsets": [0, 4]}})
        data = struct.pack("<Q", len(header)) + header.encode() + b"\0" * 4
        write_sealed(folder, "weights.safetensors", data)
        with pytest.raises(StoreError, match=r"weights\.safetensors: "):
            load_run(folder)
