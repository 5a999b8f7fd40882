from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from motifcnn.methods.method import NotApplicable
from motifcnn.train import fit
from motifcnn.train.run.dense import dense_part
from small_graphs import MOTIFS, bibliography

PROPAGATED = {"filters": [4], "project": 8, "propagate": 2, "propagate_rows": True}
MASKED = {"filters": [4], "mask": True, "labels": True, "batch_norm": True}


@pytest.mark.parametrize("settings", [{"filters": [4]}, MASKED, PROPAGATED])
@pytest.mark.parametrize("multi_label", [False, True])
def test_the_dense_part_alone_gives_the_run_s_probabilities(
    settings: dict[str, Any], multi_label: bool
) -> None:
    graph = bibliography(papers=60, multi_label=multi_label)
    run = fit(graph, MOTIFS, epochs=2, settings=settings)
    part = dense_part(run, graph)
    with torch.no_grad():
        _, found = part.network(list(part.inputs.values()))
    assert np.abs(found.numpy() - run.probabilities).max() < 1e-6


def test_inputs_are_those_of_the_rows() -> None:
    papers = bibliography(papers=60)
    run = fit(papers, MOTIFS, epochs=1, settings={"filters": [4]})
    whole, some = dense_part(run), dense_part(run, rows=np.array([7, 3]))
    for name, values in some.inputs.items():
        assert torch.equal(values, whole.inputs[name][[7, 3]]), name


def test_networks_that_read_the_graph_in_between_have_no_dense_part() -> None:
    papers = bibliography(papers=60)
    deep = fit(papers, MOTIFS[1:], epochs=1, settings={"filters": [4, 4]})
    other = fit(papers, model="majority")
    for run in (deep, other):
        with pytest.raises(NotApplicable, match="only a motif-cnn of one layer"):
            dense_part(run)
