"""The paper's motif sets."""

from __future__ import annotations

import pytest

from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.paper_motifs import SETS, paper_motifs
from motifcnn.motif.check import check
from motifcnn.nn.settings import ConfigError

DBLP = Schema(
    ("author", "paper", "venue"),
    (
        Relation("paper", "cites", "paper"),
        Relation("paper", "author", "author"),
        Relation("paper", "venue", "venue"),
    ),
)


def test_papers_have_the_four_motifs_of_the_authors_run() -> None:
    assert [str(motif) for motif in paper_motifs(DBLP, "paper")] == [
        "(t:paper)--(a:author)--(c:paper)",
        "(t:paper)-->(c:paper)",
        "(t:paper)<--(c:paper)",
        "(t:author)--(p:paper)--(c:venue)",
    ]


def test_the_sets_fit_their_schemas() -> None:
    for target in ("paper", "author"):
        for motif in paper_motifs(DBLP, target):
            check(motif, DBLP)
    assert all(len(patterns) <= 5 for patterns in SETS.values())


def test_a_graph_without_citations_has_the_rest_of_the_set() -> None:
    relations = tuple(r for r in DBLP.relations if r.name != "cites")
    found = paper_motifs(Schema(DBLP.node_types, relations), "author")
    assert "-->" not in "".join(map(str, found))
    assert len(found) == 3


def test_other_types_are_refused_with_what_there_is() -> None:
    schema = Schema(("a", "b"), (Relation("a", "to", "b"),))
    with pytest.raises(ConfigError, match="author, paper, venue"):
        paper_motifs(schema, "a")
