"""File names from any text."""

from __future__ import annotations

import re


def plain_name(number: int, text: str) -> str:
    """A file name from any text: unique by its number, readable, and safe on every system.

    Examples
    --------
    >>> plain_name(3, "../cites it")
    '003-cites-it'
    """
    readable = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:60].strip("-")
    return f"{number:03d}-{readable}" if readable else f"{number:03d}"
