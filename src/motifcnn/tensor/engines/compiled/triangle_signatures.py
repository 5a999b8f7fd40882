"""Triangles over short lists, compared by 64-bit signatures.

Every column gets one of 64 colours so that the columns of a row differ in colour as far as
possible, and rows are sorted by colour. A row's signature has the bits of its colours. A bit that
two signatures share gives one place in each list: the number of signature bits below it. So lists
are compared without loops over them and without branches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.engines.compiled.bits import lowest, ones
from motifcnn.tensor.engines.compiled.segments import unsigned
from motifcnn.tensor.kernel.kernel import kernel

LAST = 63  # the colour of columns for which none was free; only it can occur twice in a row
BLOCK = 2048  # links at a time, so that their notes stay in the nearest cache


@dataclass(frozen=True)
class Lists:
    """The rows of a boolean matrix, sorted by colour.

    `row`: (nnz,) uint32, the row of each entry; `signatures`: (rows,) uint64, the bits of the row's
    colours; `crowded`: whether some row has several columns of the last colour.
    """

    indptr: npt.NDArray[np.integer]
    indices: npt.NDArray[np.unsignedinteger]
    row: npt.NDArray[np.uint32]
    signatures: npt.NDArray[np.uint64]
    crowded: bool


def colour(one: sparse.csr_array, other: sparse.csr_array, most: int = LAST) -> tuple[Lists, Lists]:
    """The rows of two matrices with the same columns, under one colouring with `most` colours."""
    matrices = [one] if one is other else [one, other]
    turned = [sparse.csr_array(matrix.T) for matrix in matrices]
    columns = [(matrix.indptr, unsigned(matrix.indices), matrix.shape[1]) for matrix in turned]
    colours, first, second = _colours(*columns[0], *columns[-1], most)
    signatures = [first, second]
    lists = []
    for matrix, signed in zip(matrices, signatures, strict=False):
        ordered = _by_colour(matrix.indptr, unsigned(matrix.indices), colours)
        crowded = bool((np.bitwise_count(signed) < np.diff(matrix.indptr)).any())
        lists.append(Lists(matrix.indptr, ordered, rows_of(matrix), signed, crowded))
    return lists[0], lists[-1]


def rows_of(matrix: sparse.csr_array) -> npt.NDArray[np.uint32]:
    """The row of each entry."""
    return np.repeat(np.arange(matrix.shape[0], dtype=np.uint32), np.diff(matrix.indptr))


@kernel()
def _colours(ptr, idx, rows, other_ptr, other_idx, other_rows, most):
    """Gives each column the first colour, from a random one on, that none of its rows has.

    The two matrices may be the same one.
    """
    colours = np.empty(len(ptr) - 1, dtype=np.uint8)
    first, second = np.zeros(rows, dtype=np.uint64), np.zeros(other_rows, dtype=np.uint64)
    allowed = (np.uint64(1) << np.uint64(most)) - np.uint64(1)
    for j in range(len(colours)):
        taken = np.uint64(0)
        for x in range(ptr[j], ptr[j + 1]):
            taken |= first[idx[x]]
        for x in range(other_ptr[j], other_ptr[j + 1]):
            taken |= second[other_idx[x]]
        free = ~taken & allowed
        later = free & (
            ~np.uint64(0) << ((np.uint64(j) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(58))
        )
        chosen = np.uint64(LAST)
        if later:
            chosen = lowest(later)
        elif free:
            chosen = lowest(free)
        colours[j] = chosen
        for x in range(ptr[j], ptr[j + 1]):
            first[idx[x]] |= np.uint64(1) << chosen
        for x in range(other_ptr[j], other_ptr[j + 1]):
            second[other_idx[x]] |= np.uint64(1) << chosen
    return colours, first, second


@kernel()
def _by_colour(indptr, indices, colours):
    """The columns of each row in the order of their colours."""
    ordered = indices.copy()
    for i in range(len(indptr) - 1):
        if indptr[i + 1] - indptr[i] > LAST:
            own = ordered[indptr[i] : indptr[i + 1]].copy()
            ordered[indptr[i] : indptr[i + 1]] = own[np.argsort(colours[own], kind="mergesort")]
            continue
        for x in range(indptr[i] + 1, indptr[i + 1]):
            column = ordered[x]
            at = x
            while at > indptr[i] and colours[ordered[at - 1]] > colours[column]:
                ordered[at] = ordered[at - 1]
                at -= 1
            ordered[at] = column
    return ordered


@kernel()
def collisions(ta_rows, ta_idx, tb_ptr, tb_signatures, ab_ptr, ab_signatures):
    """Comparisons that the colouring leaves, over all links of target and a."""
    steps = 0
    for x in range(len(ta_rows)):
        i, a = ta_rows[x], ta_idx[x]
        if (tb_signatures[i] & ab_signatures[a]) >> np.uint64(LAST):
            ours = tb_ptr[i + 1] - tb_ptr[i] - np.int64(ones(tb_signatures[i])) + 1
            theirs = ab_ptr[a + 1] - ab_ptr[a] - np.int64(ones(ab_signatures[a])) + 1
            steps += ours * theirs
    return steps


@kernel(parallel=True)
def coloured_parts(ta, tb, ab, cuts, out_a, out_b, maps, part):
    """`coloured_part` for all parts, in parallel."""
    for each in nb.prange(len(out_a[0])):
        coloured_part(ta, tb, ab, cuts, out_a, out_b, maps, each)


@kernel()
def coloured_part(ta, tb, ab, cuts, out_a, out_b, maps, part):
    """Triangles of targets cuts[part] to cuts[part + 1], link by link and not target by target.

    Lists are so short that the end of a loop over one is unpredictable; hence few, long loops
    without branches. Each row notes where the output ended when it was last written to.
    """
    ta_ptr, ta_idx, ta_row = ta
    tb_ptr, tb_idx, tb_row, tb_sig = tb
    ab_ptr, ab_idx, ab_sig, crowded = ab
    a_starts, a_indices, a_data, a_lengths = out_a
    b_starts, b_indices, b_data, b_lengths = out_b
    # Unsigned throughout, so that Numba does not test indices for being negative.
    zero = np.uint64(0)
    low, high = cuts[part], cuts[part + 1]
    at_a, at_b, total = np.uint64(a_starts[part]), np.uint64(b_starts[part]), 0
    b_first, b_last, a_last = (
        np.uint64(tb_ptr[low]),
        np.uint64(tb_ptr[high]),
        np.uint64(ta_ptr[high]),
    )
    met = np.zeros(tb_ptr[high] - tb_ptr[low], dtype=np.int32)
    links, meeting = np.empty(BLOCK + 1, dtype=np.uint64), np.empty(BLOCK + 1, dtype=np.uint32)
    common, found = np.empty(BLOCK + 1, dtype=np.uint64), np.empty(BLOCK + 1, dtype=np.int64)
    for block in range(np.uint64(ta_ptr[low]), a_last, np.uint64(BLOCK)):
        n = zero
        for link in range(block, min(block + np.uint64(BLOCK), a_last)):
            shared = tb_sig[ta_row[link]] & ab_sig[ta_idx[link]]
            links[n], common[n] = link, shared
            n += np.uint64(shared != 0)
        n_meeting = zero
        for h in range(n):  # the first shared colour of each link
            x, y, rest = _places(
                common[h], ta_row[links[h]], tb_ptr, tb_sig, ta_idx[links[h]], ab_ptr, ab_sig
            )
            hit = tb_idx[x] == ab_idx[y]
            met[x - b_first] += hit
            found[h], common[h], meeting[n_meeting] = hit, rest, h
            n_meeting += np.uint64(rest != 0)
        while n_meeting:  # of those that share more, one colour per round
            still = zero
            for k in range(n_meeting):
                h = meeting[k]
                x, y, rest = _places(
                    common[h], ta_row[links[h]], tb_ptr, tb_sig, ta_idx[links[h]], ab_ptr, ab_sig
                )
                hit = tb_idx[x] == ab_idx[y]
                met[x - b_first] += hit
                found[h] += hit
                common[h], meeting[still] = rest, h
                still += np.uint64(rest != 0)
            n_meeting = still
        if crowded:
            _meet_again(ta_idx, ta_row, tb, ab, links[:n], met, tb_ptr[low], found)
        for h in range(n):
            link, hits = links[h], found[h]
            a_indices[at_a], a_data[at_a] = ta_idx[link], hits
            at_a += np.uint64(hits > 0)
            total += hits
            a_lengths[ta_row[link]], maps[ta_row[link]] = at_a, total
    for x in range(b_first, b_last):
        hits = met[x - b_first]
        b_indices[at_b], b_data[at_b] = tb_idx[x], hits
        at_b += np.uint64(hits > 0)
        b_lengths[tb_row[x]] = at_b
    before_a, before_b, before = a_starts[part], b_starts[part], 0
    for i in range(low, high):  # from ends to differences
        stand_a, stand_b, stand = (
            max(a_lengths[i], before_a),
            max(b_lengths[i], before_b),
            max(maps[i], before),
        )
        a_lengths[i], b_lengths[i], maps[i] = stand_a - before_a, stand_b - before_b, stand - before
        before_a, before_b, before = stand_a, stand_b, stand


@kernel(inline="always")
def _places(shared, i, tb_ptr, tb_sig, a, ab_ptr, ab_sig):
    """The place of the lowest shared colour in both lists, and the shared colours above it."""
    one = np.uint64(1)
    rest = shared & (shared - one)
    below = (shared ^ rest) - one
    return (
        np.uint64(tb_ptr[i]) + ones(tb_sig[i] & below),
        np.uint64(ab_ptr[a]) + ones(ab_sig[a] & below),
        rest,
    )


@kernel()
def _meet_again(ta_idx, ta_row, tb, ab, links, met, b_first, found):
    """Compares columns of the last colour, several of which a row may have, beyond the first."""
    tb_ptr, tb_idx, _, tb_sig = tb
    ab_ptr, ab_idx, ab_sig, _ = ab
    for h in range(len(links)):
        i, a = np.int64(ta_row[links[h]]), np.int64(ta_idx[links[h]])
        if (tb_sig[i] & ab_sig[a]) >> np.uint64(LAST):
            x, y = (
                tb_ptr[i] + np.int64(ones(tb_sig[i])) - 1,
                ab_ptr[a] + np.int64(ones(ab_sig[a])) - 1,
            )
            for p in range(x, tb_ptr[i + 1]):
                for q in range(y, ab_ptr[a + 1]):
                    again = (p > x or q > y) and tb_idx[p] == ab_idx[q]
                    met[p - b_first] += again
                    found[h] += again
