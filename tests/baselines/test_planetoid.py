"""Planetoid: what its pairs are, what its steps lower, and what it learns."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.baselines.kernels.context import learn_pairs, learn_walks
from motifcnn.baselines.planetoid import label_pairs
from motifcnn.baselines.planetoid_i import CONFIG, build
from motifcnn.graph.graph import Graph
from motifcnn.train import fit
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task
from tests.small_graphs import bibliography


def features(n: int, width: int) -> sparse.csr_array:
    rng = np.random.default_rng(0)
    return sparse.csr_array(
        (rng.random((n, width)) < 0.5) * rng.random((n, width)), dtype=np.float32
    )


@pytest.mark.parametrize("multi_label", [False, True])
def test_positive_pairs_share_a_class_and_negative_ones_differ_in_one(multi_label: bool) -> None:
    rng = np.random.default_rng(1)
    y = rng.random((20, 3)) < 0.4 if multi_label else rng.integers(0, 2, 20)
    rows = rng.permutation(50)[:20]
    one, other, positive = label_pairs(Task(rows, rows[:0], y, y[:0], 3), 30, rng)
    place = np.argsort(rows)[np.searchsorted(np.sort(rows), np.stack([one, other]))]
    has = y if multi_label else np.eye(3, dtype=bool)[y]
    shared = (has[place[0]] & has[place[1]]).any(axis=1)
    lacking = (has[place[0]] & ~has[place[1]]).any(axis=1)
    assert positive.sum() == 600
    assert (~positive).sum() == 600
    assert shared[positive].all()
    assert lacking[~positive].all()


@pytest.mark.parametrize("inductive", [False, True])
@pytest.mark.parametrize("positive", [False, True])
def test_a_step_follows_the_gradient_of_the_loss(inductive: bool, positive: bool) -> None:
    x = features(6, 4)
    rng = np.random.default_rng(0)
    table = rng.normal(size=(4 if inductive else 6, 3)).astype(np.float32)
    contexts = rng.normal(size=(6, 3)).astype(np.float32)
    t, w = torch.tensor(table, requires_grad=True), torch.tensor(contexts, requires_grad=True)
    e = torch.relu(torch.tensor(x.toarray())[2] @ t) if inductive else t[2]
    loss = -torch.nn.functional.logsigmoid((1 if positive else -1) * (w[5] @ e))
    gradients = torch.autograd.grad(loss, [t, w])
    pairs = np.array([2]), np.array([5]), np.array([positive])
    learn_pairs(*pairs, np.float32(0.1), inductive, x.indptr, x.indices, x.data, table, contexts)
    np.testing.assert_allclose(table, (t - 0.1 * gradients[0]).detach(), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(contexts, (w - 0.1 * gradients[1]).detach(), rtol=1e-4, atol=1e-6)


def test_walks_bring_nodes_of_one_component_together() -> None:
    links = sparse.csr_array(
        sparse.block_diag(
            [sparse.csr_array(np.ones((5, 5)) - np.eye(5))] * 2 + [sparse.csr_array((1, 1))]
        )
    )
    rng = np.random.default_rng(0)
    table, contexts = (rng.normal(scale=0.1, size=(11, 8)).astype(np.float32) for _ in range(2))
    alone = table[10].copy()
    starts, rates, x = rng.integers(0, 11, 2000), np.array([0.1, 0.1], np.float32), features(11, 1)
    learn_walks(
        links.indptr,
        links.indices,
        starts,
        6,
        2,
        1,
        rates,
        np.uint64(3),
        False,
        x.indptr,
        x.indices,
        x.data,
        table,
        contexts,
    )
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosine = unit[:10] @ unit[:10].T
    assert cosine[:5, :5].min() > cosine[:5, 5:].max() + 0.5
    assert np.array_equal(table[10], alone)


def test_the_inductive_vectors_come_from_features_alone() -> None:
    graph = bibliography()
    torch.manual_seed(0)
    classifier = build(Problem(graph, "paper", (), 3, CONFIG))
    bare = Graph(
        graph.schema,
        {k: np.zeros(m.shape) for k, m in graph.adjacency.items()},
        graph.counts,
        features=graph.features,
    )
    torch.manual_seed(0)
    other = build(Problem(bare, "paper", (), 3, CONFIG))
    rows = np.arange(120)
    one, two = (
        each.module.train(False)(each.view(rows, torch.device("cpu")))
        for each in (classifier, other)
    )
    assert torch.equal(one, two)


@pytest.mark.parametrize(("model", "least"), [("planetoid-t", 0.85), ("planetoid-i", 0.75)])
def test_it_learns_what_links_and_words_say(model: str, least: float) -> None:
    assert (
        fit(bibliography(300), model=model, split=(0.4, 0.2, 0.4), epochs=200).test.micro_f1 > least
    )
