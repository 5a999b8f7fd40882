"""The version of the package, which is part of every result."""

from __future__ import annotations

import sys


def package_version() -> str:
    """The version of the package that is running.

    Examples
    --------
    >>> package_version().count(".")
    2
    """
    # Whoever reads this has loaded the package; importing it by name would import from above.
    return str(sys.modules["motifcnn"].__version__)
