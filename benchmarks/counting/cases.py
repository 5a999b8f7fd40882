"""The cases: which motif is counted on which graph, and the matrices that peers start from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from scipy import sparse

Shape = Literal["path", "closed", "pair", "clique4"]


@dataclass(frozen=True)
class Case:
    """One motif on one graph.

    Parameters
    ----------
    name : str
    graph : str
        A dataset's name, or "rmat".
    motif : str
        The pattern that ours counts; its context is the main role, which is what peers must
        produce.
    shape : {"path", "closed", "pair", "clique4"}
        What a peer computes from the matrices S (target x middle), E (middle x context) and C
        (target x context): path = S E without i = j; closed = (S E) . C; pair = W(W-1)/2 of W = S
        E; clique4 = 4-cliques of S per link.
    types : tuple of str
        Node types of target, middle and context.
    context : str, optional
        Name of the context node, where it is not the last one of the pattern.
    """

    name: str
    graph: str
    motif: str
    shape: Shape
    types: tuple[str, str, str]
    context: str | None = None

    @property
    def homogeneous(self) -> bool:
        """Whether all nodes have one type, so that the case is a question about a plain graph."""
        return len(set(self.types)) == 1


_P, _A, _V = "paper", "author", "venue"

CASES: tuple[Case, ...] = (
    Case("P-A-P", "dblp-p", "(t:paper)--(a:author)--(c:paper)", "path", (_P, _A, _P)),
    Case("A-P-V", "dblp-p", "(t:author)--(p:paper)--(c:venue)", "path", (_A, _P, _V)),
    Case("P-V-P", "dblp-p", "(t:paper)--(v:venue)--(c:paper)", "path", (_P, _V, _P)),
    Case("P-P-P", "dblp-p", "(t:paper)--(p:paper)--(c:paper)", "path", (_P, _P, _P)),
    Case(
        "P-A-P closed",
        "dblp-p",
        "(t:paper)--(a:author)--(c:paper), (t)--(c)",
        "closed",
        (_P, _A, _P),
    ),
    Case(
        "two papers, one venue",
        "dblp-p",
        "(t:author)--(p1:paper)--(v:venue)--(p2:paper)--(t)",
        "pair",
        (_A, _P, _V),
        "v",
    ),
    Case("M-U-M", "movie", "(t:movie)--(u:user)--(c:movie)", "path", ("movie", "user", "movie")),
    Case(
        "M-U-T triangle",
        "movie",
        "(t:movie)--(u:user)--(c:tag)--(t)",
        "closed",
        ("movie", "user", "tag"),
    ),
    Case(
        "flickr triangle",
        "flickr-groups-8000",
        "(t:user)--(a:user)--(c:user)--(t)",
        "closed",
        ("user",) * 3,
    ),
    Case(
        "flickr wedge", "flickr-groups-8000", "(t:user)--(a:user)--(c:user)", "path", ("user",) * 3
    ),
    Case(
        "flickr 4-clique",
        "flickr-groups-8000",
        "(t:user)--(a:user)--(b:user)--(c:user)--(t), (t)--(b), (a)--(c)",
        "clique4",
        ("user",) * 3,
    ),
    Case("rmat triangle", "rmat", "(t:node)--(a:node)--(c:node)--(t)", "closed", ("node",) * 3),
)


@dataclass(frozen=True)
class Problem:
    """The matrices of a case, for peers: boolean CSR without self-loops.

    `start`: (n_target, n_middle), `end`: (n_middle, n_context), `closing`: (n_target, n_context) or
    None.
    """

    shape: Shape
    homogeneous: bool
    same_ends: bool
    start: sparse.csr_array
    end: sparse.csr_array
    closing: sparse.csr_array | None

    def save(self, folder: Path) -> None:
        """Writes the matrices, so that a worker starts without reading the graph."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("start", "end", "closing"):
            if (matrix := getattr(self, name)) is not None:
                sparse.save_npz(folder / f"{name}.npz", matrix, compressed=False)

    @staticmethod
    def load(folder: Path, case: Case) -> Problem:
        """Reads what `save` wrote."""
        start, end = (
            sparse.csr_array(sparse.load_npz(folder / f"{name}.npz")) for name in ("start", "end")
        )
        path = folder / "closing.npz"
        closing = sparse.csr_array(sparse.load_npz(path)) if path.exists() else None
        return Problem(
            case.shape, case.homogeneous, case.types[0] == case.types[2], start, end, closing
        )


def problem(case: Case, graph: Any) -> Problem:
    """The matrices of a case on its `motifcnn` graph."""
    target, middle, context = case.types
    start, end = links(graph, target, middle), links(graph, middle, context)
    closing = links(graph, target, context) if case.shape == "closed" else None
    return Problem(case.shape, case.homogeneous, target == context, start, end, closing)


def links(graph: Any, one: str, other: str) -> sparse.csr_array:
    """The links of any relation, in either direction: (n_one, n_other) boolean."""
    found = sparse.csr_array((graph.counts[one], graph.counts[other]), dtype=bool)
    for relation, forward in graph.schema.between(one, other):
        matrix = graph.adjacency[relation.key]
        found = found + (matrix if forward else matrix.T.tocsr())
    if one == other and found.diagonal().any():
        found.setdiag(False)
    found = sparse.csr_array(found)
    found.eliminate_zeros()
    found.sort_indices()
    found.indptr, found.indices = found.indptr.astype(np.int32), found.indices.astype(np.int32)
    return found
