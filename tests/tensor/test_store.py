"""Stored tensors come back equal, and damage is noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from motifcnn.errors import StoreError
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.tensor import count, load_tensor, save_tensor
from motifcnn.tensor.tensor import MotifTensor
from tests.reseal import change_json, reseal
from tests.strategies import graphs_with_motifs


@settings(max_examples=40)
@given(case=graphs_with_motifs())
def test_a_stored_tensor_comes_back_equal(
    tmp_path_factory: pytest.TempPathFactory, case: tuple[Graph, Motif]
) -> None:
    tensor = count(*case)
    path = tmp_path_factory.mktemp("store") / "tensor"
    save_tensor(tensor, path)
    again = load_tensor(path)
    assert again == tensor
    assert again.motif.role_rule == tensor.motif.role_rule


@pytest.fixture
def stored(tmp_path: Path) -> tuple[MotifTensor, Path]:
    from motifcnn.datasets.synthetic import random_bipartite

    graph = random_bipartite(20, 10, 60, seed=0)
    left, right = graph.schema.node_types
    tensor = count(graph, Motif.parse(f"(t:{left})--(a:{right})--(c:{left})"))
    save_tensor(tensor, tmp_path / "tensor")
    return tensor, tmp_path / "tensor"


def test_a_changed_byte_is_noticed(stored: tuple[MotifTensor, Path]) -> None:
    file = stored[1] / "role-0-data.npy"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"role-0-data\.npy: SHA-256 is .* the file was altered"):
        load_tensor(stored[1])


def test_a_folder_without_manifest_does_not_exist_for_readers(
    stored: tuple[MotifTensor, Path],
) -> None:
    (stored[1] / "manifest.json").unlink()
    with pytest.raises(StoreError, match="a folder without a manifest is incomplete"):
        load_tensor(stored[1])


def test_a_pickled_array_is_refused(stored: tuple[MotifTensor, Path], tmp_path: Path) -> None:
    file = stored[1] / "instances.npy"
    np.save(file, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    reseal(stored[1])
    with pytest.raises(StoreError, match="not an array of numbers"):
        load_tensor(stored[1])


def test_an_existing_folder_is_kept_unless_asked(stored: tuple[MotifTensor, Path]) -> None:
    with pytest.raises(StoreError, match="exists already"):
        save_tensor(*stored)
    save_tensor(*stored, overwrite=True)
    assert load_tensor(stored[1]) == stored[0]


def test_a_folder_of_another_kind_is_never_replaced(
    stored: tuple[MotifTensor, Path], tmp_path: Path
) -> None:
    from motifcnn.datasets.synthetic import random_bipartite
    from motifcnn.graph import read_graph, write_graph

    graph = random_bipartite(4, 3, 5, seed=0)
    write_graph(graph, tmp_path / "graph")
    with pytest.raises(
        StoreError, match=r"holds a 'motifcnn graph', which a 'motifcnn tensor' does not replace"
    ):
        save_tensor(stored[0], tmp_path / "graph", overwrite=True)
    assert read_graph(tmp_path / "graph") == graph


def test_a_tensor_gets_its_graph_back_and_no_other(tmp_path: Path) -> None:
    from motifcnn.datasets.synthetic import random_bipartite

    graph, other = (random_bipartite(20, 10, 60, seed=seed) for seed in (0, 1))
    left, right = graph.schema.node_types
    tensor = count(graph, Motif.parse(f"(t:{left})--(a:{right})--(c:{left})"), induced=True)
    save_tensor(tensor, tmp_path / "tensor", source="here")
    assert load_tensor(tmp_path / "tensor").graph is None
    again = load_tensor(tmp_path / "tensor", graph)
    assert again.graph is graph
    assert again.induced
    assert again == tensor
    with pytest.raises(
        StoreError, match=r"the tensor is about another graph .* it was counted in 'here'"
    ):
        load_tensor(tmp_path / "tensor", other)


def test_a_tensor_of_an_earlier_release_has_no_graph_and_is_not_induced(
    stored: tuple[MotifTensor, Path],
) -> None:
    file = stored[1] / "tensor.json"
    about = json.loads(file.read_text())
    file.write_text(json.dumps({key: about[key] for key in ("pattern", "motif", "roles")}))
    reseal(stored[1])
    again = load_tensor(stored[1])
    assert again == stored[0]
    assert not again.induced
    with pytest.raises(StoreError, match="stored without its graph"):
        load_tensor(stored[1], stored[0].graph)


def test_roles_of_similar_names_come_back_also_from_an_earlier_release(tmp_path: Path) -> None:
    from motifcnn.graph import Relation, Schema

    graph = Graph(
        Schema(("p", "q"), (Relation("p", "r", "q"),)),
        {("p", "r", "q"): np.ones((3, 3))},
        {"p": 3, "q": 3},
    )
    tensor = count(graph, Motif.parse("(t:p)--(a:q), (t)--(b:q), (a)--(`a+b`:p)--(b)"))
    save_tensor(tensor, tmp_path / "tensor")
    assert load_tensor(tmp_path / "tensor") == tensor
    file = tmp_path / "tensor" / "tensor.json"
    about = json.loads(file.read_text())
    for role in about["roles"]:
        role["label"] = "a+b"
    file.write_text(json.dumps(about))
    reseal(tmp_path / "tensor")
    assert load_tensor(tmp_path / "tensor") == tensor


def edited(path: Path, file: str, edit: Any) -> None:
    """Changes an array of a store and seals it again, as an attacker would."""
    values = np.load(path / file)
    changed = edit(values)
    np.save(path / file, values if changed is None else changed)
    reseal(path)


def put(values: Any, *entries: tuple[int, int]) -> None:
    for at, value in entries:
        values[at] = value


@pytest.mark.parametrize(
    ("file", "edit", "message"),
    [
        ("role-1-indptr.npy", lambda v: put(v, (5, 2**30), (-1, -1)), "indptr ends with -1"),
        ("role-1-indptr.npy", lambda v: put(v, (5, 2**30)), "indptr falls"),
        ("role-1-indptr.npy", lambda v: put(v, (0, 1)), "indptr begins with 1"),
        ("role-1-indptr.npy", lambda v: v[:-1], "indptr has 20 entries"),
        ("role-1-indptr.npy", lambda v: v.astype(">i4"), "axes of >i4"),
        ("role-1-indptr.npy", lambda v: v.astype(float), "expected one of integers"),
        ("role-1-indices.npy", lambda v: put(v, (0, -1)), "column -1"),
        ("role-1-indices.npy", lambda v: put(v, (0, 2**30)), "column 1073741824"),
        ("role-1-indices.npy", lambda v: put(v, (1, v[0])), "stands twice in row 0"),
        ("role-1-data.npy", lambda v: put(v, (0, -3)), "a count of -3"),
        ("role-1-data.npy", lambda v: put(v, (0, 0)), "a count of 0"),
        ("role-1-data.npy", lambda v: put(v, (0, 2**62)), "row 0 sums up to"),
        ("role-1-data.npy", lambda v: v[:-1], "columns, but"),
        ("instances.npy", lambda v: put(v, (0, v[0] + 1)), "row 0 sums up to"),
        ("instances.npy", lambda v: put(v, (0, -1)), "expected int64 from 0"),
        ("instances.npy", lambda v: v.reshape(2, -1), "2 axes"),
        ("instances.npy", lambda v: v[:-1], "expected 20"),
    ],
)
def test_arrays_that_are_no_tensor_are_refused_before_compiled_code_sees_them(
    stored: tuple[MotifTensor, Path], file: str, edit: Any, message: str
) -> None:
    edited(stored[1], file, edit)
    with pytest.raises(StoreError, match=message):
        load_tensor(stored[1])


@pytest.mark.parametrize(
    "change",
    [
        lambda about: [],
        lambda about: about.pop("motif") and None,
        lambda about: about.pop("roles") and None,
        lambda about: about["roles"][0].update(columns=2**62),
        lambda about: about["roles"][0].update(columns=-1),
        lambda about: about["roles"][1].update(columns=2**31 - 1),
        lambda about: about["roles"][0].update(node_type="x"),
        lambda about: about["motif"].update(context="c"),
        lambda about: about["motif"].update(context=2**70),
        lambda about: about.update(induced="no"),
        lambda about: about.update(graph=3),
    ],
)
def test_a_description_that_does_not_fit_is_refused(
    stored: tuple[MotifTensor, Path], change: Any
) -> None:
    change_json(stored[1], "tensor.json", change)
    with pytest.raises(StoreError, match=r"tensor\.json: "):
        load_tensor(stored[1])
