"""int64 in `count`: exact where an engine can be asked, a plan of years or an error elsewhere.

Counts from 2^53 to 2^62 have at least four nodes beside the target: a target with two neighbours
to choose has at most the square of the nodes, and 2^53 is the square of 94,906,266. The engines of
formulas count up to four nodes, the others meet every instance. So no engine of `count` can be
asked for them; the factored operator is, in `tests/tensor/operator/factored`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.tensor import count, plan
from motifcnn.tensor.engines import ENGINES
from tests.tensor.operator.factored.test_whole_numbers import (
    ALIKE,
    LAYERS,
    LEAST,
    MOST,
    STARS,
    alike,
    layers,
    star,
)

YEAR = 365 * 24 * 3600
FORMULAS, MEETING = ("scipy", "matrix"), ("join", "enumerate")
CASES = {
    **{f"star {leaves}": (star, leaves, math.prod(leaves)) for leaves in STARS},
    **{f"layers {sizes}": (layers, sizes, math.prod(sizes)) for sizes in LAYERS},
    **{f"alike {n}": (lambda n: alike(n, 5), n, math.comb(n, 5)) for n in ALIKE},
}


def test_there_are_fifty_cases_and_every_engine_is_told_apart() -> None:
    assert len(CASES) == 50
    assert {engine.name for engine in ENGINES} == {*FORMULAS, *MEETING}


@pytest.mark.parametrize("case", CASES)
def test_no_engine_of_count_can_be_asked_past_the_integers_of_float64(case: str) -> None:
    make, sizes, expected = CASES[case]
    graph, text = make(sizes)  # type: ignore[operator]
    assert LEAST < expected < MOST
    for engine in FORMULAS:
        with pytest.raises(MotifCNNError, match=rf"engine '{engine}' cannot count this motif"):
            count(graph, text, engine=engine)
    for engine in MEETING:
        planned = plan(graph, text, engine=engine)
        assert planned.instances >= expected * 0.999
        assert planned.seconds > YEAR
    with pytest.raises(BudgetError, match="over the memory limit"):
        count(graph, text, engine="join")


@pytest.mark.parametrize("engine", ["auto", *FORMULAS])
@pytest.mark.parametrize(
    "leaves", [[70_000, 65_537], [92_682, 46_341], [300_000, 200_003]], ids=str
)
def test_formulas_are_exact_past_the_integers_of_32_bits(engine: str, leaves: list[int]) -> None:
    graph, text = star(leaves)
    expected = math.prod(leaves)
    assert expected > 2**32
    tensor = count(graph, text, engine=engine)
    assert tensor.instances.tolist() == [expected, 0]
    for role, other in zip(tensor.roles, reversed(leaves), strict=True):
        assert role.matrix.data.dtype == np.int64
        assert set(role.matrix.data.tolist()) == {other}
        assert sum(role.matrix.data.tolist()) == expected


@pytest.mark.parametrize(
    "case", [star([7_000] * 5), alike(20_000, 5)], ids=["several types", "one type"]
)
@pytest.mark.parametrize("engine", ["auto", *MEETING])
def test_past_int64_every_engine_is_an_error_before_work(case: Any, engine: str) -> None:
    with pytest.raises(BudgetError, match="past what int64 can count exactly"):
        count(*case, engine=engine)
