from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from motifcnn.errors import StoreError
from motifcnn.graph import Graph, Labels, Relation, Schema, read_graph, write_graph
from motifcnn.graph.io import parquet as module
from tests.graph.folders import rich_graph, write_good_folder


def test_the_round_trip_is_exact(tmp_path: Path) -> None:
    graph = rich_graph()
    write_graph(graph, tmp_path / "a")
    again = read_graph(tmp_path / "a")
    assert again == graph
    for node_type in graph.counts:
        assert again.ids[node_type].dtype == graph.ids[node_type].dtype
    for node_type, matrix in graph.features.items():
        assert again.features[node_type].dtype == matrix.dtype
    assert [r.directed for r in again.schema.relations] == [
        r.directed for r in graph.schema.relations
    ]
    assert list(again.splits) == list(graph.splits)


def test_a_tsv_folder_comes_back_equal(tmp_path: Path) -> None:
    graph = read_graph(write_good_folder(tmp_path / "tsv"))
    write_graph(graph, tmp_path / "own")
    assert read_graph(tmp_path / "own") == graph


def test_integer_ids_keep_their_width_and_object_ids_stay_objects(tmp_path: Path) -> None:
    schema = Schema(("a", "b"), ())
    ids = {"a": np.array([3, 9], np.int32), "b": np.array(["x", "yy"], object)}
    graph = Graph(
        schema,
        {},
        {"a": 2, "b": 2},
        ids=ids,
        labels={"a": Labels(np.array([1]), np.array([0]), ("only",))},
    )
    write_graph(graph, tmp_path / "g")
    again = read_graph(tmp_path / "g")
    assert again == graph
    assert {t: again.ids[t].dtype for t in "ab"} == {"a": np.dtype(np.int32), "b": np.dtype(object)}


def test_names_cannot_leave_the_folder(tmp_path: Path) -> None:
    kinds = ("../../evil", "/etc/passwd", "a/b", "a-b", "..", "con\0")
    relations = tuple(Relation(kinds[0], name, kinds[1]) for name in ("../x", "x", "/x", "x/"))
    adjacency = {r.key: np.eye(1) for r in relations}
    graph = Graph(Schema(kinds, relations), adjacency, dict.fromkeys(kinds, 1), name="../name")
    write_graph(graph, tmp_path / "deep" / "g")
    assert read_graph(tmp_path / "deep" / "g") == graph
    assert [p.name for p in (tmp_path).iterdir()] == ["deep"]
    assert [p.name for p in (tmp_path / "deep").iterdir()] == ["g"]


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(module, "_write_edges", fail)
    with pytest.raises(StoreError, match="disk full"):
        write_graph(rich_graph(), tmp_path / "g")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_overwrite_keeps_the_old_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = rich_graph()
    write_graph(graph, tmp_path / "g")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(module, "_write_edges", fail)
    with pytest.raises(StoreError, match="disk full"):
        write_graph(rich_graph(names=False), tmp_path / "g", overwrite=True)
    assert read_graph(tmp_path / "g") == graph
    assert [p.name for p in tmp_path.iterdir()] == ["g"]


def test_an_existing_folder_is_replaced_only_on_request_and_only_if_ours(tmp_path: Path) -> None:
    write_graph(rich_graph(), tmp_path / "g")
    with pytest.raises(StoreError, match="exists already"):
        write_graph(rich_graph(), tmp_path / "g")
    write_graph(rich_graph(names=False), tmp_path / "g", overwrite=True)
    assert read_graph(tmp_path / "g") == rich_graph(names=False)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(StoreError, match="not written by this package"):
        write_graph(rich_graph(), tmp_path / "mine", overwrite=True)
    assert (tmp_path / "mine" / "letter.txt").read_text() == "dear"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_graph(rich_graph(), tmp_path / "g")
    return tmp_path / "g"


def test_an_altered_file_is_refused_by_name(folder: Path) -> None:
    for file in sorted(p for p in folder.rglob("*") if p.is_file() and p.name != "manifest.json"):
        content = file.read_bytes()
        file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        with pytest.raises(StoreError, match=f"{file.name}: SHA-256"):
            read_graph(folder)
        file.write_bytes(content)
    read_graph(folder)


def test_a_folder_without_manifest_or_with_a_missing_file_does_not_exist(folder: Path) -> None:
    (folder / "labels.parquet").rename(folder / "moved")
    with pytest.raises(StoreError, match=r"labels\.parquet: cannot be read"):
        read_graph(folder)
    (folder / "manifest.json").unlink()
    with pytest.raises(StoreError, match="without a manifest is incomplete"):
        read_graph(folder)


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b", "..", "a\\b", ""])
def test_a_manifest_that_points_outside_is_refused(folder: Path, name: str) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][name] = {"sha256": "0" * 64, "bytes": 0}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(StoreError, match="not a plain path"):
        read_graph(folder)


def test_a_link_out_of_the_folder_is_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "labels.parquet").rename(tmp_path / "labels.parquet")
    os.symlink(tmp_path / "labels.parquet", folder / "labels.parquet")
    with pytest.raises(StoreError, match="leads out of the folder"):
        read_graph(folder)


def test_another_version_or_kind_says_so(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "version": 99}))
    with pytest.raises(StoreError, match="version 99"):
        read_graph(folder)
    (folder / "manifest.json").write_text(json.dumps({**manifest, "kind": "tensor"}))
    with pytest.raises(StoreError, match="holds a 'tensor'"):
        read_graph(folder)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"files": 3}', '{"files": {"a": 1}, "kind": "", "version": 1}', "[" * 100_000],
)
def test_a_manifest_of_nonsense_is_one_error(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    with pytest.raises(StoreError, match="not a manifest"):
        read_graph(folder)
