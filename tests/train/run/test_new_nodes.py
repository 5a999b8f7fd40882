"""Nodes that arrive after training are predicted on the graph that they have joined."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.errors import GraphError
from motifcnn.graph import Split, extended, with_neighbours, without_nodes, write_graph
from motifcnn.graph.graph import Graph
from motifcnn.graph.ids import locate_ids
from motifcnn.graph.tables import mapping_of, write_mapping
from motifcnn.train import Run, fit, load_run
from motifcnn.train.run.new_nodes import arrived, known_graph
from motifcnn.train.run.trained import trained_classifier
from tests.small_graphs import MOTIFS, bibliography

SPLIT = (0.5, 0.2, 0.3)
NEW = np.arange(3, 160, 8)


def parts(graph: Graph) -> tuple[Graph, Graph]:
    """The graph without some papers, and those papers with their neighbours."""
    return without_nodes(graph, "paper", NEW), with_neighbours(graph, "paper", NEW)


def trained(graph: Graph, **options: Any) -> Run:
    return fit(graph, **{"motifs": MOTIFS, "split": SPLIT, "epochs": 3} | options)


@pytest.fixture(scope="module")
def run() -> Run:
    return trained(parts(bibliography(160, names=True))[0], epochs=30)


def test_new_nodes_come_first_and_are_marked(run: Run) -> None:
    graph = bibliography(160, names=True)
    found = run.predict_new(parts(graph)[1])
    assert list(found.columns)[:4] == ["node", "name", "new", "predicted"]
    assert found.node.tolist() == [*NEW.tolist(), *np.delete(np.arange(160), NEW).tolist()]
    assert found.new.tolist() == [True] * len(NEW) + [False] * (160 - len(NEW))
    assert found.name.tolist() == [f"Paper {node}" for node in found.node]


def test_predictions_are_those_on_the_extended_graph(run: Run) -> None:
    rest, new = parts(bibliography(160, names=True))
    found = run.predict_new(new).sort_values("node", ignore_index=True)
    expected = run.predict(extended(rest, new))
    assert found.drop(columns="new").equals(expected)


def test_new_nodes_are_classified_about_as_well_as_known_ones(run: Run) -> None:
    graph = bibliography(160, names=True)
    labels = graph.labels["paper"]
    truth = np.array(labels.classes)[labels.y]
    found = run.predict_new(parts(graph)[1])
    right = found.predicted.to_numpy() == truth[found.node]
    assert right[found.new].mean() > 0.8


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "preprint"},
        {"preset": "asonam"},
        {"preset": "code"},
        {"preset": "inductive"},
        {"settings": {"labels": True, "choose": False}},
        {"settings": {"featureless": "one-hot", "structure_everywhere": False}},
        {"settings": {"project": 8, "propagate": 2, "propagate_rows": True}},
        {"model": "wide-motif"},
        {"model": "motif-cnn-no-roles"},
        {"model": "gcn", "motifs": None},
        {"model": "gcn", "motifs": None, "settings": {"featureless": "structure"}},
        {"model": "boosting", "motifs": None, "epochs": None},
        {"model": "mlp", "motifs": None, "settings": {"featureless": "structure"}},
        {"model": "majority", "motifs": None, "epochs": None},
    ],
    ids=str,
)
def test_every_preset_and_every_method_that_transfers_predicts_them(
    options: dict[str, Any], tmp_path: Path
) -> None:
    rest, new = parts(bibliography(160))
    run = trained(rest, **options)
    run.save(tmp_path / "run")
    found = run.predict_new(new)
    assert found.new.sum() == len(NEW)
    assert np.isfinite(found.iloc[:, 4:].to_numpy(np.float64)).all()
    again = load_run(tmp_path / "run").predict_new(new, rest)
    np.testing.assert_allclose(
        again.iloc[:, 4:].to_numpy(), found.iloc[:, 4:].to_numpy(), rtol=1e-4, atol=1e-6
    )


def test_a_new_node_of_another_type_changes_what_its_neighbours_see() -> None:
    graph = bibliography(160)
    rest = without_nodes(graph, "author", [0, 1])
    run = trained(rest, preset="asonam", epochs=5)
    found = run.predict_new(with_neighbours(graph, "author", [0, 1]))
    assert not found.new.any()
    changed = np.abs(found.iloc[:, 4:].to_numpy() - run.probabilities).max(axis=1) > 1e-6
    assert changed[graph.adjacency["paper", "by", "author"][:, [0, 1]].tocoo().row].all()


def test_known_labels_move_to_the_rows_of_their_nodes() -> None:
    rest, new = parts(bibliography(160))
    run = trained(rest, settings={"labels": True, "choose": False})
    both = extended(rest, new)
    labels = trained_classifier(run, both).label_buffer.numpy()
    rows = locate_ids(both.ids["paper"], rest.ids["paper"])
    np.testing.assert_array_equal(labels[rows], run.weights["labels"])
    assert not np.delete(labels, rows, axis=0).any()


@pytest.mark.parametrize("model", ["lp-metapath", "ica"])
def test_a_method_bound_to_its_nodes_names_some_that_transfer(model: str) -> None:
    rest, new = parts(bibliography(160))
    run = fit(rest, model=model, split=SPLIT)
    with pytest.raises(GraphError, match=r"predicts only .*such as motif-cnn, wide-motif, gcn"):
        run.predict_new(new)


def test_a_loaded_run_finds_its_graph_and_reads_the_new_one(run: Run, tmp_path: Path) -> None:
    rest, new = parts(bibliography(160, names=True))
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    with pytest.raises(GraphError, match=r"does not say which graph.*predict_new\(new, graph\)"):
        loaded.predict_new(new)
    write_graph(rest, tmp_path / "known")
    write_graph(new, tmp_path / "new")
    run.save(tmp_path / "noted", source=tmp_path / "known")
    loaded = load_run(tmp_path / "noted")
    assert known_graph(loaded) == rest
    found = loaded.predict_new(tmp_path / "new")
    assert found.predicted.tolist() == run.predict_new(new).predicted.tolist()


def test_another_schema_is_refused(run: Run) -> None:
    with pytest.raises(GraphError, match="another schema"):
        run.predict_new(bibliography(), mc.load_dataset("debian"))


def test_tomorrows_packages_are_classified_as_well_as_in_place() -> None:
    graph = mc.load_dataset("debian")
    nodes = np.random.default_rng(200).permutation(graph.labels["package"].nodes)
    test, val, train = np.split(nodes, [311, 800])
    rest = without_nodes(graph, "package", test)
    moved = (locate_ids(rest.ids["package"], graph.ids["package"][p]) for p in (train, val))
    motifs = ["(t:package)--(c:library)", "(t:package)--(m:maintainer)--(c:package)"]
    options: dict[str, Any] = {"epochs": 15, "settings": {"choose": False}}
    in_place = fit(graph, motifs, split=Split("package", train, val, test), **options)
    run = fit(rest, motifs, split=Split("package", *moved, []), **options)
    found = run.predict_new(with_neighbours(graph, "package", test))
    new, labels = found[found.new], graph.labels["package"]
    truth = np.array(labels.classes)[
        labels.y[locate_ids(graph.ids["package"], new.node.to_numpy())]
    ]
    assert in_place.test.micro_f1 > 0.7
    assert (new.predicted == truth).mean() > in_place.test.micro_f1 - 0.03


def shop(folder: Path) -> Path:
    """Twenty customers with orders of five products; two new customers are in the folder `new`."""
    folder.mkdir()
    rows = [f"c{i},{'ab'[i % 2]},{20 + i}" for i in range(20)]
    (folder / "customers.csv").write_text("customer,segment,age\n" + "\n".join(rows))
    orders = [f"{i},c{i % 20},p{(i % 2) + 2 * (i % 3)}" for i in range(40)]
    (folder / "orders.csv").write_text("order_id,customer,product\n" + "\n".join(orders))
    (folder / "products.csv").write_text("id\n" + "\n".join(f"p{i}" for i in range(6)))
    new = folder.parent / "new"
    new.mkdir()
    (new / "customers.csv").write_text("customer,age\nx,30\ny,31\n")
    (new / "orders.csv").write_text("order_id,customer,product\n90,x,p0\n91,y,p1\n")
    return folder


def test_new_tables_are_read_as_those_of_the_training_were(tmp_path: Path) -> None:
    tables = shop(tmp_path / "shop")
    write_mapping(mapping_of(tables, label="customers.segment"), tables / "motifcnn.toml")
    run = fit(mc.read_tables(tables), ["(t:customer)--(c:order)"], preset="asonam", epochs=1)
    run.save(tmp_path / "run", source=tables)
    new = arrived(load_run(tmp_path / "run"), tmp_path / "new")
    assert new.adjacency["order", "product", "product"].nnz == 2, "no table of products has come"
    assert load_run(tmp_path / "run").predict_new(tmp_path / "new").node.tolist()[:2] == ["x", "y"]


def test_new_tables_of_a_run_that_does_not_know_its_own_are_refused(
    run: Run, tmp_path: Path
) -> None:
    shop(tmp_path / "shop")
    with pytest.raises(GraphError, match=r"does not say how the tables .* were read.*mapping_of"):
        run.predict_new(tmp_path / "new")
    with pytest.raises(GraphError, match=r"got dict, expected a graph.*read_tables\(new"):
        run.predict_new({"customers": None})  # type: ignore[arg-type]
