"""`motifcnn count --engine spark` writes a tensor and shows its totals."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graph.tables.folders import GOOD, folder_of
from motifcnn.errors import MotifCNNError
from motifcnn.graph import read_graph, read_tables
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.spark.java import require_java
from motifcnn.tensor.spark.result import load_result

PAP = "(t:paper)--(a:author)--(c:paper)"


def _require_spark() -> None:
    pytest.importorskip("pyspark")
    try:
        require_java()
    except MotifCNNError as error:
        pytest.skip(str(error))


def _run_apart(*arguments: str) -> Any:
    """What a verb prints as JSON; in a process of its own, as that of the tests may have Spark."""
    done = subprocess.run(
        [sys.executable, "-c", "from motifcnn.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_a_count_on_spark_equals_the_local_one(folder: str, tmp_path: Path) -> None:
    _require_spark()
    arguments = ["--engine", "spark", "--master", "local[2]", "--out", str(tmp_path / "out")]
    found = _run_apart("count", folder, PAP, *arguments, "--json")
    assert (found["instances"], found["targets"]) == (4, 3)
    assert [role["nonzeros"] for role in found["roles"]] == [4, 4]
    assert load_result(tmp_path / "out") == count(read_graph(folder), Motif.parse(PAP))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--engine", "spark"], "name a folder with --out"),
        (["--master", "local[2]"], "add --engine spark"),
        (["--engine", "spark", "--out", "o", "--plan"], "--plan is not for --engine spark"),
        (["--engine", "spark", "--sample", "9"], "--sample is not for"),
    ],
)
def test_flags_that_do_not_fit_are_refused(
    run: Callable[..., Any], folder: str, flags: list[str], message: str
) -> None:
    result = run("count", folder, PAP, *flags)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_an_import_on_spark_finds_a_mapping_and_writes_links_to_count(tmp_path: Path) -> None:
    _require_spark()
    folder = folder_of(tmp_path / "films", GOOD)
    arguments = ["--engine", "spark", "--master", "local[2]", "--out", str(tmp_path / "links")]
    found = _run_apart("import", str(folder), *arguments, "--yes", "--json")
    graph = read_tables(folder)
    assert found["counts"] == dict(graph.counts)
    assert set(found["links"].values()) == {m.nnz for m in graph.adjacency.values()}
    assert Path(found["mapping_file"]) == folder / "motifcnn.toml"
    assert (tmp_path / "links" / "links.json").is_file()


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--engine", "spark"], "name a folder with --out"),
        (["--engine", "spark", "--out", "o", "--label", "a.b"], "--label is not for"),
        (["--engine", "flink"], "expected here or spark"),
        (["--master", "local[2]"], "add --engine spark"),
    ],
)
def test_flags_that_do_not_fit_an_import_are_refused(
    run: Callable[..., Any], tmp_path: Path, flags: list[str], message: str
) -> None:
    result = run("import", str(folder_of(tmp_path / "films", GOOD)), *flags)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
