from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_a_run_in_order_has_code_zero(run: Callable[..., Any], run_folder: str) -> None:
    result = run("doctor", run_folder)
    assert result.exit_code == 0, result.output
    assert "run: in order" in result.stdout


def test_a_damaged_file_has_code_one_and_says_what_is_intact(
    run: Callable[..., Any], folder: str
) -> None:
    (Path(folder) / "graph.json").write_text("{}")
    result = run("doctor", folder)
    assert result.exit_code == 1
    assert "something is wrong" in result.stdout and "intact: " in result.stdout


def test_json_has_every_finding(run: Callable[..., Any], folder: str) -> None:
    import json

    (Path(folder) / "graph.json").unlink()
    result = run("doctor", folder, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["healthy"] is False
    assert found["examined"][0]["damaged"] == ["graph.json"]


def test_a_tensor_is_counted_again_in_its_graph(
    run: Callable[..., Any], run_json: Callable[..., Any], folder: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "tensor")
    assert run("count", folder, "(t:author)--(c:paper)", "--out", out).exit_code == 0
    found = run_json("doctor", out, "--graph", folder)
    assert any("counted 3 targets again" in text for text in found["examined"][0]["checked"])


def test_clean_removes_leftovers(run_json: Callable[..., Any], folder: str) -> None:
    left = Path(folder).with_name(".tiny.0123456789abcdef.part")
    left.mkdir()
    assert run_json("doctor", folder, "--clean")["removed"] == [str(left)]
    assert not left.exists()


def test_clean_without_a_folder_is_refused(run: Callable[..., Any]) -> None:
    assert run("doctor", "--clean").exit_code == 2
