"""Numbers of things as people say them."""

from __future__ import annotations


def plural(number: int, thing: str) -> str:
    """A number with its noun, which has an s unless there is one of it.

    Examples
    --------
    >>> plural(1, "motif"), plural(2, "motif"), plural(1000, "epoch")
    ('1 motif', '2 motifs', '1,000 epochs')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
