"""Counts of instances that hold given nodes equal those of a list of all instances."""

from __future__ import annotations

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.studio.by_example import around, by_example, count_together
from motifcnn.studio.workbench import Workbench

MOTIFS = (
    "(t:package)--(c:library)",
    "(t:package)--(a:library), (t)--(c:library)",
    "(t:package)--(l:library)--(c:library), (t)--(c)",
    "(t:package)--(l:library)--(c:package)",
)


@pytest.mark.parametrize("pattern", MOTIFS)
@pytest.mark.parametrize("number", [1, 2])
def test_counts_equal_those_of_the_listed_instances(
    debian: Graph, pattern: str, number: int
) -> None:
    motif = Motif.parse(pattern)
    target, libraries = 955, debian.adjacency["package", "package-depends-library", "library"]
    examples = libraries.indices[libraries.indptr[target] :][:number].tolist()
    every = mc.instances(debian, motif, "gimp", limit=10**6)
    columns = [i for i, node in enumerate(motif.nodes) if node.node_type == "library"]
    holds = [np.isin(every.rows[:, columns], row).any(axis=1) for row in examples]
    expected = int(np.logical_and.reduce(holds).sum())
    others = [("library", row) for row in examples]
    assert count_together(debian, motif, target, others) == min(expected, 1000)


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


def test_the_neighbourhood_has_every_instance_that_holds_the_nodes(debian: Graph) -> None:
    nodes = [("package", 955), ("package", 957)]
    small, (target, other) = around(debian, nodes)
    assert small.num_nodes < debian.num_nodes / 5
    for motif in mc.catalogue(debian.schema, "package", 3)[::7]:
        expected = count_together(debian, motif, 955, nodes[1:])
        assert count_together(small, motif, target[1], [other]) == expected, motif


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
