"""Sizes of memory as people write them."""

from __future__ import annotations

import re

from motifcnn.errors import BudgetError

UNITS = {
    "": 1,
    "B": 1,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
    "KIB": 2**10,
    "MIB": 2**20,
    "GIB": 2**30,
    "TIB": 2**40,
}


def parse_size(text: str) -> int:
    """Bytes in a text such as "4GB", "512 MiB" or "1000".

    Examples
    --------
    >>> parse_size("4GB"), parse_size("1.5 MiB"), parse_size("1000")
    (4000000000, 1572864, 1000)
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", text)
    if match is None or match[2].upper() not in UNITS:
        raise BudgetError(
            f"memory limit {text!r} is not a size; write a number and a unit, such as 4GB, 512MB or 2GiB"
        )
    size = int(float(match[1]) * UNITS[match[2].upper()])
    if size == 0:
        raise BudgetError(f"memory limit {text!r} is zero; nothing would fit")
    return size


def format_size(size: int) -> str:
    """A size in the largest decimal unit that keeps it at least one.

    Examples
    --------
    >>> format_size(4_300_000), format_size(12)
    ('4.3 MB', '12 B')
    """
    for unit in ("TB", "GB", "MB", "KB"):
        if size >= UNITS[unit]:
            return f"{size / UNITS[unit]:.1f} {unit}"
    return f"{size} B"
