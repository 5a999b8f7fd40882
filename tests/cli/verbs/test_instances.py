from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

PAP = "(t:paper)--(a:author)--(c:paper)"


def test_the_instances_are_those_that_are_counted_by_hand(
    run_json: Callable[..., Any], folder: str
) -> None:
    found = run_json("instances", folder, PAP, "zero")
    assert found["target"] == {"row": 0, "node": 0, "name": "zero"}
    assert (found["total"], found["offset"], found["out"]) == (2, 0, None)
    assert found["words"] == "papers written by the same author"
    assert [[node["row"] for node in each.values()] for each in found["instances"]] == [
        [0, 0, 1],
        [0, 1, 2],
    ]
    assert found["instances"][0]["c"] == {"type": "paper", "row": 1, "node": 1, "name": "one [x]"}


def test_pages_go_on_where_the_last_one_ends(run: Callable[..., Any], folder: str) -> None:
    first = run("instances", folder, PAP, "0", "--limit", "1")
    assert first.exit_code == 0, first.stderr
    for text in ("paper zero: 2 instances of papers", "t:paper", "one [x]", "--offset 1 goes on"):
        assert text in first.stdout
    second = run("instances", folder, PAP, "0", "--limit", "1", "--offset", "1").stdout
    assert "two" in second and "one" not in second and "goes on" not in second


def test_a_drawing_is_written(run: Callable[..., Any], folder: str, tmp_path: Path) -> None:
    out = tmp_path / "instances.svg"
    result = run("instances", folder, PAP, "zero", "--out", str(out))
    assert result.exit_code == 0, result.stderr
    assert f"drawing in {out}" in result.stdout.replace("\n", "")
    assert len(ElementTree.fromstring(out.read_text(encoding="utf-8"))) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((PAP, "zer"), "did you mean 'zero'"),
        (("(t:paper)--(c:venue)", "zero"), "venue"),
        (("(t:paper--(c:author)", "zero"), "cannot read the motif"),
        ((PAP, "zero", "--out", "no/such/folder/x.svg"), "does not exist"),
        ((PAP, "zero", "--out", "."), "is a folder"),
        ((PAP, "zero", "--limit", "0"), "limit"),
    ],
)
def test_mistakes_end_with_one_message(
    run: Callable[..., Any], folder: str, arguments: tuple[str, ...], message: str
) -> None:
    result = run("instances", folder, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
