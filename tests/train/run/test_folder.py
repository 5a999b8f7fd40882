"""Arrays and documents in a folder that appears whole."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from motifcnn.errors import StoreError
from motifcnn.nn.inputs import NOTHING, InputBlock, Inputs, InputSettings, node_inputs
from motifcnn.sealed import new_folder
from motifcnn.sealed.document import parse_document
from motifcnn.train.run.documents import InputsDocument
from motifcnn.train.run.folder import (
    MANIFEST,
    VERSION,
    read_folder,
    read_inputs,
    write_folder,
    write_inputs,
)
from tests.small_graphs import bibliography

ARRAYS = {
    "weights": {"a/b": np.arange(6, dtype=np.float32).reshape(2, 3), "n": np.array(7)},
    "nothing": {},
}
DOCUMENTS = {"run": {"name": "äöü", "numbers": [1, 0.1, None]}, "list": [1, 2]}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_folder(tmp_path / "x", ARRAYS, DOCUMENTS, kind="test")
    arrays, documents = read_folder(tmp_path / "x", kind="test")
    assert documents == DOCUMENTS
    assert arrays.keys() == ARRAYS.keys()
    np.testing.assert_array_equal(arrays["weights"]["a/b"], ARRAYS["weights"]["a/b"])
    assert arrays["weights"]["a/b"].dtype == np.float32
    assert arrays["weights"]["n"].shape == ()  # a number stays a number
    assert arrays["weights"]["n"] == 7
    assert arrays["nothing"] == {}


def test_columns_of_a_wider_array_are_written_as_they_are(tmp_path: Path) -> None:
    part = np.arange(12.0).reshape(3, 4)[:, 1:3]
    write_folder(tmp_path / "x", {"a": {"part": part, "turned": part.T}}, {}, kind="test")
    found = read_folder(tmp_path / "x", kind="test")[0]["a"]
    np.testing.assert_array_equal(found["part"], part)
    np.testing.assert_array_equal(found["turned"], part.T)


def test_a_folder_of_its_kind_is_replaced_and_of_another_refused(tmp_path: Path) -> None:
    write_folder(tmp_path / "x", ARRAYS, DOCUMENTS, kind="test")
    write_folder(tmp_path / "x", {}, {"new": 1}, kind="test")
    assert read_folder(tmp_path / "x", kind="test") == ({}, {"new": 1})
    with pytest.raises(StoreError, match="other"):
        read_folder(tmp_path / "x", kind="other")
    with pytest.raises(StoreError):
        write_folder(tmp_path / "x", {}, {}, kind="other")
    assert read_folder(tmp_path / "x", kind="test") == ({}, {"new": 1})


def test_a_file_that_holds_no_tensors_is_named(tmp_path: Path) -> None:
    with new_folder(tmp_path / "x", kind="test", version=VERSION) as work:
        (work / "weights.safetensors").write_bytes(b"no tensors")
    with pytest.raises(StoreError, match=r"weights\.safetensors: not a safetensors file"):
        read_folder(tmp_path / "x", kind="test")


def test_nothing_appears_where_writing_fails(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        write_folder(tmp_path / "x", ARRAYS, {"bad": object()}, kind="test")
    assert not (tmp_path / "x").exists()
    write_folder(tmp_path / "x", {}, {}, kind="test")
    assert json.loads((tmp_path / "x" / MANIFEST).read_text())


def again(inputs: Inputs) -> Inputs:
    arrays, document = write_inputs(inputs)
    found = parse_document(json.dumps(document).encode(), InputsDocument, "inputs.json")
    return read_inputs(arrays, found)


@pytest.mark.parametrize(
    "settings",
    [
        InputSettings(),
        InputSettings(featureless="structure", structure=5, structure_everywhere=True, project=4),
        InputSettings(featureless="none", borrow=True, diffusion=0.1),
    ],
    ids=["one-hot", "structure", "inductive"],
)
def test_inputs_of_a_graph_feed_the_same_columns_afterwards(settings: InputSettings) -> None:
    graph = bibliography()
    before = node_inputs(graph, settings)
    after = node_inputs(graph, settings, again(before.fitted))
    assert after is not before
    assert after.fitted.blocks == before.fitted.blocks
    for t, blocks in before.columns.items():
        for one, other in zip(blocks, after.columns[t], strict=True):
            assert type(one) is type(other)
            difference = one - other
            assert not (difference.nnz if hasattr(difference, "nnz") else difference.any())


def test_ids_may_be_words_or_numbers() -> None:
    ids = {"a": np.array(["x", "ü"], dtype=object), "b": np.array([3, 1 << 40])}
    found = again(Inputs({"a": (InputBlock("one-hot", 2),)}, {}, ids)).ids
    assert found["a"].tolist() == ["x", "ü"]
    assert np.array_equal(found["b"], ids["b"])
    assert again(NOTHING).blocks == {}
