"""The public verb: this machine by default, Spark by name, and nothing in between."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.tensor import count

EDGE = mc.Motif.parse("(t:package)--(c:library)")


def test_without_spark_it_is_the_local_count() -> None:
    graph = mc.load_dataset("debian")
    assert mc.count(graph, EDGE, engine="scipy") == count(graph, EDGE)
    assert mc.count(graph, EDGE, sample=100, seed=3).draws == 100


@pytest.mark.parametrize("options", [{"master": "local[2]"}, {"out": "tensor"}])
def test_what_is_for_spark_is_refused_elsewhere(options: dict[str, Any]) -> None:
    with pytest.raises(MotifCNNError, match="is for engine='spark'; got engine='auto'"):
        mc.count(mc.load_dataset("debian"), EDGE, **options)


def test_a_folder_is_for_spark() -> None:
    with pytest.raises(MotifCNNError, match="read it first: read_graph"):
        mc.count("folder", EDGE)


def test_an_estimate_is_not_for_spark() -> None:
    with pytest.raises(MotifCNNError, match="leave out one"):
        mc.count(mc.load_dataset("debian"), EDGE, engine="spark", sample=10)


def test_a_count_here_never_loads_pyspark() -> None:
    code = (
        "import sys, motifcnn as mc\n"
        "mc.count(mc.load_dataset('debian'), mc.Motif.parse('(t:package)--(c:library)'))\n"
        "assert 'pyspark' not in sys.modules and 'motifcnn.tensor.spark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
