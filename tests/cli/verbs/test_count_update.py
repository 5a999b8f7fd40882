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


def test_people_see_the_same_figures(run: Callable[..., Any], store: str, changes: str) -> None:
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
def test_a_wrong_argument_gets_one_message_and_code_two(
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
