"""Flags that name what a verb writes: tested before its work starts."""

from __future__ import annotations

import tempfile
from pathlib import Path

from motifcnn.cli.options.errors import OptionError


def require_file(path: Path | None, flag: str = "--out") -> None:
    """Refuses a file that could not be written; None is no file.

    Examples
    --------
    >>> require_file(Path("/"))
    Traceback (most recent call last):
    ...
    motifcnn.cli.options.errors.OptionError: --out '/' is a folder; name a file
    """
    if path is None:
        return
    if path.is_dir():
        raise OptionError(f"{flag} {str(path)!r} is a folder; name a file")
    _require_writable(path.parent, path, flag)


def require_folder(path: Path | None, flag: str = "--out", *, replaced: bool = False) -> None:
    """Refuses a folder that could not be made or written to; None is no folder.

    Parameters
    ----------
    path : path or None
    flag : str
    replaced : bool
        Whether the folder is made anew beside an earlier one, which it then replaces.
    """
    if path is None:
        return
    if path.exists() and not path.is_dir():
        raise OptionError(f"{flag} {str(path)!r} is a file; name a folder")
    _require_writable(path.parent if replaced else path, path, flag)


def _require_writable(place: Path, path: Path, flag: str) -> None:
    """Writes and removes a file in the place, or in the nearest folder above it that exists."""
    place = place.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise OptionError(
            f"{flag} {str(path)!r}: {str(place)!r} is a file, so nothing can be written in it; "
            "name another place"
        )
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        raise OptionError(
            f"{flag} {str(path)!r}: cannot write in {str(place)!r} ({error.strerror}); "
            "name another place"
        ) from None
