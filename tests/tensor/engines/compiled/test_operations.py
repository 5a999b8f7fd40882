"""Every compiled operation equals its scipy definition."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.engines.compiled.operations import compiled
from motifcnn.tensor.engines.engine import keep_nothing
from motifcnn.tensor.engines.scipy_formulas import SCIPY
from tests.tensor.engines.compiled.dense import random_links, undirected


@pytest.mark.parametrize("name", ["path", "triangle", "undirected_triangle"])
def test_compiled_and_scipy_operations_agree(name: str) -> None:
    heard: list[float] = []
    operations = compiled(keep_nothing, heard.append)
    ab = random_links(2, 9, 11)
    arguments = {
        "path": (random_links(0, 13, 9), random_links(1, 9, 13)),
        "triangle": (random_links(0, 13, 9), random_links(1, 13, 11), ab, sparse.csr_array(ab.T)),
        "undirected_triangle": (undirected(0, 13),),
    }[name]
    options = {"off_diagonal": True} if name == "path" else {}
    one = getattr(operations, name)(*arguments, **options)
    two = getattr(SCIPY, name)(*arguments, **options)
    pairs = zip(one, two, strict=True) if isinstance(one, tuple) else [(one, two)]
    for pair in pairs:
        np.testing.assert_array_equal(*(x.toarray() if sparse.issparse(x) else x for x in pair))
    assert heard[-1] == 1.0


def test_rings_and_cliques_are_offered_by_kernels_alone() -> None:
    operations = compiled(keep_nothing, None)
    assert operations.cycle is not None
    assert operations.four_clique is not None
    assert SCIPY.cycle is None
    assert SCIPY.four_clique is None
