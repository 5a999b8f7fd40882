"""Where compiled kernels are kept on disk: a folder that nobody else can write into."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

NAME = "motifcnn-kernels"
INDEX = ".nbi"
"""Ending of the file that lists the code of one function."""


@lru_cache
def kernel_folder(sources: Path) -> Path | None:
    """The folder for the kernels of a folder of sources; None where there is no safe one.

    ``NUMBA_CACHE_DIR``, ``__pycache__`` beside the sources and the cache folder of the user are
    tried in this order. Loading a kernel runs its code, so the folder belongs to the user who runs
    this process, and neither its group nor others may write into it.

    Examples
    --------
    >>> kernel_folder(Path(__file__).parent).name
    'motifcnn-kernels'
    """
    return next((folder for folder in _places(sources) if _is_usable(folder)), None)


def _places(sources: Path) -> Iterator[Path]:
    import platformdirs

    own = f"{sources.name}-{hashlib.sha256(str(sources).encode()).hexdigest()[:16]}"
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(given) / own / NAME
    yield sources / "__pycache__" / NAME
    yield Path(platformdirs.user_cache_dir("motifcnn", appauthor=False)) / own / NAME


def _is_usable(folder: Path) -> bool:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and is_private(found) and os.access(folder, os.W_OK)


def is_private(found: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user and only the user can write to it.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> is_private(folder.stat())
    True
    >>> folder.chmod(0o777)
    >>> is_private(folder.stat())
    False
    """
    if os.name == "nt":  # permissions are lists there, and folders of a user are the user's own
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
