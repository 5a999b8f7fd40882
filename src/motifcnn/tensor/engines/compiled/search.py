"""Binary search in sorted rows."""

from __future__ import annotations

from motifcnn.tensor.kernel.kernel import kernel


@kernel(inline="always")
def lower_bound(values, low, high, wanted):
    """The first place in ``low ... high - 1`` with a value of at least `wanted`, or `high`."""
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@kernel(inline="always")
def holds(indptr, indices, row, wanted):
    """Whether a sorted row has an entry in column `wanted`: `csr.contains` for one entry."""
    end = indptr[row + 1]
    at = lower_bound(indices, indptr[row], end, wanted)
    return at < end and indices[at] == wanted
