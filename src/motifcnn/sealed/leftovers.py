"""Leftovers: what writers that were killed have left in a folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from motifcnn.errors import StoreError
from motifcnn.sealed.lock import is_held, lock_file, locked, locked_place
from motifcnn.sealed.part import place_of


def leftovers(folder: Path) -> tuple[Path, ...]:
    """Parts and lock files in a folder whose writers are dead; those of living ones are not listed.

    Folders below it are not looked into.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / ".tensor.0123456789abcdef.part").mkdir()
    >>> [path.name for path in leftovers(folder)]
    ['.tensor.0123456789abcdef.part']
    """
    found = sorted(Path(folder).iterdir()) if Path(folder).is_dir() else []
    return tuple(path for path in found if (place := _place(path)) and not _is_held(place))


def remove_leftovers(folder: Path) -> tuple[Path, ...]:
    """Removes what `leftovers` lists, as the next writer to the same places would; returns it.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / ".tensor.0123456789abcdef.part").mkdir()
    >>> len(remove_leftovers(folder)), list(folder.iterdir())
    (1, [])
    """
    found = leftovers(folder)
    for place in sorted({place for path in found if (place := _place(path))}):
        with suppress(StoreError), locked(place, longest=0.0):
            pass  # whoever gets the lock has removed them
    return tuple(path for path in found if not path.exists())


def _place(path: Path) -> Path | None:
    return place_of(path) or locked_place(path)


def _is_held(place: Path) -> bool:
    return is_held(lock_file(place))
