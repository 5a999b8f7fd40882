from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motifcnn.tensor import count

PAP = "(t:paper)--(a:author)--(c:paper)"


def test_instances_and_roles_are_those_counted_by_hand(
    run_json: Callable[..., Any], folder: str
) -> None:
    # Papers 0 and 1 share author 0, papers 0 and 2 author 1: each pair is an instance from both
    # ends.
    found = run_json("count", folder, PAP)
    assert (found["instances"], found["targets"]) == (4, 3)
    assert found["roles"] == [
        {"label": "a", "node_type": "author", "members": 1, "nonzeros": 4, "sum": 4},
        {"label": "c", "node_type": "paper", "members": 1, "nonzeros": 4, "sum": 4},
    ]
    assert found["busiest"] == [
        {"id": 0, "name": "zero", "instances": 2},
        {"id": 1, "name": "one [x]", "instances": 1},
        {"id": 2, "name": "two", "instances": 1},
    ]


def test_the_tables_show_the_same_figures(run: Callable[..., Any], folder: str) -> None:
    result = run("count", folder, PAP)
    assert result.exit_code == 0, result.stderr
    assert "4 instances, 3 of 4 paper nodes are a target" in result.stdout
    assert "one [x]" in result.stdout, "a name is text, not markup"


def test_the_target_and_the_rule_for_roles_can_be_named(
    run_json: Callable[..., Any], folder: str
) -> None:
    # Seen from the author in the middle both papers play one role: author 0 has one pair, author 1
    # another.
    orbit = run_json("count", folder, PAP, "--target", "a", "--context", "t")
    assert orbit["instances"] == 2
    assert [(role["members"], role["sum"]) for role in orbit["roles"]] == [(2, 4)]
    context = run_json("count", folder, PAP, "--roles", "context")
    assert [role["label"] for role in context["roles"]] == ["c"]


def test_a_plan_estimates_and_does_not_count(
    run_json: Callable[..., Any], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motifcnn.tensor.count", lambda *_, **__: pytest.fail("counted"))
    plan = run_json("count", folder, PAP, "--plan")["plan"]
    assert plan["instances"] >= 4
    assert plan["nonzeros"] == sum(role["nonzeros"] for role in plan["roles"]) >= 8
    assert 0 < plan["bytes"] < plan["memory_limit"]
    assert plan["seconds"] > 0


def test_a_plan_says_whether_it_fits(run: Callable[..., Any], folder: str) -> None:
    assert (
        "fits into the limit of 1.0 GB"
        in run("count", folder, PAP, "--plan", "--memory-limit", "1GB").stdout
    )
    assert (
        "does not fit into the limit of 1 B"
        in run("count", folder, PAP, "--plan", "--memory-limit", "1").stdout
    )


def test_the_stored_tensor_is_the_counted_one(
    run_json: Callable[..., Any], folder: str, graph: Any, tmp_path: Path
) -> None:
    from motifcnn.tensor import load_tensor

    out = tmp_path / "tensor"
    found = run_json("count", folder, PAP, "--out", str(out))
    stored = load_tensor(out)
    assert found["out"] == str(out)
    assert stored == count(graph, stored.motif)


def test_a_budget_that_is_too_small_is_refused_before_work(
    run: Callable[..., Any], folder: str
) -> None:
    result = run("count", folder, PAP, "--memory-limit", "1B")
    assert result.exit_code == 2
    assert result.stderr.startswith("BudgetError")
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("(t:paper)--(c:venue)",), "venue"),
        (("(t:paper)--(a:author",), "MotifError"),
        ((PAP, "--roles", "twins"), "twins"),
        ((PAP, "--plan", "--sample", "1000"), "leave out one of them"),
        ((PAP, "--engine", "steam"), "steam"),
        ((PAP, "--memory-limit", "lots"), "lots"),
    ],
)
def test_a_wrong_argument_gets_one_message_and_code_two(
    run: Callable[..., Any], folder: str, arguments: tuple[str, ...], message: str
) -> None:
    result = run("count", folder, *arguments, "--json")
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_a_stored_tensor_is_replaced_only_when_asked_and_the_refusal_comes_before_counting(
    run: Callable[..., Any], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from motifcnn.tensor import load_tensor

    out = tmp_path / "tensor"
    assert run("count", folder, PAP, "--out", str(out)).exit_code == 0
    assert (
        run("count", folder, "(t:paper)--(c:author)", "--out", str(out), "--overwrite").exit_code
        == 0
    )
    assert str(load_tensor(out).motif) == "(t:paper)--(c:author)"
    monkeypatch.setattr("motifcnn.tensor.count", lambda *_, **__: pytest.fail("counted"))
    for arguments, message in (
        ((str(out),), "choose another folder or add --overwrite"),
        ((folder, "--overwrite"), "is not a tensor"),
    ):
        result = run("count", folder, PAP, "--out", *arguments)
        assert (result.exit_code, message in result.stderr) == (2, True)
