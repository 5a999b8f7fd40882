"""`motifcnn count --engine spark` writes a tensor and shows its totals."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.graph import read_graph
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.spark.java import require_java
from motifcnn.tensor.spark.result import load_result

PAP = "(t:paper)--(a:author)--(c:paper)"


def test_a_count_on_spark_equals_the_local_one(folder: str, tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    try:
        require_java()
    except MotifCNNError as error:
        pytest.skip(str(error))
    # A process of its own: the one of the tests may have a Spark session.
    arguments = ["--engine", "spark", "--master", "local[2]", "--out", str(tmp_path / "out")]
    done = subprocess.run(
        [
            *(sys.executable, "-c", "from motifcnn.cli import main; main()"),
            *("count", folder, PAP, *arguments, "--json"),
        ],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
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
