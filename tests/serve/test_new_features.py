from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from motifcnn.graph import Graph
from motifcnn.serve.new_features import features_of
from motifcnn.serve.requests import NewNode


@pytest.mark.parametrize("is_sparse", [False, True])
def test_known_rows_are_copied_and_both_forms_of_new_ones_are_equal(
    papers: Graph, is_sparse: bool
) -> None:
    if is_sparse:
        papers = replace(papers, features={"paper": sparse.csr_array(papers.features["paper"])})
    whole = np.zeros(30)
    whole[[4, 11]] = 0.5, -2
    nodes = {
        1: NewNode(id=500, features=whole.tolist()),
        2: NewNode(id=501, features={"4": 0.5, "11": -2}),
    }
    found = features_of("paper", np.array([9, -1, -1]), nodes, papers)
    assert sparse.issparse(found) == is_sparse
    dense = found.toarray() if is_sparse else found
    known = papers.features["paper"][[9]]
    assert (dense[0] == (known.toarray() if is_sparse else known)).all()
    assert (dense[1] == whole).all() and (dense[2] == whole).all()
