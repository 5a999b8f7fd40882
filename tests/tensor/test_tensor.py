"""A tensor: its roles by name, its rows, and when two are equal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.motif import Motif
from motifcnn.tensor import count
from tests.oracle import brute_force
from tests.small_graphs import MOTIFS, bibliography

MOTIF = Motif.parse(MOTIFS[1])


def test_totals_are_those_of_the_definition() -> None:
    graph = bibliography(50)
    instances, roles = brute_force(graph, MOTIF)
    tensor = count(graph, MOTIF)
    assert tensor.total == instances.sum()
    assert tensor.nonzeros == sum(np.count_nonzero(dense) for dense in roles)
    np.testing.assert_array_equal(tensor.role("c").rows([7, 2]).toarray(), roles[1][[7, 2]])


def test_a_role_has_the_name_of_its_nodes_and_others_are_unknown() -> None:
    tensor = count(bibliography(50), MOTIF)
    assert [role.label for role in tensor.roles] == ["a", "c"]
    assert tensor.role("a") is tensor.roles[0]
    with pytest.raises(KeyError, match="roles: a, c"):
        tensor.role("b")


def test_equal_tensors_have_equal_counts_whatever_the_order_of_entries() -> None:
    graph = bibliography(50)
    one, other = count(graph, MOTIF, engine="matrix"), count(graph, MOTIF, engine="join")
    assert one == other
    assert one != replace(other, induced=True)
    changed = other.roles[1].matrix.copy()
    changed.data[0] += 1
    assert one != replace(other, roles=(other.roles[0], replace(other.roles[1], matrix=changed)))
    assert one != count(graph, Motif.parse(MOTIFS[2]))


def test_it_shows_its_motif_and_its_size() -> None:
    tensor = count(bibliography(50), MOTIF)
    assert repr(tensor).startswith(f"MotifTensor({MOTIF}; {tensor.total:,} instances; a:author ")
