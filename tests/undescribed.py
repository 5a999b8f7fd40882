"""Parameters that a docstring in numpy style names without a word about them."""

from __future__ import annotations

from itertools import pairwise

SECTIONS = ("Attributes", "Parameters", "Returns")


def undescribed(docstring: str) -> list[str]:
    """The lines of its sections that are not followed by an indented one."""
    lines = [*docstring.splitlines(), ""]
    found, section = [], ""
    for line, below in pairwise(lines):
        if below.startswith("---"):
            section = line
        elif section in SECTIONS and line.strip("-") and line[0] != " ":
            found += [line] * (not below.startswith(" "))
    return found
