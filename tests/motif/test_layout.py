from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.motif import Motif
from motifcnn.motif.layout import Bezier, Box, arrange, shortened, text_width
from tests.motif.random_texts import motifs_with_any_names
from tests.strategies import motifs, schemas


def captions(motif: Motif) -> list[str]:
    return ["context, role a+b"] * len(motif.nodes)


@settings(max_examples=60)
@given(motifs_with_any_names())
def test_nodes_never_overlap_and_hold_their_text(motif: Motif) -> None:
    layout = arrange(motif, captions(motif))
    assert not any(a.overlaps(b) for a, b in itertools.combinations(layout.nodes, 2))
    for node, box in zip(motif.nodes, layout.nodes, strict=True):
        assert text_width(shortened(f"{node.name}:{node.node_type}"), 14) < box.width


@settings(max_examples=60)
@given(st.data())
def test_links_end_at_their_nodes_and_pass_no_other(data: st.DataObject) -> None:
    motif = data.draw(motifs(data.draw(schemas()), max_nodes=6))
    layout = arrange(motif, captions(motif))
    for edge, curve in zip(motif.edges, layout.curves, strict=True):
        for index, box in enumerate(layout.nodes):
            touched = any(box.holds(curve.at(i / 50)) for i in range(51))
            assert not touched or index in (edge.source, edge.target)
        for end, node in ((curve.start, edge.source), (curve.end, edge.target)):
            box = layout.nodes[node]
            assert Box(box.x, box.y, box.width + 24, box.height + 24).holds(end)


def test_labels_of_a_full_motif_cover_neither_nodes_nor_each_other() -> None:
    pairs = itertools.combinations("tabcd", 2)
    motif = Motif.parse(", ".join(f"({a}:package)-[:r{a}{b}]->({b}:package)" for a, b in pairs))
    layout = arrange(motif, captions(motif))
    labels = [label for label in layout.labels if label is not None]
    assert len(labels) == 10
    assert not any(a.overlaps(b) for a, b in itertools.combinations(labels, 2))
    assert not any(label.overlaps(node) for label in labels for node in layout.nodes)


def test_the_target_is_at_the_left_and_a_cycle_is_drawn_without_a_crossing() -> None:
    motif = Motif.parse("(t:a)--(p:b)--(x:a)--(q:b)--(t)", context="q")
    layout = arrange(motif, captions(motif))
    assert layout.nodes[motif.target].x == min(node.x for node in layout.nodes)
    assert layout.nodes[0].x < 0 < layout.nodes[2].x


def test_a_cut_curve_runs_along_the_whole_one() -> None:
    curve = Bezier((0, 0), (1, 2), (4, 0))
    part = curve.cut(0.25, 0.75)
    for u in (0.0, 0.3, 1.0):
        x, y = curve.at(0.25 + 0.5 * u)
        assert abs(part.at(u)[0] - x) < 1e-12
        assert abs(part.at(u)[1] - y) < 1e-12
