from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given

import motifcnn as mc
from motifcnn.errors import GraphError, MotifCNNError, MotifError
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.tensor import count, instances
from tests.oracle import _instance, _maps, _present
from tests.small_graphs import bibliography
from tests.strategies import graphs_with_motifs

PAP = "(t:paper)--(a:author)--(c:paper)"


@given(graphs_with_motifs(motif_nodes=4))
def test_the_instances_are_those_of_brute_force_each_once(drawn: tuple[Graph, Motif]) -> None:
    graph, motif = drawn
    present = _present(graph)
    counted = count(graph, motif, engine="join").instances
    for row in range(graph.counts[motif.target_type]):
        expected = {_instance(motif, image) for image in _maps(graph, motif, present, row)}
        found = instances(graph, motif, graph.ids[motif.target_type][row], limit=1 << 20)
        listed = [_instance(motif, image) for image in found.rows.tolist()]
        assert len(listed) == len(set(listed)) == found.total == counted[row]
        assert set(listed) == expected


def test_an_instance_maps_motif_nodes_to_graph_nodes() -> None:
    graph = bibliography(papers=60, names=True)
    row = int(count(graph, Motif.parse(PAP)).instances.argmax())
    found = instances(graph, PAP, f"Paper {row}", limit=3)
    by = graph.adjacency["paper", "by", "author"].toarray()
    for instance in found:
        assert list(instance) == ["t", "a", "c"]
        t, a, c = instance.values()
        assert (t.row, t.node, t.name, t.node_type) == (row, row, f"Paper {row}", "paper")
        assert by[row, a.row] and by[c.row, a.row] and c.row != row
        assert (a.name, a.label) == ("", str(a.node))
    assert found.target == found[0]["t"]
    assert [dict(i) for i in found[1:]] == [dict(found[1]), dict(found[2])]


def test_pages_fit_together_and_the_last_one_is_short() -> None:
    graph = bibliography(papers=60)
    row = int(count(graph, Motif.parse(PAP)).instances.argmax())
    every = instances(graph, PAP, row, limit=1000)
    assert len(every) == every.total > 3
    pages = [instances(graph, PAP, row, limit=3, offset=k) for k in range(0, every.total + 3, 3)]
    np.testing.assert_array_equal(np.concatenate([page.rows for page in pages]), every.rows)
    assert {page.total for page in pages} == {every.total}
    assert len(pages[-1]) == 0 or every.total % 3


def test_the_frame_has_a_line_per_node_and_numbers_instances_over_pages() -> None:
    graph = bibliography(papers=60, names=True)
    row = int(count(graph, Motif.parse(PAP)).instances.argmax())
    found = instances(graph, PAP, row, limit=2, offset=1)
    frame = found.to_frame()
    assert frame.columns.tolist() == ["instance", "motif_node", "node_type", "row", "node", "name"]
    assert frame.instance.tolist() == [1, 1, 1, 2, 2, 2]
    assert frame.motif_node.tolist() == ["t", "a", "c"] * 2
    assert frame.row.tolist() == found.rows.ravel().tolist()


def test_drawings_show_names_and_escape_them() -> None:
    graph = bibliography(papers=60, names=True)
    names = {"paper": np.array([f"<b> {i}" for i in range(60)], dtype=object)}
    from dataclasses import replace

    graph = replace(graph, names=names)
    row = int(count(graph, Motif.parse(PAP)).instances.argmax())
    found = instances(graph, PAP, row, limit=4)
    one = ElementTree.fromstring(found.to_svg(0))
    texts = [element.text for element in one.iter("{http://www.w3.org/2000/svg}text")]
    assert {f"<b> {row}", found[0]["c"].name, found[0]["a"].label} <= set(texts)
    page = ElementTree.fromstring(found.to_svg())
    assert len(page) == 4
    assert "<b>" not in found._repr_html_()


def test_a_target_without_instances_has_an_empty_page() -> None:
    graph = bibliography(papers=60)
    counted = count(graph, Motif.parse(PAP)).instances
    found = instances(graph, PAP, int(counted.argmin()))
    assert (counted.min(), found.total, len(found), list(found)) == (0, 0, 0, [])
    assert found.to_frame().empty
    assert found._repr_html_().startswith("<figure>")
    assert repr(found).startswith("Instances(0 instances of (t:paper)")


def test_a_repr_says_which_part_is_shown() -> None:
    graph = mc.load_dataset("debian")
    found = mc.instances(graph, "(t:package)--(m:maintainer)--(c:package)", "gimp", limit=1)
    assert repr(found) == (
        f"Instances(1 to 1 of {found.total} instances of "
        "(t:package)--(m:maintainer)--(c:package) at package gimp)"
    )


def test_what_cannot_be_listed_is_named() -> None:
    graph = bibliography(papers=60, names=True)
    with pytest.raises(GraphError, match="did you mean 'Paper 3'"):
        instances(graph, PAP, "Papre 3")
    with pytest.raises(MotifError, match="no relation between"):
        instances(graph, "(t:author)--(c:venue)", 0)
    for wrong in ({"limit": 0}, {"offset": -1}, {"limit": 2.5}, {"limit": True}):
        (name,) = wrong
        with pytest.raises(MotifCNNError, match=f"{name} must be a whole number"):
            instances(graph, PAP, 0, **wrong)  # type: ignore[arg-type]
