"""Operators are kept with their graph, within bounds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.motif.motif import Motif
from motifcnn.tensor import kept_operators
from motifcnn.tensor.kept_operators import kept_operator, operator_bytes
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography


def test_what_is_kept_is_what_counting_gives() -> None:
    graph, motif = bibliography(), Motif.parse(MOTIFS[1])
    found = kept_operator(graph, motif, "role")
    assert kept_operator(graph, motif, "role") is found
    for one, other in zip(found.roles, operator(graph, motif, "role").roles, strict=True):
        np.testing.assert_array_equal(one.matrix.toarray(), other.matrix.toarray())


def test_another_graph_motif_normaliser_or_name_has_an_operator_of_its_own() -> None:
    graph, motif = bibliography(), Motif.parse(MOTIFS[1])
    found = kept_operator(graph, motif)
    assert kept_operator(replace(graph), motif) is not found
    assert kept_operator(graph, motif.with_roles("none")) is not found
    assert kept_operator(graph, motif, "role") is not found
    assert kept_operator(graph, motif, engine="factored").factored
    renamed = Motif.parse("(t:paper)--(writer:author)--(c:paper)")
    assert renamed == motif
    assert kept_operator(graph, renamed).roles[0].label == "writer"


def test_those_not_asked_for_longest_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = bibliography()
    one, two, three = (Motif.parse(text) for text in MOTIFS)
    sizes = [operator_bytes(operator(graph, motif)) for motif in (one, two, three)]
    monkeypatch.setattr(kept_operators, "KEPT_BYTES", sizes[0] + sizes[2])
    assert sizes[1] <= sizes[2]
    kept = kept_operator(graph, one)
    kept_operator(graph, two)
    assert kept_operator(graph, one) is kept
    kept_operator(graph, three)
    assert len(graph.cache["operators"]) == 2
    assert kept_operator(graph, one) is kept
    monkeypatch.setattr(kept_operators, "KEPT_BYTES", 0)
    assert kept_operator(replace(graph), one).roles


def test_bytes_are_those_of_the_arrays() -> None:
    found = operator(bibliography(), Motif.parse(MOTIFS[0]))
    matrix = found.roles[0].matrix
    assert operator_bytes(found) == matrix.nnz * 8 + matrix.indptr.nbytes


def test_a_matrix_that_a_factored_role_wrote_out_counts() -> None:
    found = operator(bibliography(), Motif.parse(MOTIFS[1]), engine="factored")
    before, matrix = operator_bytes(found), found.roles[0].matrix
    assert operator_bytes(found) == before + matrix.nnz * 8 + matrix.indptr.nbytes
