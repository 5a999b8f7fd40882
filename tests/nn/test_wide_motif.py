"""The wide network against its equation, and what it says each source adds."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.nn.propagated import Propagated
from motifcnn.nn.sparse.matrix import SparseMatrix
from motifcnn.nn.wide_motif import PropagatedFilters, WideMotif

WIDTHS, MOTIFS = [3, 2, 4, 1], [-1, 0, 2, 0]  # motif 1 has no product
ROWS = torch.tensor([4, 0, 7, 9, 1, 2, 3])


def propagated(nodes: int = 12, width: int = 5) -> Propagated:
    rng = np.random.default_rng(0)
    links = rng.random((nodes, nodes)) * (rng.random((nodes, nodes)) < 0.3)
    features = rng.random((nodes, width)) * (rng.random((nodes, width)) < 0.5)
    return Propagated(SparseMatrix(sparse.csr_array(features)), SparseMatrix(links))


def made(given: Propagated | None = None, **options: float) -> tuple[WideMotif, torch.Tensor]:
    torch.manual_seed(0)
    width = 0 if given is None else given.features.shape[1]
    model = WideMotif(WIDTHS, MOTIFS, 3, hidden=6, propagated=width, steps=2, **options)
    with torch.no_grad():
        for parameter in model.parameters():  # biases too, which begin at zero
            parameter += 0.3 * torch.randn(parameter.shape)
    return model.double().eval(), torch.randn(7, sum(WIDTHS), dtype=torch.float64)


def numbers(model: WideMotif) -> dict[str, np.ndarray]:
    return {name: p.detach().numpy() for name, p in model.named_parameters()}


def units_by_hand(
    model: WideMotif, columns: torch.Tensor, given: Propagated | None
) -> list[tuple[int, np.ndarray]]:
    """The source of each term before the activation, and the term, (n, hidden)."""
    w, x = numbers(model), columns.numpy()
    terms, begin = [], 0
    for width, motif in zip(WIDTHS, MOTIFS, strict=True):
        part = slice(begin, begin + width)
        terms.append((motif if motif >= 0 else 3, x[:, part] @ w["weight"][part]))
        begin += width
    if given is not None:
        s, f = given.operator.csr.toarray(), given.features.csr.toarray()
        for j, scale in enumerate(w["filters.scales"]):
            reached = np.linalg.matrix_power(s.astype(float), j) @ f @ w["filters.weight"]
            terms.append((4, scale * reached[ROWS.numpy()]))
    return terms


@pytest.mark.parametrize("with_propagated", [False, True])
def test_logits_are_the_equation_in_numpy(with_propagated: bool) -> None:
    given = propagated() if with_propagated else None
    model, columns = made(given)
    w = numbers(model)
    units = sum(term for _, term in units_by_hand(model, columns, given))
    hidden = np.maximum(units + w["bias"], 0)
    expected = hidden @ w["output.weight"].T + w["output.bias"]
    found = model(columns, given, ROWS if with_propagated else None)
    np.testing.assert_allclose(found.detach(), expected, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("with_propagated", [False, True])
def test_contributions_and_biases_sum_to_the_logit_of_the_predicted_class(
    with_propagated: bool,
) -> None:
    given = propagated() if with_propagated else None
    model, columns = made(given)
    view = (columns, given, ROWS if with_propagated else None)
    logits = model(*view).detach().numpy()
    found = model.contributions(*view).numpy()
    w, best = numbers(model), logits.argmax(axis=1)
    terms = units_by_hand(model, columns, given)
    active = sum(term for _, term in terms) + w["bias"] > 0
    gradient = active * w["output.weight"][best]
    expected = np.zeros((7, 5))
    for source, term in terms:
        expected[:, source] += (term * gradient).sum(axis=1)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-7)
    biases = (w["bias"] * gradient).sum(axis=1) + w["output.bias"][best]
    np.testing.assert_allclose(found.sum(axis=1) + biases, logits.max(axis=1), rtol=1e-10)
    assert not found[:, 1].any()
    assert found[:, 4].any() == with_propagated


def test_motifs_without_a_product_at_the_end_have_a_column_of_zeros() -> None:
    model, columns = made()
    usual, longer = model.contributions(columns), model.contributions(columns, motifs=5)
    assert (usual.shape, longer.shape) == ((7, 5), (7, 7))
    assert not longer[:, 3:5].any()
    torch.testing.assert_close(longer[:, [0, 1, 2, 5, 6]], usual)


def test_contributions_leave_no_gradients_behind() -> None:
    model, columns = made(propagated())
    model.contributions(columns, propagated(), ROWS)
    assert all(parameter.grad is None for parameter in model.parameters())


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_propagated_units_are_those_of_the_equation(steps: int) -> None:
    given, rows = propagated(), torch.tensor([4, 0, 7])
    filters = PropagatedFilters(5, 4, steps)
    torch.testing.assert_close(filters.scales, torch.full((steps + 1, 4), 1 / (steps + 1)))
    torch.nn.init.normal_(filters.scales)
    x = torch.from_numpy(given.features.csr.toarray())
    s = torch.from_numpy(given.operator.csr.toarray())
    expected = sum(
        filters.scales[j] * (torch.linalg.matrix_power(s, j) @ x @ filters.weight)[rows]
        for j in range(steps + 1)
    )
    torch.testing.assert_close(filters(given, rows), expected)


def test_gradients_pass_gradcheck() -> None:
    given = propagated()
    model, columns = made(given)
    names = [name for name, _ in model.named_parameters()]
    parameters = tuple(p.detach().clone().requires_grad_() for p in model.parameters())

    def of(*values: torch.Tensor) -> torch.Tensor:
        state = dict(zip(names, values, strict=True))
        return torch.func.functional_call(model, state, (columns, given, ROWS))

    assert torch.autograd.gradcheck(of, parameters, fast_mode=True)


def test_a_dropped_source_adds_nothing_and_the_mean_stays() -> None:
    given = propagated()
    model, columns = made(given, motif_dropout=0.5, input_dropout=0.2)
    exact = model._units(columns, given, ROWS).detach()
    model.train()
    torch.manual_seed(0)
    drawn = torch.stack([model._units(columns, given, ROWS).detach() for _ in range(1000)])
    error = drawn.std(dim=0) / 1000**0.5
    assert error.max() > 0
    assert ((drawn.mean(dim=0) - exact).abs() <= 5 * error + 1e-6).all()


def test_dropout_acts_in_training_alone_and_by_the_seed_of_torch() -> None:
    given = propagated()
    model, columns = made(given, motif_dropout=0.5, input_dropout=0.2, dropout=0.5)
    assert torch.equal(model(columns, given, ROWS), made(given)[0](columns, given, ROWS))
    model.train()
    found = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        found.append(model(columns, given, ROWS))
    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_every_product_begins_with_weights_of_its_own_spread() -> None:
    torch.manual_seed(0)
    model = WideMotif([2, 600], [-1, 0], 3, hidden=50)
    small, large = model.weight[:2], model.weight[2:]
    assert small.abs().max() <= (6 / 52) ** 0.5
    assert large.abs().max() <= (6 / 650) ** 0.5
    assert small.abs().max() > (6 / 650) ** 0.5


def test_no_rows_have_no_logits() -> None:
    model, columns = made()
    assert model(columns[:0]).shape == (0, 3)
    assert model.train()(columns[:0]).shape == (0, 3)
    assert model.eval().contributions(columns[:0]).shape == (0, 5)
