"""Freed memory of a rank goes back to the system at once, as ranks share a machine."""

from __future__ import annotations

import ctypes
import sys

LARGE = 1 << 20
"""Bytes from which an array is given back when it is freed."""
_M_MMAP_THRESHOLD = -3  # from glibc's malloc.h


def return_large_arrays() -> bool:
    """Has glibc give back freed arrays of `LARGE` bytes and more, until this process ends.

    glibc keeps freed arrays of up to 32 MB for later ones. After the many arrays of different sizes
    that preparation makes, hundreds of megabytes stay with the process unused.

    Returns
    -------
    bool
        Whether it took effect; other C libraries are left as they are.
    """
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, LARGE) == 1
