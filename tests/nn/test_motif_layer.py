"""MotifLayer: a unit per motif, normalised and combined per node."""

from __future__ import annotations

import pytest
import torch

from motifcnn.nn import MotifLayer


@pytest.mark.parametrize("rows", [1, 5])
def test_units_are_normalised_over_nodes_and_one_row_by_the_running_mean(rows: int) -> None:
    layer = MotifLayer([], {}, 3, 4, batch_norm=True).train()
    x = torch.randn(rows, 3)
    unit = (x @ layer.w0).detach()
    mean, variance = (unit.mean(0), unit.var(0, correction=0)) if rows > 1 else (0.0, 1.0)
    norm = layer.norms[0]
    expected = torch.relu((unit - mean) / (variance + norm.eps) ** 0.5)
    torch.testing.assert_close(layer({}, [], x)[0], expected, rtol=1e-4, atol=1e-5)
