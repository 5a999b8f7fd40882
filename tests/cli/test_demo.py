from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from motifcnn.datasets import load_dataset


def test_the_demo_shows_schema_motifs_counts_and_roles(run: Callable[..., Any]) -> None:
    result = run("demo")
    assert result.exit_code == 0, result.stderr
    for text in ("node types", "relations", "library", "3,111", "instances", "roles"):
        assert text in result.stdout


@pytest.fixture(scope="module")
def shown() -> Any:
    import json

    from typer.testing import CliRunner

    from motifcnn.cli.app import app

    return json.loads(CliRunner().invoke(app, ["demo", "--json"]).stdout)


def test_the_described_graph_is_the_embedded_one(shown: Any) -> None:
    graph = load_dataset("debian")
    assert {t["node_type"]: t["nodes"] for t in shown["graph"]["node_types"]} == dict(graph.counts)
    assert [r["edges"] for r in shown["graph"]["relations"]] == [graph.num_edges(r) for r in graph.schema.relations]


def test_every_role_sums_to_its_members_times_the_instances(shown: Any) -> None:
    assert shown["motifs"]
    for tensor in shown["motifs"]:
        assert all(role["sum"] == role["members"] * tensor["instances"] for role in tensor["roles"])
