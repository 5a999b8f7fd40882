from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motifcnn.graph import Graph, read_graph
from motifcnn.graph.changes import changed_graph, make_changes
from motifcnn.motif import Motif
from motifcnn.tensor import count, load_tensor

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


@pytest.fixture
def changes(tmp_path: Path) -> str:
    """Author 1 no longer wrote paper 0; author 2 wrote papers 0 and 2."""
    import pyarrow as pa
    from pyarrow import parquet

    rows = {
        "op": ["delete", "insert", "insert"],
        "relation": ["written-by"] * 3,
        "source": [0, 0, 2],
        "target": [1, 2, 2],
    }
    parquet.write_table(pa.table(rows), tmp_path / "changes.parquet")
    return str(tmp_path / "changes.parquet")


@pytest.fixture
def store(run_json: Callable[..., Any], folder: str, tmp_path: Path) -> str:
    run_json("count", folder, PAP, "--out", str(tmp_path / "tensor"))
    return str(tmp_path / "tensor")


def after(graph: Graph) -> Graph:
    return changed_graph(
        graph, make_changes(graph, {"written-by": [(0, 2), (2, 2)]}, {"written-by": [(0, 1)]})
    )


def test_the_store_becomes_the_tensor_of_the_changed_graph(
    run_json: Callable[..., Any], store: str, changes: str, graph: Graph, folder: str
) -> None:
    found = run_json("count", "--update", changes, "--store", store)
    # Papers 0 and 1 share author 0; papers 0, 2 and 3 author 2: four pairs, each from both ends.
    assert (found["insert"], found["delete"], found["instances"]) == (2, 1, 8)
    assert load_tensor(store) == count(after(graph), Motif.parse(PAP))
    assert read_graph(folder) == graph, "the source stays as it was"


def test_an_update_goes_on_from_the_last_one_and_can_be_repeated(
    run_json: Callable[..., Any], store: str, changes: str, tmp_path: Path
) -> None:
    first = run_json("count", "--update", changes, "--store", store)
    assert (
        run_json("count", "--update", changes, "--store", store)["instances"] == first["instances"]
    )
    (tmp_path / "more.csv").write_text("op,relation,source,target\ndelete,written-by,1,0\n")
    assert (
        run_json("count", "--update", str(tmp_path / "more.csv"), "--store", store)["instances"]
        == 6
    )


def test_the_changed_graph_can_be_written(
    run_json: Callable[..., Any], store: str, changes: str, graph: Graph, tmp_path: Path
) -> None:
    run_json(
        "count", "--update", changes, "--store", store, "--graph-out", str(tmp_path / "changed")
    )
    assert read_graph(tmp_path / "changed") == after(graph)
    again = run_json("count", str(tmp_path / "changed"), "--update", changes, "--store", store)
    assert again["instances"] == 8, "the changed graph is as good a source as the first"


def test_people_see_what_changed(run: Callable[..., Any], store: str, changes: str) -> None:
    result = run("count", "--update", changes, "--store", store)
    assert result.exit_code == 0, result.stderr
    assert (
        "2 edges to insert, 1 to delete: now 8 instances, 4 of 4 paper nodes are a target"
        in result.stdout
    )


def test_another_graph_is_refused(
    run: Callable[..., Any], store: str, changes: str, papers_folder: str
) -> None:
    result = run("count", papers_folder, "--update", changes, "--store", store)
    assert result.exit_code == 2
    assert "the tensor is about another graph" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--update", "{changes}"), "takes --update FILE and --store FOLDER"),
        (("--store", "{store}"), "takes --update FILE and --store FOLDER"),
        (
            ("{folder}", PAP, "--update", "{changes}", "--store", "{store}"),
            "and no motif: the store has one",
        ),
        (("--update", "{changes}", "--store", "{folder}"), "the folder holds a 'motifcnn graph'"),
        (("--update", "{store}.csv", "--store", "{store}"), "no such file"),
        (
            ("--update", "{changes}", "--store", "{store}", "--graph-out", "{folder}"),
            "exists already",
        ),
        (("{folder}",), "name a graph and a motif"),
        ((), "name a graph and a motif"),
    ],
)
def test_a_wrong_update_gets_one_message_and_code_two(
    run: Callable[..., Any],
    folder: str,
    store: str,
    changes: str,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    given = [argument.format(folder=folder, store=store, changes=changes) for argument in arguments]
    result = run("count", *given)
    assert result.exit_code == 2
    assert message in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.stderr
