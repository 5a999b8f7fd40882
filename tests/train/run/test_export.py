from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph, Labels, Relation, Schema
from motifcnn.train import fit
from motifcnn.train.run.dense import dense_part
from small_graphs import MOTIFS, bibliography


def test_the_file_gives_the_run_s_probabilities_in_another_runtime(tmp_path: Path) -> None:
    runtime = pytest.importorskip("onnxruntime")
    graph = mc.load_dataset("debian")
    motifs = ["(t:package)--(c:library)", "(t:package)--(m:maintainer)--(c:package)"]
    run = fit(graph, motifs, epochs=2, settings={"filters": [8]})
    names = run.export(tmp_path / "model.onnx")
    session = runtime.InferenceSession(tmp_path / "model.onnx")
    assert tuple(given.name for given in session.get_inputs()) == names
    inputs = {name: values.numpy() for name, values in dense_part(run).inputs.items()}
    (found,) = session.run(["probabilities"], inputs)
    assert np.abs(found - run.probabilities).max() < 1e-5
    one = {name: values[:1] for name, values in inputs.items()}
    (first,) = session.run(["probabilities"], one)
    assert np.abs(first - run.probabilities[:1]).max() < 1e-5, "any number of nodes"
    assert [file.name for file in tmp_path.iterdir()] == ["model.onnx"], "weights are inside"


def test_without_the_extra_the_error_names_it_and_no_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = fit(bibliography(papers=60), MOTIFS, epochs=1, settings={"filters": [4]})
    monkeypatch.setitem(sys.modules, "onnxscript", None)
    with pytest.raises(MotifCNNError, match=r"pip install 'motifcnn\[export\]'"):
        run.export(tmp_path / "model.onnx")
    assert list(tmp_path.iterdir()) == []


NAMES = ('<b>\n", 1) or "', "'''\n\\ # {x}")


@pytest.mark.parametrize("name", NAMES)
def test_names_of_types_and_classes_stay_out_of_the_exporter_s_code(
    name: str, tmp_path: Path
) -> None:
    onnx, runtime = pytest.importorskip("onnx"), pytest.importorskip("onnxruntime")
    rng = np.random.default_rng(0)
    has = Relation(name, name, "part")
    graph = Graph(
        Schema((name, "part"), (has,)),
        {has.key: rng.random((40, 6)) < 0.3},
        {name: 40, "part": 6},
        features={name: rng.random((40, 3)).astype(np.float32)},
        labels={name: Labels(np.arange(40), np.arange(40) % 2, (name, "../other"))},
    )
    run = fit(graph, epochs=1, settings={"filters": [4]})
    run.export(tmp_path / "model.onnx")
    weights = [part.name for part in onnx.load(tmp_path / "model.onnx").graph.initializer]
    assert not any(name in weight for weight in weights)
    assert b".py" not in (tmp_path / "model.onnx").read_bytes(), "no path of this machine"
    session = runtime.InferenceSession(tmp_path / "model.onnx")
    inputs = {key: values.numpy() for key, values in dense_part(run).inputs.items()}
    (found,) = session.run(["probabilities"], inputs)
    assert np.abs(found - run.probabilities).max() < 1e-5
    assert [file.name for file in tmp_path.iterdir()] == ["model.onnx"]
