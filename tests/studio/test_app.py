"""What the API answers equals what the library computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

import motifcnn as mc
from motifcnn.graph import Graph
from motifcnn.studio.access import Door
from motifcnn.studio.app import make_app
from motifcnn.studio.workbench import Workbench

DOOR = Door(8123, "the-secret")

SHARED = "(t:package)--(m:maintainer)--(c:package)"


def test_the_schema_has_counts_and_degrees_of_the_graph(ask: Any, debian: Graph) -> None:
    found = ask("/api/schema")
    assert found["target"] == "package"
    assert {t["name"]: t["nodes"] for t in found["types"]} == dict(debian.counts)
    relations = {r["name"]: r for r in found["relations"]}
    assert relations["package-tag"]["links"] == 9812
    source, target = relations["package-tag"]["degrees"]
    degrees = np.asarray(debian.adjacency["package", "package-tag", "tag"].sum(axis=1))
    assert source["most"] == degrees.max() and source["mean"] == pytest.approx(degrees.mean())
    for bin_ in source["bins"]:
        within = (degrees >= bin_["least"]) & (degrees <= bin_["most"])
        assert bin_["nodes"] == within.sum()
    assert sum(b["nodes"] for b in target["bins"]) == debian.counts["tag"]


def test_another_target_is_marked_and_an_unknown_one_refused(ask: Any, client: TestClient) -> None:
    assert ask("/api/schema", target="tag")["target"] == "tag"
    answer = client.get("/api/schema", params={"target": "tagg"})
    assert answer.status_code == 422 and 'did you mean "tag"' in answer.json()["error"]


def test_the_catalogue_has_every_motif_once(ask: Any, debian: Graph) -> None:
    patterns = []
    for offset in range(0, 300, 100):
        page = ask("/api/catalogue", target="package", offset=offset, limit=100)
        patterns += [card["pattern"] for card in page["cards"]]
    assert patterns == [str(m) for m in mc.catalogue(debian.schema, "package", 3)]
    assert page["total"] == page["found"] == len(patterns)


def test_measured_cards_equal_counts_of_the_library(
    ask: Any, bench: Workbench, debian: Graph
) -> None:
    query = {"target": "package", "max_nodes": 2}
    ask("/api/catalogue", **query)
    bench.measurements.close()
    page = ask("/api/catalogue", **query, order="instances", descending=True)
    assert page["waiting"] == 0 and len(page["cards"]) == 9
    for card in page["cards"]:
        tensor = mc.count(debian, card["pattern"])
        measured = card["measured"]
        assert measured["instances"] == tensor.instances.sum()
        assert measured["coverage"] == pytest.approx((tensor.instances > 0).mean())
        assert -1 <= measured["agreement"] <= 1
    counts = [card["measured"]["instances"] for card in page["cards"]]
    assert counts == sorted(counts, reverse=True)


def test_cards_have_the_expression_of_the_library_and_are_sorted_by_it(
    debian: Graph, tmp_path: Path
) -> None:
    real = Workbench(debian, "debian", tmp_path / "motifs.toml")
    client = TestClient(make_app(real, DOOR), base_url="http://127.0.0.1:8123")
    client.get("/", params={"token": DOOR.token})
    query = {"target": "tag", "relations": "any", "order": "expression"}
    page = client.get("/api/catalogue", params=query).json()
    assert page["comparing"] == page["found"] == len(page["cards"]) > 2
    real.measurements.close()
    page = client.get("/api/catalogue", params=query | {"descending": True}).json()
    assert page["comparing"] == 0
    shown = [card["measured"]["expression"] for card in page["cards"]]
    for card, found in zip(page["cards"][::4], shown[::4], strict=True):
        expected = mc.expression(debian, card["pattern"])
        assert (found["z"], found["words"]) == (expected.z, str(expected))
    known = [found["z"] for found in shown if found["z"] is not None]
    assert known == sorted(known, reverse=True)
    assert all(found["z"] is None for found in shown[len(known) :])


def test_a_design_has_roles_a_count_and_offers(ask: Any, bench: Workbench, debian: Graph) -> None:
    query = {"target": "package", "pattern": SHARED}
    ask("/api/design", **query)
    bench.measurements.close()
    found = ask("/api/design", **query)
    assert [role["label"] for role in found["card"]["roles"]] == ["m", "c"]
    assert found["card"]["measured"]["instances"] == mc.count(debian, SHARED).instances.sum()
    assert found["problem"] is None and not found["saved"]
    for offer in found["offers"]:
        mc.plan(debian, offer["pattern"])  # raises unless the schema allows it


def test_an_unreadable_pattern_says_where(ask: Any) -> None:
    found = ask("/api/design", target="package", pattern="(t:package)-(c:library)")
    assert "at character 13" in found["problem"]["message"]
    assert found["card"] is None and found["problem"]["suggestion"] is None


def test_instances_are_those_of_the_library_page_by_page(ask: Any, debian: Graph) -> None:
    names = []
    for offset in range(0, 93, 40):
        page = ask("/api/instances", pattern=SHARED, node="gimp", offset=offset, limit=40)
        names += [tuple(n["title"] for n in d["nodes"]) for d in page["drawings"]]
    every = mc.instances(debian, SHARED, "gimp", limit=1000)
    assert page["total"] == every.total == len(names)
    assert names == [tuple(node.label for node in each.values()) for each in every]


def test_an_unknown_node_is_refused_with_names_that_are_close(client: TestClient) -> None:
    answer = client.get("/api/instances", params={"pattern": SHARED, "node": "gimpp"})
    assert answer.status_code == 422 and "did you mean 'gimp'" in answer.json()["error"]


def test_saved_motifs_are_in_the_file_and_can_be_removed(
    client: TestClient, bench: Workbench
) -> None:
    saved = client.post("/api/collection", json={"pattern": SHARED}).json()
    assert [card["pattern"] for card in saved["cards"]] == [SHARED]
    assert SHARED in bench.collection.file.read_text(encoding="utf-8")
    assert client.delete("/api/collection", params={"pattern": SHARED}).json()["cards"] == []
    assert SHARED not in bench.collection.file.read_text(encoding="utf-8")


def test_a_motif_that_the_schema_refuses_is_not_saved(client: TestClient, bench: Workbench) -> None:
    answer = client.post("/api/collection", json={"pattern": "(t:tag)--(c:maintainer)"})
    assert answer.status_code == 422
    assert not bench.collection.file.exists()


@pytest.mark.parametrize(
    ("path", "query", "message"),
    [
        ("/api/catalogue", {"target": "package", "max_nodes": 9}, "max_nodes: "),
        ("/api/catalogue", {}, "target: "),
        ("/api/by-example", {"node_type": "package", "node": "gimp"}, "two or three"),
        ("/api/instances", {"pattern": "(", "node": "gimp"}, "cannot read the motif"),
    ],
)
def test_every_refusal_is_one_text(
    client: TestClient, path: str, query: dict[str, Any], message: str
) -> None:
    answer = client.get(path, params=query)
    assert answer.status_code == 422 and answer.json().keys() == {"error"}
    assert message in answer.json()["error"]


def test_the_api_describes_itself(ask: Any) -> None:
    paths = ask("/openapi.json")["paths"]
    assert {"/api/schema", "/api/catalogue", "/api/design", "/api/instances"} <= paths.keys()


def test_answers_hold_no_control_character_as_it_is(client: TestClient) -> None:
    for text in ("\x9b", "\u202e", "\x1b[2J"):
        answer = client.get("/api/schema", params={"target": text})
        assert answer.status_code == 422 and text[0] not in answer.text
        assert text[0] in answer.json()["error"] or "\\" in answer.json()["error"]
