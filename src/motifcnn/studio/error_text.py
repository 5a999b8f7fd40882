"""An error as people read it: the message of our own, with its kind for any other."""

from __future__ import annotations

from motifcnn.errors import MotifCNNError


def error_text(error: Exception) -> str:
    """The message of an error.

    Examples
    --------
    >>> error_text(MotifCNNError("no such motif")), error_text(KeyError("tag"))
    ('no such motif', "KeyError: 'tag'")
    """
    kind = "" if isinstance(error, MotifCNNError) else f"{type(error).__name__}: "
    return f"{kind}{error}"
