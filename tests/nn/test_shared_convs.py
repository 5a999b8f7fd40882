"""Units with one filter per node type equal their equation, and cost few parameters."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.graph import from_scipy
from motifcnn.motif.motif import Motif
from motifcnn.nn import MotifLayer
from motifcnn.nn.fused.precomputed import precomputed
from motifcnn.nn.settings import ConfigError
from motifcnn.nn.shared_convs import OWN_SHARE, SharedMotifConvs
from motifcnn.tensor.operator import MotifOperator, operator
from tests.small_graphs import MOTIFS, bibliography

GRAPH = bibliography()
PAPER = [motif for motif in map(Motif.parse, MOTIFS) if motif.target_type == "paper"]
WIDTHS = {"paper": 5, "author": 4, "venue": 3}


def inputs() -> dict[str, torch.Tensor]:
    torch.manual_seed(1)
    return {t: torch.randn(GRAPH.counts[t], d) for t, d in WIDTHS.items()}


def operators(engine: str = "materialised") -> list[MotifOperator]:
    return [operator(GRAPH, motif, engine=engine) for motif in PAPER]  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("unit_rows", [False, True])
def test_units_are_their_equation_in_numpy(engine: str, unit_rows: bool) -> None:
    torch.manual_seed(0)
    convs, x = SharedMotifConvs(PAPER, WIDTHS, 6, unit_rows=unit_rows, bias=True), inputs()
    with torch.no_grad():
        convs.own_share.copy_(torch.randn(len(PAPER)))
        convs.bias.copy_(torch.randn(6))
    filters = {t: w.detach().numpy() for t, w in zip(convs.types, convs.w, strict=True)}
    own = x["paper"].numpy() @ filters["paper"]
    found = convs(x, operators(engine), x["paper"])
    shares = 1 / (1 + np.exp(-convs.own_share.detach().numpy()))
    for unit, share, written in zip(found, shares, operators(), strict=True):
        seen = np.zeros_like(own)
        for role in written.roles:
            mean = role.matrix.toarray() @ x[role.node_type].numpy()
            if unit_rows:
                length = np.linalg.norm(mean, axis=1, keepdims=True)
                mean = np.divide(mean, length, out=np.zeros_like(mean), where=length > 0)
            seen = seen + mean @ filters[role.node_type]
        expected = share * own + (1 - share) * seen + convs.bias.detach().numpy()
        np.testing.assert_allclose(unit.detach(), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("unit_rows", [False, True])
def test_precomputed_products_give_the_same_units(unit_rows: bool) -> None:
    convs, x = SharedMotifConvs(PAPER, WIDTHS, 6, unit_rows=unit_rows), inputs()
    known = [precomputed(op, x, unit=unit_rows) for op in operators()]
    for one, other in zip(
        convs({}, known, x["paper"]), convs(x, operators(), x["paper"]), strict=True
    ):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)


def test_the_edge_alone_is_a_gcn_whose_rows_sum_to_one() -> None:
    links = sparse.csr_array(np.ones((5, 5)) - np.eye(5))  # four neighbours each
    graph = from_scipy({("user", "knows", "user"): links}, directed=False)
    motif = Motif.parse("(t:user)--(c:user)")
    convs, x = SharedMotifConvs([motif], {"user": 3}, 2), torch.randn(5, 3)
    (unit,) = convs({"user": x}, [operator(graph, motif)], x)
    torch.testing.assert_close(unit, torch.full((5, 5), OWN_SHARE) @ x @ convs.w[0])


def test_filters_are_one_per_type_however_many_motifs_there_are() -> None:
    few, many = (SharedMotifConvs(motifs, WIDTHS, 6) for motifs in (PAPER[:1], [*PAPER, *PAPER]))
    assert set(few.types) <= set(many.types) <= set(WIDTHS)
    assert [w.shape for w in many.w] == [(WIDTHS[t], 6) for t in many.types]


def test_training_drops_inputs_and_predicting_does_not() -> None:
    convs, x = SharedMotifConvs(PAPER, WIDTHS, 6, dropout=0.5), inputs()
    applied = operators()
    first, second = (convs(x, applied, x["paper"])[0] for _ in range(2))
    assert not torch.equal(first, second)
    convs.eval()
    first, second = (convs(x, applied, x["paper"])[0] for _ in range(2))
    assert torch.equal(first, second)


def test_a_layer_refuses_targets_that_hold_more_than_motifs_carry() -> None:
    with pytest.raises(ConfigError, match="targets hold 9 columns and motifs carry 5"):
        MotifLayer(PAPER, WIDTHS, 9, 6, shared_filters=True)
