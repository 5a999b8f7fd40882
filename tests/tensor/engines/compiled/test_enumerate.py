"""The program of a motif and the loop that runs it."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.motif import Motif
from motifcnn.tensor.engines.compiled import segments
from motifcnn.tensor.engines.compiled.enumerate import (
    DIFFERENT,
    LINKED,
    SMALLER,
    UNLINKED,
    enumerate_instances,
    make_program,
)
from motifcnn.tensor.pattern.bounds import row_bounds
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force
from tests.tensor.engines.shapes import ALL, PATH, TRIANGLE, assert_equals, dense_graph


def test_the_program_of_a_triangle_tests_each_pair_once() -> None:
    order, program = make_program(make_problem(dense_graph(), TRIANGLE, induced=False))
    assert order[0] == 0
    tests = [
        [tuple(test) for test in program.tests[low:high]]
        for low, high in zip(program.first[:-1], program.first[1:], strict=True)
    ]
    assert tests[0] == []
    assert tests[1] == [(LINKED, 0, 0)]
    assert tests[2][:2] == [(LINKED, 0, 0), (LINKED, 1, 0)]
    assert [kind for kind, _, _ in tests[2][2:]] == [SMALLER]
    assert program.role.tolist() == [-1, 0, 0]
    assert len(program.offset) == 1, "one matrix, however often it is asked for"


def test_linked_tests_come_first_and_others_follow() -> None:
    _, program = make_program(make_problem(dense_graph(), PATH, induced=True))
    for low, high in zip(program.first[:-1], program.first[1:], strict=True):
        kinds = program.tests[low:high, 0]
        assert (np.diff((kinds != LINKED).astype(int)) >= 0).all()
    assert {UNLINKED, DIFFERENT} <= set(program.tests[:, 0].tolist())


@pytest.mark.parametrize("thread_steps", [1, 200_000])
@pytest.mark.parametrize("motif", ALL, ids=str)
def test_instances_are_those_of_brute_force(
    motif: Motif, thread_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "WORTH_A_THREAD", thread_steps)
    graph = dense_graph(3)
    problem = make_problem(graph, motif, induced=False)
    heard: list[float] = []
    found = enumerate_instances(problem, row_bounds(problem), progress=heard.append)
    assert_equals(found, brute_force(graph, motif))
    assert heard[-1] == 1.0
