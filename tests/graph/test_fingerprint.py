"""A fingerprint tells graphs apart by nodes and edges, and by nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from motifcnn.graph import read_graph, write_graph
from motifcnn.graph.changes import changed_graph, make_changes
from motifcnn.graph.fingerprint import fingerprint
from tests.small_graphs import bibliography


def test_a_graph_keeps_its_fingerprint_on_disk(tmp_path: Path) -> None:
    graph = bibliography(names=True)
    write_graph(graph, tmp_path / "graph")
    assert fingerprint(read_graph(tmp_path / "graph")) == fingerprint(graph)


def test_one_edge_or_one_id_more_is_another_graph() -> None:
    graph = bibliography()
    there = np.argwhere(graph.adjacency["paper", "by", "author"].toarray())[0]
    fewer = changed_graph(graph, make_changes(graph, delete={"by": [there]}))
    other_ids = replace(graph, ids={"paper": np.arange(1, graph.counts["paper"] + 1)})
    text_ids = replace(graph, ids={"venue": np.array(list("abcdefghi"))})
    assert len({fingerprint(g) for g in (graph, fewer, other_ids, text_ids)}) == 4
    assert fingerprint(changed_graph(fewer, make_changes(graph, {"by": [there]}))) == fingerprint(
        graph
    )


def test_features_labels_and_names_do_not_matter() -> None:
    graph = bibliography(names=True)
    assert fingerprint(
        replace(graph, features={}, labels={}, names={}, name="other")
    ) == fingerprint(graph)
