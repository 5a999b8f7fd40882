"""Contexts: which pairs there are, and the loss on them."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.methods.contexts import Pairs, context_loss, label_pairs, walk_batches, walk_pairs
from motifcnn.methods.task import Task


def path(n: int) -> sparse.csr_array:
    return sparse.csr_array(np.eye(n, k=1) + np.eye(n, k=-1))


def test_positive_pairs_of_walks_are_within_reach_and_both_ways() -> None:
    rng = np.random.default_rng(0)
    node, context, sign = walk_pairs(path(30), np.arange(30), 8, 3, rng)
    near = np.abs(node - context)[sign > 0]
    assert near.max() == 3
    assert sorted(zip(node[sign > 0], context[sign > 0], strict=True)) == sorted(
        zip(context[sign > 0], node[sign > 0], strict=True)
    )
    # 7 pairs of neighbours in a walk, 6 two and 5 three steps apart, in both orders.
    assert (sign > 0).sum() == (sign < 0).sum() == 30 * 2 * (7 + 6 + 5)
    assert len(np.unique(context[sign < 0])) == 30


def test_nodes_without_links_are_in_no_positive_pair() -> None:
    links = sparse.csr_array(sparse.block_diag([path(3), sparse.csr_array((1, 1))]))
    node, context, sign = walk_pairs(links, np.arange(4), 5, 2, np.random.default_rng(0))
    assert 3 not in node
    assert 3 not in context[sign > 0]
    assert len(walk_pairs(links, np.array([3]), 5, 2, np.random.default_rng(0)).node) == 0


def test_batches_start_a_walk_at_every_node_in_turn() -> None:
    batches = list(islice(walk_batches(path(10), 4, 2, 1, np.random.default_rng(0)), 4))
    starts = [pairs.node[: len(pairs.node) // 4] for pairs in batches]
    assert sorted(np.concatenate(starts[:2])) == sorted(np.concatenate(starts[2:])) == [*range(10)]


@pytest.mark.parametrize("multi_label", [False, True])
def test_positive_pairs_of_labels_share_a_class_and_negative_ones_differ_in_one(
    multi_label: bool,
) -> None:
    rng = np.random.default_rng(1)
    y = rng.random((20, 3)) < 0.4 if multi_label else rng.integers(0, 2, 20)
    rows = rng.permutation(50)[:20]
    node, context, sign = label_pairs(Task(rows, rows[:0], y, y[:0], 3), 600, 7, rng)
    one, other, positive = node - 7, context - 7, sign > 0
    place = np.argsort(rows)[np.searchsorted(np.sort(rows), np.stack([one, other]))]
    has = y if multi_label else np.eye(3, dtype=bool)[y]
    shared = (has[place[0]] & has[place[1]]).any(axis=1)
    lacking = (has[place[0]] & ~has[place[1]]).any(axis=1)
    assert positive.sum() == 600
    assert (~positive).sum() == 600
    assert shared[positive].all()
    assert lacking[~positive].all()


def test_a_class_that_all_have_has_no_negative_pairs() -> None:
    y = np.zeros(4, np.int64)
    pairs = label_pairs(Task(np.arange(4), y[:0], y, y[:0], 2), 30, 0, np.random.default_rng(0))
    assert len(pairs.sign) == 30
    assert (pairs.sign > 0).all()


def test_the_loss_is_that_of_the_paper() -> None:
    rng = np.random.default_rng(0)
    e, w = rng.normal(size=(6, 3)), rng.normal(size=(6, 3))
    pairs = Pairs(np.array([2, 5, 2]), np.array([1, 0, 2]), np.array([1, -1, -1], np.float32))
    table = torch.tensor(e)
    found = context_loss(pairs, lambda nodes: table[torch.tensor(nodes)], torch.tensor(w))
    expected = sum(np.log1p(np.exp(-s * w[c] @ e[i])) for i, c, s in zip(*pairs, strict=True))
    assert found.item() == pytest.approx(expected, rel=1e-6)
