"""Numbers for people: counts with their noun, shares in per cent, sizes in bytes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

QUOTED = 200  # characters of a value that a message repeats
UNITS = {"TB": 10**12, "GB": 10**9, "MB": 10**6, "KB": 10**3}


def plural(number: int, noun: str) -> str:
    """A count with its noun in the singular or plural.

    Examples
    --------
    >>> plural(1, "motif"), plural(2, "motif"), plural(1000, "epoch")
    ('1 motif', '2 motifs', '1,000 epochs')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def some(names: Iterable[str], most: int = 8) -> str:
    """The first names, and how many others there are.

    Examples
    --------
    >>> some("abc"), some("abcd", most=2)
    ('a, b, c', 'a, b and 2 others')
    """
    listed = list(names)
    if len(listed) <= most:
        return ", ".join(listed)
    return f"{', '.join(listed[:most])} and {plural(len(listed) - most, 'other')}"


def clipped(text: str, most: int = QUOTED) -> str:
    """The text, or its beginning and how long it is.

    Examples
    --------
    >>> clipped("abc"), clipped("abcdef", most=3)
    ('abc', 'abc... (6 characters)')
    """
    return text if len(text) <= most else f"{text[:most]}... ({plural(len(text), 'character')})"


def shown(value: Any) -> str:
    """A value as Python writes it, cut to what a message repeats.

    Examples
    --------
    >>> shown("abc"), len(shown("-" * 1_000_000)) < 250, shown(10**5000)
    ("'abc'", True, 'an integer of 16,610 bits')
    """
    if isinstance(value, str | bytes) and len(value) > QUOTED:
        return f"{value[:QUOTED]!r}... ({plural(len(value), 'character')})"
    if isinstance(value, int) and value.bit_length() > 256:
        return f"an integer of {value.bit_length():,} bits"
    if isinstance(value, list | tuple | dict) and len(value) > QUOTED:
        return f"a {type(value).__name__} of {len(value):,} values"
    try:
        return clipped(repr(value))
    except (ValueError, RecursionError):  # an integer of too many digits inside
        return f"a {type(value).__name__}"


def percent(share: float | None, digits: int = 1) -> str:
    """A share in per cent; a dash for None and for values that are not finite.

    Examples
    --------
    >>> percent(0.7462), percent(0.7462, 2), percent(None), percent(float("nan"))
    ('74.6', '74.62', '-', '-')
    """
    return "-" if share is None or not math.isfinite(share) else f"{100 * share:.{digits}f}"


def readable_size(n_bytes: float) -> str:
    """Bytes in the largest decimal unit of which there is at least one.

    Examples
    --------
    >>> readable_size(4_300_000), readable_size(12)
    ('4.3 MB', '12 B')
    """
    for unit, factor in UNITS.items():
        if n_bytes >= factor:
            return f"{n_bytes / factor:.1f} {unit}"
    return f"{n_bytes:.0f} B"
