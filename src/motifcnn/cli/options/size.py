"""Sizes of memory in flags: "4GB", "512 MiB"."""

from __future__ import annotations

import re

from motifcnn.errors import BudgetError
from motifcnn.readable import UNITS

BYTES = {"": 1, "B": 1} | UNITS | {"KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}


def parse_size(text: str) -> int:
    """Bytes in a text such as "4GB", "512 MiB" or "1000".

    Examples
    --------
    >>> parse_size("4GB"), parse_size("1.5 MiB"), parse_size("1000")
    (4000000000, 1572864, 1000)
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", text)
    if match is None or match[2].upper() not in BYTES:
        raise BudgetError(
            f"memory limit {text!r} is not a size; write a number and a unit, "
            "such as 4GB, 512MB or 2GiB"
        )
    size = int(float(match[1]) * BYTES[match[2].upper()])
    if size == 0:
        raise BudgetError(f"memory limit {text!r} is zero; nothing would fit")
    return size
