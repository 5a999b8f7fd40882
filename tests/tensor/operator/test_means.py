"""Instances and means over roles agree with the exact tensor, whichever way they are made."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.motif.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.operator import means, plan_operator
from motifcnn.tensor.operator.means import role_means
from tests.small_graphs import MOTIFS, bibliography

TWO_AUTHORS = "(t:paper)--(a:author), (t)--(b:author)"


@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("text", [*MOTIFS, TWO_AUTHORS])
def test_each_role_is_divided_by_its_own_row_sums(
    text: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = bibliography()

    def planned(*given: object, **options: object) -> object:
        return plan_operator(*given, **options | {"engine": engine})  # type: ignore[arg-type]

    monkeypatch.setattr(means, "plan_operator", planned)
    instances, mean = role_means(graph, text)
    assert mean.factored == (engine == "factored")
    tensor = count(graph, Motif.parse(text))
    np.testing.assert_array_equal(instances, tensor.instances)
    rng = np.random.default_rng(0)
    for role, exact in zip(mean.roles, tensor.roles, strict=True):
        x = rng.random((graph.counts[role.node_type], 2)).astype(np.float32)
        counts = exact.matrix.toarray()
        expected = [np.average(x, axis=0, weights=row) if row.any() else [0, 0] for row in counts]
        np.testing.assert_allclose(role.matmul(x), expected, rtol=1e-5)
