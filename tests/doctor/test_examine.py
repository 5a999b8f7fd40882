from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motifcnn.doctor import examine
from motifcnn.graph import Graph, write_graph
from motifcnn.sealed import MANIFEST
from motifcnn.tensor import count, save_tensor
from motifcnn.train import fit
from small_graphs import MOTIFS, bibliography


@pytest.fixture(scope="module")
def graph() -> Graph:
    return replace(bibliography(papers=40, names=True), name="papers")


@pytest.fixture(scope="module", params=["graph", "tensor", "run", "checkpoint"])
def made(
    request: pytest.FixtureRequest, graph: Graph, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    """A store of each kind."""
    kind: str = request.param
    folder = tmp_path_factory.mktemp(kind) / "store"
    if kind == "graph":
        write_graph(graph, folder)
    elif kind == "tensor":
        save_tensor(count(graph, MOTIFS[1]), folder)
    elif kind == "run":
        fit(graph, MOTIFS[:1], split=(0.3, 0.2, 0.5), epochs=1).save(folder)
    else:
        checkpoint = str(folder.parent / "state")
        options = {"split": (0.3, 0.2, 0.5), "checkpoint_every": 1}
        fit(graph, epochs=1, checkpoint=checkpoint, model="mlp", **options)
        next((folder.parent / "state").glob("epoch-*")).rename(folder)
    return kind, folder


def reseal(folder: Path, name: str) -> None:
    """Writes the hash of an altered file into the manifest, as an attacker would."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    content = (folder / name).read_bytes()
    manifest["files"][name] = {
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest))


def test_a_store_of_every_kind_is_in_order(made: tuple[str, Path]) -> None:
    kind, folder = made
    (found,) = examine(folder)
    assert found.kind == kind
    assert found.healthy, found.findings
    listed = json.loads((folder / MANIFEST).read_bytes())["files"]
    assert set(found.intact) == set(listed) and found.damaged == ()


def test_the_damaged_file_is_named_and_the_others_are_intact(
    made: tuple[str, Path], tmp_path: Path
) -> None:
    import shutil

    _, original = made
    for damage in ("altered", "longer", "missing", "pipe"):
        folder = tmp_path / damage
        shutil.copytree(original, folder)
        name = sorted(json.loads((folder / MANIFEST).read_bytes())["files"])[-1]
        file = folder / name
        content = file.read_bytes()
        file.unlink()
        if damage == "altered":
            file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        elif damage == "longer":
            file.write_bytes(content + b"x")
        elif damage == "pipe":
            os.mkfifo(file)
        (found,) = examine(folder)
        assert not found.healthy
        assert found.damaged == (name,)
        assert name not in found.intact
        assert any(str(file) == each.place and each.next_step for each in found.findings)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"kind": 1}', b"\xff", b"[" * 10**5])
def test_a_manifest_that_is_none_is_a_finding(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "graph.json").write_text("{}")
    (tmp_path / MANIFEST).write_bytes(content)
    (found,) = examine(tmp_path)
    assert not found.healthy
    assert "manifest" in found.findings[0].place


def test_names_that_lead_out_of_the_folder_are_not_read(tmp_path: Path) -> None:
    entry = {"sha256": "0" * 64, "bytes": 1}
    files = {"../../etc/passwd": entry, "/etc/passwd": entry}
    (tmp_path / MANIFEST).write_text(
        json.dumps({"kind": "motifcnn graph", "version": 1, "files": files})
    )
    (found,) = examine(tmp_path)
    assert sorted(found.damaged) == ["../../etc/passwd", "/etc/passwd"]
    assert all("leads out" in each.problem for each in found.findings if each.wrong)


def test_a_resealed_tensor_that_contradicts_itself_is_found(graph: Graph, tmp_path: Path) -> None:
    folder = tmp_path / "tensor"
    save_tensor(count(graph, MOTIFS[1]), folder)
    values = np.load(folder / "instances.npy")
    values[3] += 1
    np.save(folder / "instances.npy", values)
    reseal(folder, "instances.npy")
    (found,) = examine(folder)
    assert not found.healthy and found.damaged == ()


def test_a_consistent_tensor_of_other_counts_is_found_by_counting_again(
    graph: Graph, tmp_path: Path
) -> None:
    folder = tmp_path / "tensor"
    save_tensor(count(graph, MOTIFS[1]), folder)
    assert examine(folder, graph)[0].healthy
    names = ["instances.npy", *(file.name for file in folder.glob("role-*-data.npy"))]
    for name in names:
        np.save(folder / name, 2 * np.load(folder / name))
        reseal(folder, name)
    assert examine(folder)[0].healthy
    (found,) = examine(folder, graph)
    assert "are not those of the graph" in found.findings[0].problem


def test_every_store_below_a_folder_is_examined(graph: Graph, tmp_path: Path) -> None:
    write_graph(graph, tmp_path / "a" / "one")
    save_tensor(count(graph, MOTIFS[0]), tmp_path / "b")
    assert [found.kind for found in examine(tmp_path)] == ["graph", "tensor"]


def test_tables_and_folders_of_tsv_files_are_read(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "movies.csv").write_text("id,year\n1,1994\n2,2001\n")
    (found,) = examine(tables)
    assert (found.kind, found.healthy) == ("tables", True)
    (tables / "movies.csv").write_bytes(b"\x00\x01")
    assert not examine(tables)[0].healthy
    tsv = tmp_path / "tsv"
    tsv.mkdir()
    (tsv / "nodes.tsv").write_text("id\ttype\n0\tuser\n1\tuser\n")
    (tsv / "edges.tsv").write_text("src\tdst\trelation\n0\t1\tfriend\n")
    (found,) = examine(tsv)
    assert (found.kind, found.healthy) == ("graph", True)
    (tsv / "edges.tsv").write_text("src\tdst\trelation\n0\t7\tfriend\n")
    assert not examine(tsv)[0].healthy


def test_what_is_not_ours_is_said(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nothing", Path(__file__)):
        (found,) = examine(place)
        assert (found.kind, found.healthy) == ("nothing", False)
        assert found.findings[0].next_step
