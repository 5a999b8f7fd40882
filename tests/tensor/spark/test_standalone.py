"""A real cluster: a master and two workers, of which one dies in mid-job."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema, write_graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.spark import load_result
from tests.tensor.spark import standalone_count
from tests.tensor.spark.standalone import Cluster, standalone

RING = "(t:author)--(p:paper)--(v:venue)--(q:paper)--(t)"
COAUTHORS = "(t:author)--(p:paper)--(c:author)"


@pytest.fixture(scope="module")
def cluster_folder(java: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


def bibliography(papers: int = 20_000, authors: int = 1_500, venues: int = 40) -> Graph:
    rng = np.random.default_rng(0)
    schema = Schema(
        ("author", "paper", "venue"),
        (Relation("paper", "by", "author"), Relation("paper", "at", "venue")),
    )
    by = rng.integers(0, (papers, authors), (3 * papers, 2))
    at = np.stack([np.arange(papers), rng.integers(0, venues, papers)], axis=1)
    counts = {"author": authors, "paper": papers, "venue": venues}

    def matrix(pairs: np.ndarray, shape: tuple[int, int]):
        from scipy import sparse

        return sparse.csr_array((np.ones(len(pairs), bool), tuple(pairs.T)), shape=shape)

    links = {
        ("paper", "by", "author"): matrix(by, (papers, authors)),
        ("paper", "at", "venue"): matrix(at, (papers, venues)),
    }
    return Graph(schema, links, counts)


def start(cluster: Cluster, source: Path, out: Path, *patterns: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", standalone_count.__name__, cluster.url, str(source), str(out)]
    return subprocess.Popen(
        [*command, *patterns],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(["src", *filter(None, sys.path)])},
        cwd=Path(__file__).parents[3],
    )


def test_two_workers_count_exactly_although_one_dies_in_mid_job(cluster_folder: Path) -> None:
    graph = bibliography()
    write_graph(graph, cluster_folder / "graph")
    with standalone(cluster_folder) as cluster:
        job = start(cluster, cluster_folder / "graph", cluster_folder / "out", COAUTHORS, RING)
        try:
            running = cluster_folder / "out" / "0" / "tables"
            end = time.monotonic() + 120
            while not running.is_dir() and job.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
            assert job.poll() is None, job.communicate()[1][-3000:]
            assert not (cluster_folder / "out" / "0" / "metadata.json").exists(), "in mid-job"
            cluster.kill_worker(1)
            said, errors = job.communicate(timeout=240)
        finally:
            job.kill()
    assert job.returncode == 0, errors[-3000:]
    assert (
        "Lost executor" in errors
        or "Removing worker" in (cluster_folder / "master.log").read_text()
    )
    assert said.split("finished")[1:] == [" 0\n", " 1\n"]
    for number, pattern in enumerate((COAUTHORS, RING)):
        tensor = load_result(cluster_folder / "out" / str(number))
        assert tensor == count(graph, Motif.parse(pattern))
