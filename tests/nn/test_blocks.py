"""Blocks read what some rows need, give what the whole gives, and write no more out than that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn import blocks as module
from motifcnn.nn.blocks import Block, make_blocks, whole_block
from motifcnn.nn.motif_cnn import MotifCNN
from motifcnn.nn.sparse import OneHot
from motifcnn.nn.sparse.aggregate import SomeRows
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

ALL = [
    Motif.parse(text)
    for text in (*MOTIFS, "(t:author)--(p:paper)--(c:author)", "(t:author)--(c:paper)")
]
GRAPH = bibliography()
ROWS = np.array([2, 3, 50, 119])


def network(depth: int, widths: dict[str, int], **options: Any) -> MotifCNN:
    torch.manual_seed(0)
    return MotifCNN(ALL, widths, 3, hidden=(5,) * depth, dropout=0.0, **options)


def outcome(model: MotifCNN, *given: Any) -> list[torch.Tensor]:
    """Logits and gradients."""
    logits = model(*given)
    parameters = list(model.parameters())
    return [logits, *torch.autograd.grad((logits**2).sum(), parameters, allow_unused=True)]


def inputs(kind: str) -> dict[str, Any]:
    torch.manual_seed(1)
    if kind == "dense":
        return {t: torch.randn(n, 4) for t, n in GRAPH.counts.items()}
    return {t: OneHot(n) for t, n in GRAPH.counts.items()}


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("kind", ["dense", "one-hot"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_factored_blocks_have_the_logits_and_gradients_of_tensors(
    monkeypatch: pytest.MonkeyPatch, depth: int, kind: str, whole: bool
) -> None:
    monkeypatch.setattr(module, "whole_is_cheaper", lambda role, rows: whole)
    x = inputs(kind)
    model = network(depth, {t: part.shape[1] for t, part in x.items()}, mask=True)
    found = []
    for engine in ("materialised", "factored"):
        operators = [operator(GRAPH, motif, engine=engine) for motif in ALL]
        blocks = make_blocks(operators, model.types, GRAPH.counts, "paper", ROWS)
        found.append(outcome(model, x, blocks))
        kinds = {type(role) for op in blocks[-1].operators.values() for role in op.roles}
        assert (SomeRows in kinds) == (whole and engine == "factored")
    logits = model(x, operators)[torch.as_tensor(ROWS)]
    torch.testing.assert_close(found[0][0], logits, rtol=1e-4, atol=1e-5)
    for one, other in zip(*found, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            torch.testing.assert_close(one, other, rtol=1e-3, atol=1e-4)


def test_a_layer_reads_only_the_nodes_that_play_a_role_for_those_above() -> None:
    graph = bibliography(400)
    motifs = [Motif.parse("(t:paper)--(c:author)"), Motif.parse("(t:author)--(c:paper)")]
    operators = [operator(graph, motif, engine="materialised") for motif in motifs]
    types = [["paper", "author"], ["paper"]]
    first, last = make_blocks(operators, types, graph.counts, "paper", np.array([5]))
    authors = graph.adjacency["paper", "by", "author"][[5]].indices
    assert 0 < len(authors) < graph.counts["author"]
    # The last layer: paper 5 from its authors, numbered by their places in the layer below.
    assert last.operators[0].roles[0].shape == (1, len(authors))
    assert 1 not in last.operators
    assert last.own["paper"].tolist() == [0]
    # The first: that paper and those authors, from the inputs of all nodes.
    assert first.own["paper"].tolist() == [5]
    assert first.own["author"].tolist() == sorted(authors)
    expected = operators[1].roles[0].matrix[np.sort(authors)]
    np.testing.assert_array_equal(first.operators[1].roles[0].matrix.toarray(), expected.toarray())


def test_where_most_nodes_are_read_all_are_computed() -> None:
    operators = [operator(GRAPH, motif) for motif in ALL]
    types = [["paper", "author", "venue"], ["paper"]]
    first, last = make_blocks(operators, types, GRAPH.counts, "paper", np.arange(110))
    assert first.own["paper"] is None
    assert last.own["paper"].tolist() == list(range(110))  # type: ignore[union-attr]


def test_rows_in_any_order_and_twice_get_their_own_logits() -> None:
    x, order = inputs("dense"), np.random.default_rng(0).permutation(120)
    rows = np.concatenate([order[:7], order[:2]])
    model = network(2, dict.fromkeys(GRAPH.counts, 4))
    operators = [operator(GRAPH, motif) for motif in ALL]
    blocks = make_blocks(operators, model.types, GRAPH.counts, "paper", rows)
    torch.testing.assert_close(
        model(x, blocks), model(x, operators)[torch.as_tensor(rows)], rtol=1e-4, atol=1e-5
    )


def test_blocks_of_a_factored_operator_never_write_it_out() -> None:
    graph = Graph(GRAPH.schema, GRAPH.adjacency, GRAPH.counts)  # with a cache of its own
    operators = [operator(graph, motif, engine="factored") for motif in ALL]
    types = network(3, dict.fromkeys(graph.counts, 4)).types
    make_blocks(operators, types, graph.counts, "paper", np.arange(120))
    assert all("matrix" not in vars(role) for found in operators for role in found.roles)


def test_few_rows_are_written_out_and_many_are_computed_with_all_others() -> None:
    (role, *_) = operator(GRAPH, ALL[2], engine="factored").roles
    assert module.whole_is_cheaper(role, np.arange(120))  # type: ignore[arg-type]
    assert not module.whole_is_cheaper(role, np.array([0]))  # type: ignore[arg-type]
    assert isinstance(module.some_rows(role, np.array([0]), np.arange(120)), SomeRows)
    assert not isinstance(module.some_rows(role, np.arange(120), np.array([0])), SomeRows)


def test_no_rows_have_no_logits() -> None:
    model = network(2, dict.fromkeys(GRAPH.counts, 4))
    operators = [operator(GRAPH, motif) for motif in ALL]
    nobody = np.empty(0, dtype=np.int64)
    blocks = make_blocks(operators, model.types, GRAPH.counts, "paper", nobody)
    assert model(inputs("dense"), blocks).shape == (0, 3)


def test_a_whole_block_has_all_operators_and_all_nodes() -> None:
    operators = [operator(GRAPH, motif) for motif in ALL]
    block = whole_block(operators, ["paper", "author"])
    assert isinstance(block, Block)
    assert list(block.operators.values()) == operators
    assert block.own == {"paper": None, "author": None}
