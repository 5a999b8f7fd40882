from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.cli.show.tensor import busiest_targets, describe_sample, exact_sum
from motifcnn.motif import Motif
from motifcnn.tensor import count

PAP = "(t:paper)--(a:author)--(c:paper)"


@given(st.lists(st.integers(0, 2**63 - 1), max_size=20))
def test_a_sum_past_int64_is_exact(values: list[int]) -> None:
    assert exact_sum(np.array(values, dtype=np.int64)) == sum(values)


def test_the_busiest_come_first_and_those_without_instances_not_at_all(graph: Any) -> None:
    tensor = count(graph, Motif.parse("(t:paper)--(c:author)"))
    assert [row["instances"] for row in busiest_targets(graph, tensor, limit=2)] == [2, 1]
    shared = count(graph, Motif.parse("(t:paper)--(a:author)--(c:paper)"))
    assert 3 not in [row["id"] for row in busiest_targets(graph, shared)]


def test_the_estimate_is_that_of_count(
    run_json: Callable[..., Any], folder: str, graph: Any
) -> None:
    found = run_json("count", folder, PAP, "--sample", "5000", "--seed", "3")
    expected = describe_sample(count(graph, Motif.parse(PAP), sample=5000, seed=3))
    assert {key: found[key] for key in expected} == expected
    assert found["interval"][0] < 4 < found["interval"][1], "four instances, counted by hand"
    assert 0 < found["standard_error"] < 0.2


def test_people_see_the_interval(run: Callable[..., Any], folder: str) -> None:
    result = run("count", folder, PAP, "--sample", "5000")
    assert result.exit_code == 0, result.stderr
    assert "95 % interval" in result.stdout
    assert "of 5,000 walks are instances" in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [(("--sample", "1"), "at least 2"), (("--sample", "10", "--out", "x"), "--out")],
)
def test_what_cannot_be_is_refused(
    run: Callable[..., Any],
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("count", folder, PAP, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "x").exists()
