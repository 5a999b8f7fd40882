from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from motifcnn.datasets import (
    DATASETS,
    DatasetInfo,
    RemoteFile,
    Source,
    availability,
    forget,
    load_dataset,
    names,
    register,
    registry,
)
from motifcnn.datasets import data_folder as data_folder_of_package
from motifcnn.errors import DatasetError
from motifcnn.graph import read_graph, write_graph
from tests.graph.folders import rich_graph, write_good_folder

MINE = DatasetInfo("mine", "My graph", "classify papers", "here")


def test_debian_is_embedded_and_is_what_the_design_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    graph = load_dataset("debian")
    assert dict(graph.counts) == {"package": 3111, "library": 534, "maintainer": 644, "tag": 44}
    assert len(graph.schema.relations) == 6
    assert len(graph.labels["package"].nodes) == 3111
    assert graph.features["package"].shape == (3111, 785)
    assert len(graph.labels["package"].classes) == 8
    assert not any("@" in text for names_of_type in graph.names.values() for text in names_of_type)


def test_debian_equals_the_public_folder_it_was_made_from(data_folder: Path) -> None:
    embedded, public = load_dataset("debian"), read_graph(data_folder / "debian-small")
    assert embedded.schema == public.schema
    assert all(
        (embedded.adjacency[key] != public.adjacency[key]).nnz == 0 for key in public.adjacency
    )
    assert embedded.labels == public.labels
    assert embedded.splits == public.splits
    assert (embedded.features["package"] != public.features["package"]).nnz == 0


def test_every_public_folder_is_registered_with_its_own_words(data_folder: Path) -> None:
    for path in sorted(data_folder.glob("*/meta.json")):
        meta = json.loads(path.read_text())
        assert DATASETS[meta["name"]].title == meta["title"]
        assert DATASETS[meta["name"]].task == meta["task"]
    assert set(names()) >= {p.parent.name for p in data_folder.glob("*/meta.json")}


def test_local_folders_are_read_in_either_form(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    write_good_folder(tmp_path / "cora")
    write_graph(rich_graph(), tmp_path / "pubmed")
    assert load_dataset("cora").name == "small"
    assert load_dataset("pubmed") == rich_graph()


def test_an_unknown_name_is_answered_with_a_suggestion() -> None:
    with pytest.raises(DatasetError, match="unknown dataset 'coar'; did you mean \"cora\""):
        load_dataset("coar")
    with pytest.raises(DatasetError, match='did you mean "cora"'):
        availability("coar")
    with pytest.raises(DatasetError, match="unknown dataset"):
        load_dataset("../../etc")


def test_a_dataset_that_is_not_here_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    with pytest.raises(DatasetError) as caught:
        load_dataset("dblp-a")
    for part in (
        str(tmp_path),
        "SHA-256",
        "github.com/littlepig2013/topk-meta-path-query",
        "MOTIFCNN_DATA",
        "dblp-a/nodes.tsv.gz",
        "register",
    ):
        assert part in str(caught.value)
    monkeypatch.delenv("MOTIFCNN_DATA")
    monkeypatch.setattr(registry, "data_folder", lambda: None)
    with pytest.raises(DatasetError, match="MOTIFCNN_DATA is not set"):
        load_dataset("dblp-a")


def test_without_local_data_and_pyg_only_the_embedded_and_the_generated_graph_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "data_folder", lambda: None)
    monkeypatch.setattr(registry, "has_pyg", lambda: False)
    found = {name: availability(name) for name in names()}
    assert {name: a.state for name, a in found.items() if a.loadable} == {
        "debian": "embedded",
        "planted-roles": "generated",
    }
    for name, dataset in found.items():
        assert dataset.loadable == (not dataset.how_to_get)
        if not dataset.loadable:
            assert f"MOTIFCNN_DATA/{name}" in dataset.how_to_get
            assert DATASETS[name].origin in dataset.how_to_get
            with pytest.raises(DatasetError) as caught:
                load_dataset(name)
            assert dataset.how_to_get in str(caught.value)


def test_with_local_data_every_folder_there_loads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))
    write_good_folder(tmp_path / "cora")
    found = availability("cora")
    assert (found.state, found.folder, found.loadable) == ("local", tmp_path / "cora", True)
    assert str(found) == f"found in {tmp_path}"
    assert availability("dblp-a").state == "not available"


def test_the_public_folder_makes_every_known_dataset_loadable(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(data_folder))
    assert all(availability(name).loadable for name in names())


def test_the_folder_beside_a_clone_is_the_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MOTIFCNN_DATA", raising=False)
    module = tmp_path / "clone" / "src" / "motifcnn" / "datasets" / "registry.py"
    monkeypatch.setattr(registry, "__file__", str(module))
    assert data_folder_of_package() is None
    (tmp_path / "shared" / "data").mkdir(parents=True)
    assert data_folder_of_package() is None  # no project there: an installed package
    (tmp_path / "clone").mkdir()
    (tmp_path / "clone" / "pyproject.toml").write_text("")
    assert data_folder_of_package() == tmp_path / "shared" / "data"


def test_a_wrong_motifcnn_data_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path / "none"))
    with pytest.raises(DatasetError, match="not a folder"):
        load_dataset("cora")
    with pytest.raises(DatasetError, match="not a folder"):
        availability("cora")


def test_a_source_of_ones_own_is_downloaded_parsed_and_cached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = write_good_folder(tmp_path / "good")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in folder.rglob("*"):
            archive.write(file, file.relative_to(folder))
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / "mine.zip").write_bytes(packed.getvalue())
    monkeypatch.setenv("MOTIFCNN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MOTIFCNN_DATA", str(tmp_path))

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *args: object) -> None:
            super().__init__(*args, directory=str(tmp_path / "www"))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{http.server_port}/mine.zip"
        source = Source(
            MINE,
            (RemoteFile(url, hashlib.sha256(packed.getvalue()).hexdigest(), unpack=True),),
            read_graph,
        )
        register(source)
        try:
            assert DATASETS["mine"].description == "My graph; classify papers"
            with pytest.raises(DatasetError, match="registered already"):
                register(source)
            assert availability("mine").state == "can be downloaded"
            assert load_dataset("mine") == read_graph(folder)
            assert availability("mine").state == "downloaded before"
            http.shutdown()
            assert load_dataset("mine") == read_graph(folder)
        finally:
            forget("mine")
    assert "mine" not in DATASETS
    with pytest.raises(DatasetError, match="was not registered"):
        forget("mine")


def test_a_source_may_be_given_for_a_known_name_and_forgotten() -> None:
    known = DATASETS["cora"]
    register(Source(DatasetInfo("cora", "Mine", "t", "o"), (), rich_graph))
    assert DATASETS["cora"].title == "Mine"
    forget("cora")
    assert DATASETS["cora"] == known


@pytest.mark.parametrize("name", ["debian", "planted-roles", "", "../x", "a/b", ".hidden"])
def test_names_that_are_taken_or_no_names_are_refused(name: str) -> None:
    with pytest.raises(DatasetError):
        register(Source(DatasetInfo(name, "t", "t", "o"), (), read_graph))


def test_the_generated_graph_is_loaded_by_name() -> None:
    graph = load_dataset("planted-roles")
    assert graph.target_type == "user"
    assert np.bincount(graph.labels["user"].y).tolist() == [200, 200]


def test_loading_the_embedded_graph_touches_neither_pandas_torch_nor_the_network() -> None:
    code = (
        "import sys; from motifcnn.datasets import load_dataset; load_dataset('debian'); "
        "assert not {'pandas', 'torch', 'numba', 'pooch', 'requests'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})


@pytest.mark.parametrize("name", ["graph.zip", "Graph.zip"])
def test_a_source_with_two_files_of_one_name_is_refused(name: str) -> None:
    info = DatasetInfo("twice", "Twice", "none", "example.org")
    one = RemoteFile("https://example.org/one/graph.zip", 64 * "0")
    two = RemoteFile(f"https://example.org/two/{name}", 64 * "1")
    with pytest.raises(
        DatasetError,
        match=r"'twice': https://example.org/one/graph.zip and https://example.org/two/",
    ):
        Source(info, (one, two), read_graph)
    assert (
        len(Source(info, (one, RemoteFile(two.url, two.sha256, "two.zip")), read_graph).files) == 2
    )
