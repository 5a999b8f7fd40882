"""A classifier on the whole graph takes the rows of its target type."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.methods import Problem, get_method
from tests.small_graphs import bibliography

CPU = torch.device("cpu")


@pytest.mark.parametrize("model", ["gcn", "gat", "graph-cnn", "cln"])
def test_rows_asked_for_alone_equal_the_same_rows_of_all(model: str) -> None:
    method = get_method(model)
    classifier = method.build(Problem(bibliography(), "paper", (), 3, method.settings))
    classifier.module.eval()
    rows = np.array([7, 3, 119, 3])
    everything = classifier.logits(np.arange(120), CPU)
    assert everything.shape == (120, 3)
    torch.testing.assert_close(classifier.logits(rows, CPU), everything[rows])


def test_a_view_tells_where_the_rows_are_among_all_nodes() -> None:
    method = get_method("gcn")
    classifier = method.build(Problem(bibliography(), "paper", (), 3, method.settings))
    view = classifier.view(np.array([0, 5]), CPU)
    assert view.rows.tolist() == [60, 65]  # after 60 authors
    assert view.x.shape[0] == view.links.shape[0] == 189
