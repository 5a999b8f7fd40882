"""Names that begin with what is typed come first, the shortest before the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

import motifcnn as mc
from motifcnn.errors import GraphError, MotifCNNError
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.studio.instances_view import MOST_NAMES, find_names, instance_page


def test_names_that_begin_with_a_text_come_before_those_that_have_it(debian: Graph) -> None:
    found = [each.label for each in find_names(debian, "package", "GIMP")]
    begin = [name.startswith("gimp") for name in found]
    assert begin == sorted(begin, reverse=True) and found[0] == "gimp"
    every = [str(name) for name in debian.names["package"] if "gimp" in str(name)]
    assert len(found) == min(MOST_NAMES, len(every)) and set(found) <= set(every)


def test_nodes_without_names_are_found_by_id(debian: Graph) -> None:
    nameless = replace(debian, names={})
    some = str(debian.ids["package"][7])
    found = find_names(nameless, "package", some)
    assert found[0].node == found[0].label == some


def test_an_empty_search_offers_some_and_an_unknown_type_is_refused(debian: Graph) -> None:
    assert len(find_names(debian, "package", "")) == MOST_NAMES
    with pytest.raises(MotifCNNError, match="packge"):
        find_names(debian, "packge", "")


def test_pages_of_instances_are_those_of_the_library(debian: Graph) -> None:
    motif = Motif.parse("(t:package)--(m:maintainer)--(c:package)")
    page = instance_page(debian, motif, "gimp", limit=4, offset=3)
    every = mc.instances(debian, motif, "gimp", limit=7)
    names = [[node.title for node in each.nodes] for each in page.drawings]
    assert names == [[node.label for node in each.values()] for each in list(every)[3:]]
    assert page.total == every.total
    with pytest.raises(GraphError):
        instance_page(debian, motif, "no such package")
