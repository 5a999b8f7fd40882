"""Tensors as another one and the entries that changed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import MotifTensor, RoleMatrix
from motifcnn.tensor.update.updated import UpdatedRole, role_offsets, summed, with_differences

DENSE = np.array([[0, 2, 0], [1, 0, 3]])


def role(cells: list[int], differences: list[int]) -> UpdatedRole:
    before = RoleMatrix("c", "paper", 1, sparse.csr_array(DENSE))
    return UpdatedRole(before, np.array(cells), np.array(differences))


def test_rows_are_those_of_the_whole_matrix_which_is_not_assembled_for_them() -> None:
    changed = role([0, 1, 5, 0], [4, -2, 1, -1])
    expected = np.array([[3, 0, 0], [1, 0, 4]])
    for rows in ([0], [1, 0, 1], [-1]):
        np.testing.assert_array_equal(changed.rows(rows).toarray(), expected[rows])
    assert not changed.is_settled
    np.testing.assert_array_equal(changed.matrix.toarray(), expected)
    assert changed.is_settled
    assert changed.matrix.nnz == 3, "an entry that became zero is not stored"
    np.testing.assert_array_equal(changed.rows([1]).toarray(), expected[[1]])
    assert (changed.label, changed.node_type, changed.members) == ("c", "paper", 1)


def test_a_role_without_changes_shares_its_matrix() -> None:
    matrix = sparse.csr_array(DENSE)
    assert with_differences(matrix, np.empty(0, np.int64), np.empty(0, np.int64)) is matrix


@given(
    changes=st.lists(st.tuples(st.integers(0, 5), st.integers(-3, 3)), max_size=12),
)
def test_differences_of_one_cell_add_up(changes: list[tuple[int, int]]) -> None:
    cells, differences = (np.array([c[k] for c in changes], dtype=np.int64) for k in (0, 1))
    found, sums = summed(cells, differences)
    expected = {cell: int(differences[cells == cell].sum()) for cell in sorted(set(cells.tolist()))}
    assert dict(zip(found.tolist(), sums.tolist(), strict=True)) == expected
    dense = DENSE.copy()
    np.add.at(dense.ravel(), cells, differences)
    changed = with_differences(sparse.csr_array(DENSE), cells, differences)
    np.testing.assert_array_equal(changed.toarray(), dense)


def test_roles_follow_one_another_behind_the_instances() -> None:
    assert role_offsets(5, []) == [5]
    assert role_offsets(5, [2, 3]) == [5, 15, 30]


def tensor_with(instances: int) -> MotifTensor:
    """Two hubs: the first as if it had so many instances, the second one link short of its first.

    The motif is a hub with a leaf of either type.
    """
    relations = (Relation("hub", "r0", "leaf0"), Relation("hub", "r1", "leaf1"))
    links = {relations[0].key: np.eye(2, dtype=bool), relations[1].key: [[True, False], [0, 0]]}
    schema = Schema(("hub", "leaf0", "leaf1"), relations)
    graph = Graph(schema, links, dict.fromkeys(schema.node_types, 2))
    motif = Motif.parse("(t:hub)--(a:leaf0), (t)--(b:leaf1)")
    large = sparse.csr_array(np.array([[instances, 0], [0, 0]]))
    roles = tuple(RoleMatrix(r.label, r.node_type, 1, large) for r in motif.roles)
    return MotifTensor(motif, np.array([instances, 0]), roles, graph)


@pytest.mark.parametrize("instances", [2**53 + 1, 2**60 + 1, 2**62 - 1])
def test_large_counts_beside_an_update_keep_every_digit(instances: int) -> None:
    updated = tensor_with(instances).update(insert={"r1": [(1, 0), (0, 1)]})
    assert updated.instances.tolist() == [instances + 1, 1]
    assert updated.role("a").matrix.toarray().tolist() == [[instances + 1, 0], [0, 1]]
    assert updated.role("b").matrix.toarray().tolist() == [[instances, 1], [1, 0]]


def test_an_update_past_int64_is_an_error() -> None:
    updated = tensor_with(2**63 - 1).update(insert={"r1": [(0, 1)]})
    for assembled in ("instances", "roles"):
        with pytest.raises(BudgetError, match="target 0 has more instances after the update than"):
            getattr(updated, assembled)
