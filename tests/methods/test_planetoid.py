"""Planetoid: where its vectors come from, what they learn, and how it fits itself."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.method import Problem
from motifcnn.methods.planetoid import PlanetoidI, PlanetoidT
from motifcnn.methods.task import Task
from motifcnn.train import fit
from tests.methods.listener import Listener
from tests.small_graphs import bibliography

CPU = torch.device("cpu")


def two_cliques() -> Graph:
    """Two cliques of ten users and one user alone; nothing else is known of them."""
    block = np.ones((10, 10)) - np.eye(10)
    links = np.zeros((21, 21))
    links[:10, :10] = links[10:20, 10:20] = block
    schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    y = np.arange(21) // 10 % 2
    labels = {"user": Labels(np.arange(21), y, ("a", "b"))}
    return Graph(schema, {("user", "knows", "user"): links}, {"user": 21}, labels=labels)


def test_logits_equal_the_formula() -> None:
    graph, rows = bibliography(), np.array([4, 50, 119])
    for method in (PlanetoidT(), PlanetoidI()):
        classifier = method.build(Problem(graph, "paper", (), 3, method.settings))
        net = classifier.module.eval()
        x = torch.tensor(classifier.x.csr.toarray())[60 + rows]
        e = torch.relu(x @ net.table) if method.inductive else net.table[60 + rows]
        of_e = e @ net.of_embedding.weight.T + net.of_embedding.bias
        h = torch.relu(torch.hstack([x @ net.of_features + net.bias, of_e]))
        expected = h @ net.leave.weight.T + net.leave.bias
        torch.testing.assert_close(classifier.logits(rows, CPU), expected, rtol=1e-4, atol=1e-6)


def test_walks_bring_nodes_of_one_component_together() -> None:
    graph = two_cliques()
    settings = PlanetoidT.settings.changed({"label_steps": 0, "walks": 200, "epochs": 1})
    torch.manual_seed(0)
    classifier = PlanetoidT().build(Problem(graph, "user", (), 2, settings))
    alone = classifier.module.table[20].detach().clone()
    rows, y = np.array([0, 10]), np.array([0, 1])
    classifier.fit(Task(rows, rows, y, y, 2), [])
    table = classifier.module.table.detach()
    unit = torch.nn.functional.normalize(table[:20], dim=1)
    cosine = unit @ unit.T
    assert cosine[:10, :10].min() > cosine[:10, 10:].max() + 0.5
    torch.testing.assert_close(table[20], alone, rtol=0, atol=1e-3)  # it only follows the classes


def test_classes_move_vectors_as_well() -> None:
    graph = two_cliques()
    off = {"label_steps": 0, "turns": 0.0, "walk_length": 1, "dropout": 0.0}
    settings = PlanetoidT.settings.changed(off | {"epochs": 3, "walks": 1})
    classifier = PlanetoidT().build(Problem(graph, "user", (), 2, settings))
    before = classifier.module.table.detach().clone()
    rows, y = np.array([0, 10]), np.array([0, 1])
    classifier.fit(Task(rows, rows, y, y, 2), [])
    moved = (classifier.module.table.detach() != before).any(dim=1)
    assert moved.nonzero().ravel().tolist() == [0, 10]


def test_the_inductive_vectors_come_from_features_alone() -> None:
    graph = bibliography()
    none = {key: np.zeros(matrix.shape) for key, matrix in graph.adjacency.items()}
    bare = Graph(graph.schema, none, graph.counts, features=graph.features)
    found = []
    for each in (graph, bare):
        torch.manual_seed(0)
        classifier = PlanetoidI().build(Problem(each, "paper", (), 3, PlanetoidI.settings))
        classifier.module.eval()
        found.append(classifier.logits(np.arange(120), CPU))
    assert torch.equal(*found)


def test_it_keeps_the_best_epoch_and_stops_after_the_window() -> None:
    graph = bibliography()
    y, rows = graph.labels["paper"].y, np.arange(120)
    task = Task(rows[:50], rows[50:90], y[:50], y[50:90], 3)
    quick = {"walks": 1, "label_steps": 5, "window": 6}
    torch.manual_seed(0)
    classifier = PlanetoidT().build(
        Problem(graph, "paper", (), 3, PlanetoidT.settings.changed(quick))
    )
    listener = Listener()
    history = classifier.fit(task, [listener])
    assert listener.heard == [1000, *range(1, len(history) + 1), "end"]
    f1 = [epoch.val_micro_f1 + epoch.val_macro_f1 for epoch in history]
    best = max(range(len(f1)), key=lambda at: (f1[at], -history[at].val_loss))
    assert len(f1) - 1 - best == 6
    classifier.module.eval()
    found = classifier.logits(task.val, CPU).argmax(dim=1).numpy()
    assert (found == task.val_y).mean() == pytest.approx(history[best].val_micro_f1)


@pytest.mark.parametrize(("model", "least"), [("planetoid-t", 0.85), ("planetoid-i", 0.75)])
def test_it_learns_what_links_and_words_say(model: str, least: float) -> None:
    graph = bibliography(300)
    assert fit(graph, model=model, split=(0.4, 0.2, 0.4), epochs=200).test.micro_f1 > least
