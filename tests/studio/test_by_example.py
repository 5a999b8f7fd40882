"""Motifs that hold given nodes, rarest first; wrong nodes are refused."""

from __future__ import annotations

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.studio.by_example import by_example
from motifcnn.studio.workbench import Workbench


def test_the_rarest_comes_first_and_all_hold_the_nodes(bench: Workbench) -> None:
    examples = [("package", "gimp"), ("package", "gimp-data")]
    by_example(bench, examples)
    bench.measurements.close()
    found = by_example(bench, examples)
    counts = [shared.card.measured.instances for shared in found.motifs if shared.card.measured]
    assert found.waiting == 0 and len(counts) > 5
    assert counts == sorted(c for c in counts if c is not None)
    assert all(shared.together > 0 for shared in found.motifs)
    assert "packages that share a maintainer" in [s.card.words for s in found.motifs]


def test_three_nodes_can_share_a_fourth(bench: Workbench) -> None:
    names = ("gimp", "gimp-data", "gimp-data-extras")
    found = by_example(bench, [("package", name) for name in names])
    assert any(len(shared.card.drawing.nodes) == 4 for shared in found.motifs)


@pytest.mark.parametrize(
    ("names", "message"),
    [(["gimp"], "two or three"), (["gimp", "gimp"], "twice"), (["gimp", "gimpp"], "did you mean")],
)
def test_wrong_examples_are_refused(bench: Workbench, names: list[str], message: str) -> None:
    with pytest.raises(MotifCNNError, match=message):
        by_example(bench, [("package", name) for name in names])
