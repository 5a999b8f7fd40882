"""How large a file may be, and how large its content once it is unpacked."""

from __future__ import annotations

MAX_BYTES = 8 * 2**30
"""Of a table or an array: larger than any that we know."""
MAX_DOCUMENT = 2**28
"""Of a JSON document that lists nodes."""
MAX_SETTINGS = 2**22
"""Of a file that people write: TOML, a note, a description."""
MAX_NODES = 2**31 - 1
"""Of one node type, in one process."""
_FREE, _RATIO = 200_000_000, 100


def unpacked_limit(packed: int) -> int:
    """Bytes that a compressed file of `packed` bytes may unpack to: 200 MB, and 100 times its size.

    Text and sparse matrices shrink by 3 to 20 times. A file of a few kilobytes that unpacks to
    gigabytes is made to fill the memory.

    Examples
    --------
    >>> unpacked_limit(1_000), unpacked_limit(2**40) == MAX_BYTES
    (200100000, True)
    """
    return min(MAX_BYTES, _FREE + _RATIO * packed)
