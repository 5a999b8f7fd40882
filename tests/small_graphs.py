"""Small labelled graphs for tests."""

from __future__ import annotations

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Labels
from motifcnn.graph.schema import Relation, Schema

SCHEMA = Schema(
    ("author", "paper", "venue"),
    (Relation("paper", "by", "author"), Relation("paper", "at", "venue")),
)
MOTIFS = (
    "(t:paper)--(c:author)",
    "(t:paper)--(a:author)--(c:paper)",
    "(t:paper)--(v:venue)--(c:paper)",
)


def bibliography(
    papers: int = 120,
    seed: int = 0,
    *,
    multi_label: bool = False,
    width: int = 30,
    names: bool = False,
) -> Graph:
    """Papers in three fields: their authors, venues and words depend on the field."""
    rng = np.random.default_rng(seed)
    authors, venues = papers // 2, 9
    field, of_author, of_venue = (rng.integers(0, 3, n) for n in (papers, authors, venues))
    by = rng.random((papers, authors)) < np.where(field[:, None] == of_author, 0.06, 0.005)
    at = rng.random((papers, venues)) < np.where(field[:, None] == of_venue, 0.4, 0.03)
    words = (
        rng.random((papers, width)) < np.where(np.arange(width) % 3 == field[:, None], 0.25, 0.08)
    ).astype(np.float32)
    y = np.eye(3, dtype=bool)[field] | (rng.random((papers, 3)) < 0.1) if multi_label else field
    return Graph(
        SCHEMA,
        {("paper", "by", "author"): by, ("paper", "at", "venue"): at},
        {"author": authors, "paper": papers, "venue": venues},
        features={"paper": words},
        names={"paper": np.array([f"Paper {i}" for i in range(papers)], dtype=object)}
        if names
        else {},
        labels={"paper": Labels(np.arange(papers), y, ("db", "ml", "ir"))},
    )


def planted_roles(triangles: int = 400, seed: int = 0) -> Graph:
    """Directed triangles t -> a, t -> c, a -> c; the label of t is the mark of a.

    Nodes a and c have opposite marks, so without the direction of a -> c all triangles look the
    same.
    """
    rng = np.random.default_rng(seed)
    n = 3 * triangles
    t, a, c = (np.arange(triangles) * 3 + k for k in range(3))
    y = rng.integers(0, 2, triangles)
    links = np.zeros((n, n), dtype=bool)
    links[t, a] = links[t, c] = links[a, c] = True
    mark = np.zeros((n, 3), dtype=np.float32)
    mark[t, 2], mark[a, y], mark[c, 1 - y] = 1, 1, 1
    # Rows in random order, so that the row of a node reveals nothing.
    order = rng.permutation(n)
    place = np.argsort(order)
    rows = place[t]
    by_row = np.argsort(rows)
    return Graph(
        Schema(("node",), (Relation("node", "to", "node"),)),
        {("node", "to", "node"): links[order][:, order]},
        {"node": n},
        features={"node": mark[order]},
        labels={"node": Labels(rows[by_row], y[by_row], ("first", "second"))},
    )
