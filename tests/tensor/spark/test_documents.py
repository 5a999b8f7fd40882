"""The description of a result on disk is held to its schema, and to its folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.motif import Motif
from motifcnn.tensor.spark.result import METADATA, load_result, write_metadata


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_metadata(
        tmp_path,
        Motif.parse("(t:a)--(c:b)"),
        induced=False,
        form="join",
        counts={"a": 3, "b": 2},
        roles=["roles/0"],
        instances="instances",
    )
    return tmp_path


def test_a_description_comes_back(folder: Path) -> None:
    found = load_result(folder)
    assert found.roles[0].shape == (3, 2)
    assert found.instances.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "changes",
    [
        {"targets": -1},
        {"targets": 2**62},
        {"targets": "3"},
        {"induced": 1},
        {"instances": "../elsewhere"},
        {"instances": "/etc"},
        {"instances": "a\0b"},
        {"roles": []},
        {"roles": 3},
        {"motif": {}},
        {"version": 2},
        {"more": 1},
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(folder: Path, changes: dict[str, Any]) -> None:
    about = json.loads((folder / METADATA).read_text())
    (folder / METADATA).write_text(json.dumps(about | changes))
    with pytest.raises(StoreError, match=r"metadata\.json"):
        load_result(folder)


def test_more_targets_than_memory_is_a_typed_error(folder: Path) -> None:
    about = json.loads((folder / METADATA).read_text())
    (folder / METADATA).write_text(json.dumps(about | {"targets": 2**40}))
    with pytest.raises(MotifCNNError):
        load_result(folder).instances  # noqa: B018
