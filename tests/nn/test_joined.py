"""Joined units are the units of the motifs one by one, side by side; and so are their gradients."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from motifcnn.motif.motif import Motif
from motifcnn.nn import neighbours as module_of_neighbours
from motifcnn.nn.constants import Constants
from motifcnn.nn.conv import MotifConv, Unit
from motifcnn.nn.inputs import feed, fit_inputs
from motifcnn.nn.joined import joined_units
from motifcnn.nn.model import MotifCNN, TypeLayer
from motifcnn.nn.presets import Config, preset
from motifcnn.nn.spmm import SparseMatrix
from motifcnn.nn.term import DenseTerm, FactoredTerm, HiddenTerm, SparseTerm
from motifcnn.nn.view import make_view
from motifcnn.tensor.operator import operator
from tests.nn.test_term import sparse_random
from tests.small_graphs import MOTIFS, bibliography

ALL = [
    Motif.parse(text)
    for text in (*MOTIFS, "(t:author)--(p:paper)--(c:author)", "(t:author)--(c:paper)")
]


def one_by_one(
    self: TypeLayer, units: list[Unit], drop: float
) -> tuple[torch.Tensor, torch.Tensor]:
    return self.combine(
        [self.activation(conv(unit, drop)) for conv, unit in zip(self.convs, units, strict=True)]
    )


def outcome(model: MotifCNN, view: object) -> list[torch.Tensor]:
    logits = model(view)
    slopes = torch.autograd.grad((logits**2).sum(), list(model.parameters()), allow_unused=True)
    return [logits.detach(), *(slope for slope in slopes if slope is not None)]


@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("rows", [np.arange(120), np.array([2, 3, 50, 119])], ids=["all", "few"])
@pytest.mark.parametrize(
    "inputs",
    [{}, {"featureless": "structure", "structure": 4, "bias": True}],
    ids=["one-hot", "dense"],
)
@pytest.mark.parametrize(
    "changes",
    [{}, {"combine": "weighted-sum"}, {"combine": "mean", "last_combine": "mean"}],
    ids=["attention", "sum", "mean"],
)
@pytest.mark.parametrize("name", ["preprint", "asonam", "code"])
def test_layers_have_the_logits_and_gradients_of_units_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    changes: dict,
    inputs: dict,
    rows: np.ndarray,
    engine: str,
) -> None:
    monkeypatch.setattr(module_of_neighbours, "whole_is_cheaper", lambda role, rows: True)
    config = replace(
        preset(name),
        dropout=0.0,
        filters=(20, 12, 20)[: len(preset(name).filters)],
        **changes,
        **inputs,
    )
    graph = bibliography()
    fitted = fit_inputs(graph, config)
    torch.manual_seed(0)
    model = MotifCNN(ALL, "paper", fitted.widths, 3, config).double()
    operators = [operator(graph, motif, config.normaliser, engine=engine) for motif in ALL]  # type: ignore[arg-type]
    view = make_view(
        operators,
        feed(graph, fitted, config),
        "paper",
        rows,
        len(config.filters),
        constants=Constants(),
    )
    joined = outcome(model, view)
    monkeypatch.setattr(TypeLayer, "forward", one_by_one)
    expected = outcome(model, view)
    assert len(joined) == len(expected)
    for one, other in zip(joined, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("width", [3, 16, 40, 64, 100])
def test_every_form_of_a_term_may_stand_beside_any_other(width: int) -> None:
    torch.manual_seed(0)
    h = torch.randn(30, 64, dtype=torch.float64, requires_grad=True)
    a, b = SparseMatrix(sparse_random(8, 30, 0.2)), SparseMatrix(sparse_random(8, 30, 0.3, seed=1))
    dense = DenseTerm(torch.randn(8, 64, dtype=torch.float64))
    units = [
        Unit((dense,), ((HiddenTerm(a, h),), (HiddenTerm(b, h),))),
        Unit(
            (dense,),
            (
                (SparseTerm(b),),
                (FactoredTerm(a, SparseTerm(SparseMatrix(sparse_random(30, 64, 0.1)))),),
            ),
        ),
        Unit(
            (SparseTerm(SparseMatrix(sparse_random(8, 64, 0.2))),), ((dense,), (HiddenTerm(b, h),))
        ),
    ]
    motif = Motif.parse("(t:x)--(a:y)--(c:z)")
    widths = [
        {"x": (64,), "y": (64,), "z": (64,)},
        {"x": (64,), "y": (30,), "z": (64,)},
        {"x": (64,), "y": (64,), "z": (64,)},
    ]
    convs = [MotifConv(motif, "x", each, width).double() for each in widths]
    variables = [h, *(weight for conv in convs for weight in conv.parameters())]
    weights = torch.randn(8, 3 * width, dtype=torch.float64)
    found = []
    for result in (
        joined_units(convs, units),
        torch.cat([conv(unit) for conv, unit in zip(convs, units, strict=True)], dim=1),
    ):
        found.append([result.detach(), *torch.autograd.grad((result * weights).sum(), variables)])
    for one, other in zip(*found, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-6, atol=1e-9)


def test_a_motif_that_nothing_feeds_is_an_error() -> None:
    conv = MotifConv(None, "x", {"x": ()}, 3)
    with pytest.raises(ValueError, match="feeds anything in"):
        joined_units([conv], [Unit(())])


def test_units_do_not_depend_on_the_number_of_threads() -> None:
    import numba

    graph, config = bibliography(), Config(filters=(20, 12), dropout=0.0)
    fitted = fit_inputs(graph, config)
    torch.manual_seed(0)
    model = MotifCNN(ALL, "paper", fitted.widths, 3, config)
    view = make_view(
        [operator(graph, motif) for motif in ALL],
        feed(graph, fitted, config),
        "paper",
        np.arange(120),
        2,
    )
    many, threads = outcome(model, view), numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert all(
            torch.equal(one, other) for one, other in zip(outcome(model, view), many, strict=True)
        )
    finally:
        numba.set_num_threads(threads)
