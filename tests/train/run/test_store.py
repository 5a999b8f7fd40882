"""Runs: saved, loaded, used on other graphs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError, StoreError
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema
from motifcnn.graph.subgraph import without_nodes
from motifcnn.methods import MethodError, registry
from motifcnn.train import fit, load_run
from motifcnn.train.run.folder import read_folder, write_folder
from motifcnn.train.run.store import KIND
from tests.small_graphs import MOTIFS, SCHEMA, bibliography

SPLIT = (0.4, 0.2, 0.4)
MODELS = [
    ("motif-cnn", None),
    ("motif-cnn", "inductive"),
    *((m, "asonam") for m in ("motif-cnn", "motif-cnn-a", "motif-cnn-no-roles")),
    ("wide-motif", None),
    ("tiny-network", None),
    ("tiny-rates", None),
]


@pytest.mark.parametrize("multi_label", [False, True])
@pytest.mark.parametrize(("model", "preset"), MODELS)
def test_a_loaded_run_is_the_run(
    model: str, preset: str | None, multi_label: bool, tmp_path: Path
) -> None:
    if model == "tiny-rates" and multi_label:
        model = "tiny-network"
    graph = bibliography(names=True, multi_label=multi_label)
    motifs = None if model.startswith("tiny") else MOTIFS
    epochs = None if model == "tiny-rates" else 3
    run = fit(graph, motifs, model=model, preset=preset, split=SPLIT, epochs=epochs)
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    assert type(loaded.settings) is type(run.settings)
    for name in (
        "model",
        "preset",
        "settings",
        "motifs",
        "target",
        "classes",
        "multi_label",
        "schema",
        "split",
        "seed",
        "history",
        "best",
        "test",
        "test_at_half",
        "validation",
        "threshold",
        "seconds",
        "motif_choice",
    ):
        assert getattr(loaded, name) == getattr(run, name), name
    assert loaded.graph is None
    assert all(np.array_equal(loaded.weights[k], run.weights[k]) for k in run.weights)
    pd.testing.assert_frame_equal(loaded.predict(), run.predict())
    again = loaded.predict(graph)
    np.testing.assert_allclose(again.iloc[:, 3:], run.predict().iloc[:, 3:], rtol=1e-4, atol=1e-6)
    if model.startswith("motif-cnn"):
        layers = len(run.settings.filters)  # type: ignore[attr-defined]
        assert len(loaded.attention(graph)) == 120 * len(MOTIFS) * layers


def test_numbers_among_the_weights_stay_numbers(tmp_path: Path) -> None:
    settings = {"batch_norm": True}
    run = fit(bibliography(), MOTIFS, split=SPLIT, epochs=1, settings=settings)
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    assert {name: w.shape for name, w in loaded.weights.items()} == {
        name: w.shape for name, w in run.weights.items()
    }
    assert () in {w.shape for w in run.weights.values()}


def test_files_are_arrays_and_json(tmp_path: Path) -> None:
    fit(bibliography(), MOTIFS, split=SPLIT, epochs=1).save(tmp_path / "run")
    endings = {path.suffix for path in (tmp_path / "run").rglob("*") if path.is_file()}
    assert endings == {".json", ".safetensors"}


@pytest.mark.parametrize("model", ["motif-cnn", "wide-motif"])
def test_filters_transfer_to_unseen_nodes(model: str, tmp_path: Path) -> None:
    run = fit(bibliography(300, seed=0), model=model, preset="inductive", split=SPLIT)
    run.save(tmp_path / "run")
    other = bibliography(200, seed=7)
    predicted = load_run(tmp_path / "run").predict(other)
    truth = np.array(other.labels["paper"].classes)[other.labels["paper"].y]
    assert len(predicted) == 200
    assert (predicted.predicted == truth).mean() > 0.8


def test_another_schema_or_width_are_clear_errors() -> None:
    run = fit(bibliography(), preset="inductive", split=SPLIT, epochs=2)
    graph = bibliography()
    relations = SCHEMA.relations[:1]
    smaller = Graph(
        Schema(SCHEMA.node_types, relations),
        {r.key: graph.adjacency[r.key] for r in relations},
        graph.counts,
        features=graph.features,
    )
    with pytest.raises(GraphError, match="another schema"):
        run.predict(smaller)
    with pytest.raises(GraphError, match="31 feature columns"):
        run.predict(bibliography(width=31))


def test_a_folder_without_a_valid_manifest_does_not_load(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    fit(bibliography(), model="tiny-network", split=SPLIT, epochs=2).save(folder)
    weights = folder / "weights.safetensors"
    content = weights.read_bytes()
    weights.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(StoreError, match="altered"):
        load_run(folder)
    weights.unlink()
    with pytest.raises(StoreError, match="incomplete"):
        load_run(folder)
    (folder / "manifest.json").write_text("{")
    with pytest.raises(StoreError, match="not a manifest"):
        load_run(folder)
    (folder / "manifest.json").unlink()
    with pytest.raises(StoreError, match="without a manifest"):
        load_run(folder)


def test_a_manifest_cannot_name_files_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "manifest.json").write_text(
        json.dumps({"format": 1, "sha256": {"../secret.json": "0"}})
    )
    with pytest.raises(StoreError):
        load_run(tmp_path / "run")


def test_a_folder_of_something_else_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(StoreError, match="not written by this package"):
        fit(bibliography(), model="tiny-rates", split=SPLIT).save(tmp_path)


def test_a_run_of_another_format_is_refused(tmp_path: Path) -> None:
    fit(bibliography(), model="tiny-rates", split=SPLIT).save(tmp_path / "run")
    arrays, documents = read_folder(tmp_path / "run", kind=KIND)
    documents["run"]["format"] = 1
    write_folder(tmp_path / "old", arrays, documents, kind=KIND)
    with pytest.raises(StoreError, match=r"run\.json: format is 1: input should be 2"):
        load_run(tmp_path / "old")


def test_a_run_of_an_earlier_version_loads_and_predicts_new_nodes(tmp_path: Path) -> None:
    graph = bibliography()
    rest = without_nodes(graph, "paper", range(100, 120))
    fit(rest, MOTIFS, split=SPLIT, epochs=2, settings={"choose": False}).save(tmp_path / "run")
    arrays, documents = read_folder(tmp_path / "run", kind=KIND)
    del documents["run"]["encoders"]
    terms = [name for name in arrays["inputs"] if name.startswith("terms/")]
    assert len(terms) == 3
    for name in terms:
        del arrays["inputs"][name]
    write_folder(tmp_path / "old", arrays, documents, kind=KIND)
    predicted = load_run(tmp_path / "old").predict(graph)
    assert len(predicted) == 120
    assert np.isfinite(predicted.iloc[:, 3:].to_numpy(np.float64)).all()


def test_a_run_of_a_method_that_is_not_installed_names_it(tmp_path: Path) -> None:
    fit(bibliography(), model="tiny-rates", split=SPLIT).save(tmp_path / "run")
    registry.unregister_method("tiny-rates")
    with pytest.raises(MethodError, match="unknown method 'tiny-rates'"):
        load_run(tmp_path / "run")
