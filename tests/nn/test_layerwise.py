"""Layer by layer, in parts of any size, the logits and attention of one call."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from motifcnn.motif.motif import Motif
from motifcnn.nn.layerwise import layerwise
from motifcnn.nn.motif_cnn import MotifCNN
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

ALL = [
    Motif.parse(text)
    for text in (*MOTIFS, "(t:author)--(p:paper)--(c:author)", "(t:author)--(c:paper)")
]
GRAPH = bibliography()
WIDTHS = dict.fromkeys(GRAPH.counts, 4)
CPU = torch.device("cpu")


def made(depth: int, **options: Any) -> tuple[MotifCNN, dict[str, torch.Tensor]]:
    torch.manual_seed(0)
    model = MotifCNN(ALL, WIDTHS, 3, hidden=(6,) * depth, **options).eval()
    return model, {t: torch.randn(n, 4) for t, n in GRAPH.counts.items()}


@pytest.mark.parametrize("rows_at_once", [None, 11, 50])
@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_logits_and_weights_are_those_of_one_call(
    depth: int, engine: str, rows_at_once: int | None
) -> None:
    model, x = made(depth, mask=True, heads=2)
    operators = [operator(GRAPH, motif, engine=engine) for motif in ALL]  # type: ignore[arg-type]
    expected: list[torch.Tensor] = []
    with torch.no_grad():
        logits = model(x, operators, attention=expected)
    options = {"device": CPU, "rows_at_once": rows_at_once}
    found, weights = layerwise(model, x, operators, GRAPH.counts, **options)
    torch.testing.assert_close(found, logits, rtol=1e-4, atol=1e-5)
    assert len(weights) == depth
    for one, other in zip(weights, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)
    assert not found.requires_grad


def test_what_nodes_hold_themselves_may_be_wider() -> None:
    model, x = made(2, own_channels=9)
    own, operators = torch.randn(120, 9), [operator(GRAPH, motif) for motif in ALL]
    options = {"device": CPU, "rows_at_once": 17, "x_own": own}
    found, _ = layerwise(model, x, operators, GRAPH.counts, **options)
    torch.testing.assert_close(found, model(x, operators, own).detach(), rtol=1e-4, atol=1e-5)
