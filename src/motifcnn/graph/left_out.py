"""LeftOut: the warning that names what a conversion cannot keep."""

from __future__ import annotations

import warnings
from collections.abc import Sequence


class LeftOut(UserWarning):
    """Something of the source is not part of the result."""


def warn_left_out(where: str, parts: Sequence[str], reason: str) -> None:
    """One `LeftOut` warning that lists all parts; nothing where there are none.

    Parameters
    ----------
    where : str
        The function or the file.
    parts : sequence of str
        What is left out, as "column 'title' of movie".
    reason : str
        Why, and what to do about it.

    Examples
    --------
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_left_out("to_pyg", ["column 'title' of movie"], "a tensor holds no texts")
    >>> str(caught[0].message)
    "to_pyg: left out column 'title' of movie: a tensor holds no texts"
    """
    if parts:
        message = f"{where}: left out {', '.join(parts)}: {reason}"
        warnings.warn(message, LeftOut, stacklevel=3)
