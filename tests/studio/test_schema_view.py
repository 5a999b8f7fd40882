"""Types, columns and degrees are those of the graph."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.graph import Graph
from motifcnn.studio.schema_view import EXAMPLES, degree_bins, node_label, schema_view


@given(st.lists(st.integers(0, 300), min_size=1, max_size=40))
def test_every_node_is_in_the_one_bin_of_its_degree(degrees: list[int]) -> None:
    bins = degree_bins(np.array(degrees, dtype=np.int64))
    for each in bins:
        assert each.nodes == sum(each.least <= degree <= each.most for degree in degrees)
    assert sum(each.nodes for each in bins) == len(degrees)
    assert all(a.most + 1 == b.least for a, b in itertools.pairwise(bins))


def test_types_have_their_counts_labels_and_examples(debian: Graph) -> None:
    found = {each.name: each for each in schema_view(debian).types}
    assert {name: each.nodes for name, each in found.items()} == dict(debian.counts)
    package, labels = found["package"], debian.labels["package"]
    assert package.labelled == len(labels.nodes) and package.classes == list(labels.classes)
    assert package.features == debian.features["package"].shape[1]
    assert len(package.examples) == EXAMPLES
    assert set(package.examples) <= set(map(str, debian.names["package"]))


def test_a_graph_without_labels_or_names_has_a_target_and_ids(debian: Graph) -> None:
    bare = replace(debian, labels={}, names={}, splits={})
    assert schema_view(bare).target == bare.schema.node_types[0]
    assert node_label(bare, "tag", 3) == str(bare.ids["tag"][3])
