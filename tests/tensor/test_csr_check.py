"""The arrays of a matrix are accepted exactly where a reading of the definition accepts them."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.csr_check import csr_problem, sums_problem


def is_matrix(
    indptr: list[int], indices: list[int], data: list[int], rows: int, columns: int
) -> bool:
    """The definition, entry by entry, in Python's integers."""
    if len(indptr) != rows + 1 or len(indices) != len(data) or indptr[0] != 0:
        return False
    if indptr[-1] != len(indices) or any(b < a for a, b in pairwise(indptr)):
        return False
    if any(not 0 <= column < columns for column in indices) or any(n < 1 for n in data):
        return False
    found = [indices[a:b] for a, b in pairwise(indptr)]
    return all(len(set(row)) == len(row) for row in found)


@pytest.mark.parametrize("seed", range(300))
def test_the_check_equals_the_definition_on_damaged_arrays(seed: int) -> None:
    random = Random(seed)
    rows, columns = random.randint(1, 5), random.choice((4, 5, 1000))
    dense = np.array([[random.randint(0, 2) for _ in range(min(columns, 5))] for _ in range(rows)])
    matrix = sparse.csr_array(dense)
    parts = [part.tolist() for part in (matrix.indptr, matrix.indices, matrix.data)]
    if random.random() < 0.5:  # rows in any order
        for a, b in zip(parts[0][:-1], parts[0][1:], strict=True):
            parts[1][a:b] = random.sample(parts[1][a:b], b - a)
    for _ in range(random.randint(0, 2)):
        part = random.choice(parts)
        if part:
            part[random.randrange(len(part))] = random.choice((-1, 0, 1, 2, 3, 2**30))
    indptr, indices = (np.array(part, np.int32) for part in parts[:2])
    problem = csr_problem(indptr, indices, np.array(parts[2], np.int64), (rows, columns))
    assert (problem is None) == is_matrix(*parts, rows, columns), problem


@pytest.mark.parametrize("seed", range(100))
def test_sums_are_members_times_instances(seed: int) -> None:
    random = Random(seed)
    rows = random.randint(1, 6)
    members = random.randint(1, 3)
    lengths = [random.randint(0, 3) for _ in range(rows)]
    indptr = np.cumsum([0, *lengths])
    top = random.choice((3, 2**61, 2**63 - 1))
    data = [random.randint(1, top) for _ in range(sum(lengths))]
    sums = [sum(data[a:b]) for a, b in pairwise(indptr)]
    instances = [min(total // members, 2**63 - 1) for total in sums]
    if random.random() < 0.3:
        instances[random.randrange(rows)] += random.choice((-1, 0, 1))
    instances = [min(max(0, number), 2**63 - 1) for number in instances]
    good = all(total == members * n < 2**63 for total, n in zip(sums, instances, strict=True))
    found = sums_problem(indptr, np.array(data, np.int64), members, np.array(instances, np.int64))
    assert (found is None) == good, found


@pytest.mark.parametrize("kind", [np.float64, np.uint64, np.int16, ">i8", ">i4"])
def test_other_dtypes_and_byte_orders_are_refused(kind: Any) -> None:
    good = np.array([0, 1]), np.array([0]), np.array([1])
    assert csr_problem(*good, (1, 1)) is None
    for at in range(3):
        arrays = [part.astype(kind) if at == k else part for k, part in enumerate(good)]
        assert "axes of" in str(csr_problem(*arrays, (1, 1)))


def test_a_wide_matrix_is_checked_without_a_pointer_per_column() -> None:
    arrays = np.array([0, 3]), np.array([7, 2**31 - 2, 7]), np.ones(3, np.int64)
    assert csr_problem(*arrays, (1, 2**31 - 1)) == "column 7 stands twice in row 0"
