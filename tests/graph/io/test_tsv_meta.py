"""`meta.json` is brought into one form; what is wrong in it is in `test_bad_input`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.io.tsv_meta import read_meta


def meta_of(folder: Path, value: Any) -> Any:
    (folder / "meta.json").write_text(json.dumps(value))
    return read_meta(folder)


def test_without_a_file_nothing_is_declared(tmp_path: Path) -> None:
    assert read_meta(tmp_path) == {}


def test_types_and_files_become_lists_and_class_ids_integers(tmp_path: Path) -> None:
    found = meta_of(
        tmp_path,
        {
            "relations": [{"name": "by", "src": "paper", "dst": ["author", "editor"]}],
            "class_names": {"2": "databases", "-1": "other"},
            "features": {"paper": "a.npz", "author": {"file": "b.npz"}, "venue": ["c.npz"]},
        },
    )
    assert found["relations"] == [{"name": "by", "src": ["paper"], "dst": ["author", "editor"]}]
    assert found["class_names"] == {2: "databases", -1: "other"}
    assert found["features"] == {"paper": ["a.npz"], "author": ["b.npz"], "venue": ["c.npz"]}


def test_what_it_does_not_know_is_kept(tmp_path: Path) -> None:
    assert meta_of(tmp_path, {"source": {"commit": "abc"}}) == {"source": {"commit": "abc"}}


def test_a_list_is_no_declaration(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"meta\.json: expected an object, found list"):
        meta_of(tmp_path, [])
