"""Slices: a typed graph as one matrix per relation and direction, each the mean over the neighbours that it leads to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.nn.spmm import SparseMatrix, spmm


@dataclass(frozen=True, eq=False)
class Slice:
    """Nodes of one type read the mean of their neighbours along one relation, in one direction.

    Parameters
    ----------
    rows, columns : slice
        Where the type that reads, and the type that is read, are among the nodes of all types.
    matrix : (n, m) SparseMatrix
        Rows sum to 1, or to 0 for a node without such neighbours.
    """

    rows: slice
    columns: slice
    matrix: SparseMatrix


def places(graph: Graph) -> dict[str, slice]:
    """Where each type is when the nodes of all types are stacked in the schema's order."""
    first, result = 0, {}
    for node_type in graph.schema.node_types:
        result[node_type] = slice(first, first + graph.counts[node_type])
        first += graph.counts[node_type]
    return result


def slices(graph: Graph) -> tuple[Slice, ...]:
    """Both directions of every relation; a relation without direction has one.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.ones((2, 1))}, {"author": 1, "paper": 2})
    >>> [part.matrix.csr.toarray().tolist() for part in slices(graph)]
    [[[1.0], [1.0]], [[0.5, 0.5]]]
    """
    place, result = places(graph), []
    for relation in graph.schema.relations:
        links = sparse.csr_array(graph.adjacency[relation.key])
        result.append(Slice(place[relation.source], place[relation.target], _mean(links)))
        if relation.directed:
            result.append(
                Slice(
                    place[relation.target],
                    place[relation.source],
                    _mean(sparse.csr_array(links.T.tocsr())),
                )
            )
    return tuple(result)


def read(
    parts: tuple[Slice, ...], h: torch.Tensor, weights: list[torch.Tensor], own: torch.Tensor
) -> torch.Tensor:
    """The sum own + sum_l A_l H W_l over the slices l: (n, out); `h` is (n, d), `own` (n, out), each weight (d, out).

    Only the nodes of the type that a slice reads are multiplied, and A_l by the narrower of H and H
    W_l.
    """
    ends = sorted({(part.rows.start, part.rows.stop) for part in parts})
    pieces: list[torch.Tensor] = []
    done = 0
    for start, stop in ends:
        pieces.append(own[done:start])
        piece = own[start:stop]
        for part, weight in zip(parts, weights, strict=True):
            if part.rows.start == start and part.rows.stop == stop and part.matrix.nnz:
                source = h[part.columns]
                wider = weight.shape[1] > weight.shape[0]
                piece = piece + (
                    spmm(part.matrix, source) @ weight
                    if wider
                    else spmm(part.matrix, source @ weight)
                )
        pieces.append(piece)
        done = stop
    return torch.cat([*pieces, own[done:]])


def _mean(links: sparse.csr_array) -> SparseMatrix:
    degree = np.diff(links.indptr)
    values = (1.0 / np.repeat(degree, degree)).astype(np.float32)
    return SparseMatrix(sparse.csr_array((values, links.indices, links.indptr), shape=links.shape))
