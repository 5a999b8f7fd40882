"""The instances through changed pairs: two nodes of the motif are pinned, the others searched.

They are added up in a hash table of tensor entries, so memory grows with the entries that change
and not with the instances.
"""

from __future__ import annotations

import numpy as np

from motifcnn.tensor.engines.compiled.search import lower_bound
from motifcnn.tensor.kernel.kernel import kernel

LINKED, UNLINKED, DIFFERENT, SMALLER, GREATER = range(5)
EMPTY = -1


@kernel()
def _row(indptrs, indices, pools, first, rows, starts, stops, table, wanted):
    """A row of a table as (values, begin, end): its replacement, or that of the base matrix."""
    if first[table] < first[table + 1]:
        at = lower_bound(rows, first[table], first[table + 1], wanted)
        if at < first[table + 1] and rows[at] == wanted:
            return pools[table], starts[at], stops[at]
    matrix = table >> 1  # the same base before the change and after
    return indices[matrix], np.int64(indptrs[matrix][wanted]), np.int64(indptrs[matrix][wanted + 1])


@kernel(inline="always")
def _gallop(values, low, high, wanted):
    """As `lower_bound`, for a place that is probably near `low`."""
    step = 1
    while low + step < high and values[low + step] < wanted:
        low += step
        step += step
    return lower_bound(values, low, min(low + step + 1, high), wanted)


@kernel()
def _filter(candidates, n, values, low, high, keep_linked):
    """Keeps the candidates that are in values[low:high], or those that are not; both ascend.

    Returns how many are left.
    """
    kept = 0
    for k in range(n):
        candidate = candidates[k]
        low = _gallop(values, low, high, candidate)
        if (low < high and values[low] == candidate) == keep_linked:
            candidates[kept] = candidate
            kept += 1
    return kept


@kernel()
def _fill(tests, begin, end, tables, image, candidates):
    """Writes the possible images of a position, ascending.

    Returns how many there are, or -(room needed) if there is too little room.
    """
    shortest, values, low, high = -1, tables[1][0], np.int64(0), np.int64(0)
    for k in range(begin, end):  # LINKED tests come first
        if tests[k, 0] != LINKED:
            break
        found, start, stop = _row(*tables, tests[k, 2], image[tests[k, 1]])
        if shortest < 0 or stop - start < high - low:
            shortest, values, low, high = k, found, start, stop
    if high - low > len(candidates):
        return low - high
    least, most = np.int64(-1), np.int64(np.iinfo(np.int64).max)
    for k in range(begin, end):
        if tests[k, 0] == SMALLER:
            least = max(least, image[tests[k, 1]])
        elif tests[k, 0] == GREATER:
            most = min(most, image[tests[k, 1]])
    n = 0
    for x in range(low, high):
        candidate = np.int64(values[x])
        if least < candidate < most:
            candidates[n] = candidate
            n += 1
    for k in range(begin, end):
        if n == 0:
            break
        kind, earlier = tests[k, 0], image[tests[k, 1]]
        if kind == DIFFERENT:
            kept = 0
            for x in range(n):
                if candidates[x] != earlier:
                    candidates[kept] = candidates[x]
                    kept += 1
            n = kept
        elif kind in (LINKED, UNLINKED) and k != shortest:
            found, start, stop = _row(*tables, tests[k, 2], earlier)
            n = _filter(candidates, n, found, start, stop, kind == LINKED)
    return n


@kernel(inline="always")
def _place(keys, key):
    mask = len(keys) - 1
    at = np.int64((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)) & mask
    while keys[at] != EMPTY and keys[at] != key:
        at = (at + 1) & mask
    return at


@kernel(inline="always")
def _add(keys, values, key, value):
    """Adds to an entry of the hash table; 1 if it is new."""
    at = _place(keys, key)
    new = keys[at] == EMPTY
    keys[at] = key
    values[at] += value
    return np.int64(new)


@kernel()
def _with_room(keys, values, used, more):
    """The hash table, larger where `more` entries would fill it past a half."""
    if 2 * (used + more) <= len(keys):
        return keys, values
    size = len(keys)
    while size < 4 * (used + more):
        size *= 2
    new_keys, new_values = np.full(size, EMPTY, dtype=np.int64), np.zeros(size, dtype=np.int64)
    for k in range(len(keys)):
        if keys[k] != EMPTY:
            at = _place(new_keys, keys[k])
            new_keys[at], new_values[at] = keys[k], values[k]
    return new_keys, new_values


@kernel()
def _settle(keys, values, image, offsets, widths, at_target, position, found):
    """Adds `found` to the entries that the image of `position` completes; returns the new ones.

    The entry of a node in the row of its target is known when the later of the two is placed.
    """
    new = np.int64(0)
    if position == at_target:
        target = image[position]
        new += _add(keys, values, target, found)
        for p in range(position):
            if offsets[p] >= 0:
                new += _add(keys, values, offsets[p] + target * widths[p] + image[p], found)
    elif position > at_target and offsets[position] >= 0:
        new += _add(
            keys,
            values,
            offsets[position] + image[at_target] * widths[position] + image[position],
            found,
        )
    return new


@kernel()
def add_pinned(pins, signs, first, tests, at_target, offsets, widths, tables, keys, values, used):
    """Adds the signed number of maps through each pin to the entries of the tensor.

    Parameters
    ----------
    pins : (n, 2) int64, signs : (n,) int64
        Images of positions 0 and 1, and what a map through them adds.
    first : (positions + 1,) int64, tests : (m, 3) int64
        Rows first[p] to first[p + 1] are the (kind, earlier position, table) that the image of
        position p must pass.
    at_target : int
        Position of the target.
    offsets, widths : (positions,) int64
        The entry of position p is offsets[p] + target * widths[p] + image; a negative offset is a
        node without a role. The entry of the target itself is its row.
    tables : tuple
        What `_row` reads.
    keys, values : (2**k,) int64
        The hash table, of which `used` places are taken; the three are returned, larger where they
        had to grow.
    """
    last = len(first) - 2
    image = np.zeros(last + 1, dtype=np.int64)
    found = np.zeros(last + 1, dtype=np.int64)  # maps with the current image of each position
    length = np.zeros(last + 1, dtype=np.int64)
    cursor = np.zeros(last + 1, dtype=np.int64)
    candidates = np.empty((last + 1, 1024), dtype=np.int64)
    for pin in range(len(pins)):
        image[0], image[1] = pins[pin, 0], pins[pin, 1]
        found[:] = 0
        position = 2
        entering = True
        if last == 1:
            found[1] = 1
        while 2 <= position <= last:
            if entering:
                n = _fill(
                    tests, first[position], first[position + 1], tables, image, candidates[position]
                )
                if n < 0:
                    larger = np.empty((last + 1, -2 * n), dtype=np.int64)
                    larger[:, : candidates.shape[1]] = candidates
                    candidates = larger
                    n = _fill(
                        tests,
                        first[position],
                        first[position + 1],
                        tables,
                        image,
                        candidates[position],
                    )
                length[position], cursor[position] = n, 0
                entering = False
                if position == last:
                    found[last - 1] = n
                    keys, values = _with_room(
                        keys,
                        values,
                        used,
                        (n if offsets[last] >= 0 or at_target == last else 0) * (last + 1),
                    )
                    if offsets[last] >= 0 or at_target == last:
                        for k in range(n):
                            image[last] = candidates[last, k]
                            used += _settle(
                                keys, values, image, offsets, widths, at_target, last, signs[pin]
                            )
                    cursor[last] = n
            if cursor[position] < length[position]:
                image[position] = candidates[position, cursor[position]]
                cursor[position] += 1
                found[position] = 0
                position += 1
                entering = True
            else:
                position -= 1
                if position >= 2 and found[position]:
                    keys, values = _with_room(keys, values, used, last + 1)
                    used += _settle(
                        keys,
                        values,
                        image,
                        offsets,
                        widths,
                        at_target,
                        position,
                        signs[pin] * found[position],
                    )
                    found[position - 1] += found[position]
        if found[1]:
            keys, values = _with_room(keys, values, used, last + 2)
            used += _settle(
                keys, values, image, offsets, widths, at_target, 1, signs[pin] * found[1]
            )
            used += _settle(
                keys, values, image, offsets, widths, at_target, 0, signs[pin] * found[1]
            )
    return keys, values, used
