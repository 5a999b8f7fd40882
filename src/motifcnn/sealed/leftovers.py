"""Leftovers: what writers that were killed have left in a folder."""

from __future__ import annotations

from collections.abc import Iterable
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
    return tuple(
        path for path in found if (place := written_place(path)) and not is_held(lock_file(place))
    )


def remove_leftovers(found: Iterable[Path]) -> tuple[Path, ...]:
    """Removes leftovers as the next writer to the same places would; returns what is gone.

    The old folder of a writer that died between two renames gets its name back.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / ".tensor.0123456789abcdef.part").mkdir()
    >>> len(remove_leftovers(leftovers(folder))), list(folder.iterdir())
    (1, [])
    """
    paths = tuple(found)
    for place in sorted({place for path in paths if (place := written_place(path))}):
        with suppress(StoreError), locked(place, longest=0.0):
            pass  # whoever gets the lock has removed them
    return tuple(path for path in paths if not path.exists())


def written_place(path: Path) -> Path | None:
    """The place that a part or a lock file is of; None for any other path."""
    return place_of(path) or locked_place(path)
