"""Versions in results: of the package, and of the code that decides a score."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1]
# Packages whose code decides a result.
DECIDING = ("graph", "motif", "tensor", "nn", "methods", "train")


def package_version() -> str:
    """The version of the package.

    Examples
    --------
    >>> package_version().count(".")
    2
    """
    # Loaded already; an import by name would count as one of the packages above this one.
    return str(sys.modules["motifcnn"].__version__)


def code_version() -> str:
    """Hash of the source files that decide a result: paths and contents, in order of the paths.

    Two processes share it if and only if they run the same code of `DECIDING`. It is computed once
    per process.

    Examples
    --------
    >>> len(code_version())
    12
    """
    return _hash_of(SOURCE)


@cache
def _hash_of(folder: Path) -> str:
    files = sorted(file for name in DECIDING for file in (folder / name).rglob("*.py"))
    found = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        found.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:12]
