from __future__ import annotations

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.tables.problems import SHOWN, TableError, TableProblem, refuse


def test_no_problem_is_no_error() -> None:
    refuse([])


def test_all_problems_are_in_one_error_that_readers_of_graphs_know() -> None:
    problems = [TableProblem(f"{at}.csv", "wrong", "right it") for at in range(SHOWN + 2)]
    with pytest.raises(GraphError) as caught:
        refuse(problems)
    assert isinstance(caught.value, TableError)
    assert caught.value.problems == tuple(problems)
    lines = str(caught.value).split("\n")
    assert lines[0] == f"{SHOWN + 2} problems in the tables"
    assert lines[-1].strip() == "and 2 more problems"
    assert len(lines) == SHOWN + 2
