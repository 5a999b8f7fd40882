"""Leftovers of killed writers beside a store, in it, and in the folders below it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from motifcnn import sealed
from motifcnn.sealed.leftovers import written_place


def leftovers(folder: Path) -> tuple[Path, ...]:
    """Parts and lock files of dead writers; `motifcnn.sealed.remove_leftovers` removes them.

    Of the folder that the store lies in only those of the store itself.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / ".a.txt.0123456789abcdef.part").write_text("half")
    >>> [path.name for path in leftovers(folder)]
    ['.a.txt.0123456789abcdef.part']
    """
    store = folder.absolute()
    beside = (path for path in sealed.leftovers(store.parent) if written_place(path) == store)
    inside = (path for each in (store, *_below(store)) for path in sealed.leftovers(each))
    return (*beside, *inside)


def _below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink() and written_place(path) is None:
            yield path
            yield from _below(path)
