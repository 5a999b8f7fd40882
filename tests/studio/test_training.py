"""A training stores the run that `fit` returns, and tells every epoch of every fit."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.graph import Graph, write_graph
from motifcnn.studio.order import Order
from motifcnn.studio.training import train
from motifcnn.train.run.source import read_source
from studio.conftest import ORDERS


def test_the_stored_run_is_that_of_fit(debian: Graph, stored: Path) -> None:
    for name, order in ORDERS.items():
        run, same = mc.load_run(stored / name), mc.fit(debian, **order.for_fit())
        assert run.test == same.test and run.seed == 3
        np.testing.assert_array_equal(run.probabilities, same.probabilities)
        assert read_source(stored / name) == "debian"


def test_every_epoch_of_every_fit_is_told(debian: Graph, tmp_path: Path) -> None:
    told: list[Any] = []
    motifs = ["(t:package)--(c:maintainer)"]
    order = Order(motifs=motifs, target="package", settings={"epochs": 2})
    train(debian, order, "debian", tmp_path / "run", tell=told.append)
    run = mc.load_run(tmp_path / "run")
    assert told[0] == ("fits", len(run.tried)) and len(run.tried) > 1
    assert told.count(("begin", 2)) == len(run.tried)
    assert set(run.history) <= {each for each in told if not isinstance(each, tuple)}


def test_batches_and_class_weights_are_those_of_fit(debian: Graph, tmp_path: Path) -> None:
    told: list[Any] = []
    given: dict[str, Any] = {"batch_size": 100, "class_weights": "balanced"}
    alike: dict[str, Any] = {"model": "gcn", "settings": {"epochs": 2, "hidden": [8]}}
    order = Order(target="package", **alike, **given)
    train(debian, order, "debian", tmp_path / "run", tell=told.append)
    found = mc.load_run(tmp_path / "run").probabilities
    same, other = (mc.fit(debian, split="random", **alike, **more) for more in (given, {}))
    np.testing.assert_array_equal(found, same.probabilities)
    assert not np.array_equal(found, other.probabilities)
    assert told[0] == ("fits", 1)


def test_the_automatic_model_stores_the_best_of_its_fits(
    debian: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("fit", "candidates"):
        module = import_module(f"motifcnn.train.{name}")
        monkeypatch.setattr(module, "AUTO", ("majority", "logistic"))
    told: list[Any] = []
    order = Order(model="auto", target="package")
    train(debian, order, "debian", tmp_path / "run", tell=told.append)
    run = mc.load_run(tmp_path / "run")
    assert told[0] == ("fits", 2) and [each.name for each in run.tried] == ["majority", "logistic"]
    assert run.model == "logistic", "better than the most frequent class"


def test_a_run_on_tables_keeps_its_graph(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    rows = "\n".join(f"{i},{'ab'[i % 2]},{i % 3}" for i in range(30))
    (folder / "customers.csv").write_text(f"customer_id,segment,visits\n{rows}\n")
    graph = mc.read_tables(folder, label="customers.segment")
    order = Order(model="majority", target=graph.target_type)
    train(graph, order, str(folder), tmp_path / "run", tell=lambda told: None)
    assert read_source(tmp_path / "run") == str(tmp_path / "run" / "graph")
    write_graph(graph, tmp_path / "graph")
    train(graph, order, str(tmp_path / "graph"), tmp_path / "other", tell=lambda told: None)
    assert not (tmp_path / "other" / "graph").exists()
