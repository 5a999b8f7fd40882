from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.graph import Graph, Split
from motifcnn.report.split_name import split_name
from motifcnn.train import fit
from small_graphs import bibliography

PUBLIC = Split("paper", np.arange(20), np.arange(20, 30), np.arange(30, 60))
HELD_OUT = Split("paper", np.arange(20), np.empty(0, np.int64), np.arange(20, 60))


@pytest.fixture(scope="module")
def papers() -> Graph:
    return replace(bibliography(papers=60), splits={"public": PUBLIC, "no validation": HELD_OUT})


@pytest.mark.parametrize("name", ["public", "no validation"])
def test_a_split_of_the_graph_has_its_name(papers: Graph, name: str) -> None:
    assert split_name(fit(papers, model="majority", split=name)) == name


def test_a_random_split_has_none_and_neither_has_a_run_without_a_graph(papers: Graph) -> None:
    assert split_name(fit(papers, model="majority", split="random")) is None
    run = replace(fit(papers, model="majority", split="public"), graph=None)
    assert split_name(run) is None
    assert split_name(run, papers) == "public"
