"""Leftovers: what writers that died have left beside the files they were writing."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

AGE = 600.0
"""Seconds without a write after which the writer counts as dead."""
_NAME = re.compile(r"\.(?P<path>.+)\.\w+\.(?P<ending>part|old)")


@dataclass(frozen=True)
class Leftover:
    """A temporary file or folder of a writer.

    Parameters
    ----------
    path : Path
    dead : bool
        Whether its writer no longer works on it.
    only_copy : Path or None
        The store that it is the only copy of: its writer died between two renames.
    """

    path: Path
    dead: bool
    only_copy: Path | None = None


def leftovers(folder: Path, *, now: float | None = None) -> tuple[Leftover, ...]:
    """Temporary files and folders beside and inside a folder, by their names.

    Parameters
    ----------
    folder : path
    now : float, optional
        Seconds since the epoch, to tell which are old.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / ".a.txt.00ff.part").write_text("half")
    >>> [(left.path.name, left.dead) for left in leftovers(folder)]
    [('.a.txt.00ff.part', False)]
    """
    moment = time.time() if now is None else now
    beside = [
        path
        for path in sorted(folder.absolute().parent.iterdir())
        if (match := _NAME.fullmatch(path.name)) and match["path"] == folder.absolute().name
    ]
    return tuple(_leftover(path, moment) for path in (*beside, *_inside(folder)))


def remove_leftover(leftover: Leftover) -> bool:
    """Removes a leftover of a dead writer; False where it stays: in use, or the only copy."""
    if not leftover.dead or leftover.only_copy is not None:
        return False
    if leftover.path.is_dir() and not leftover.path.is_symlink():
        shutil.rmtree(leftover.path)
    else:
        leftover.path.unlink(missing_ok=True)
    return True


def _inside(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if _NAME.fullmatch(path.name):
            yield path
        elif path.is_dir() and not path.is_symlink():
            yield from _inside(path)


def _leftover(path: Path, now: float) -> Leftover:
    match = _NAME.fullmatch(path.name)
    store = path.with_name(match["path"]) if match else path
    lost = match is not None and match["ending"] == "old" and not store.exists()
    kept = path / "replaced"
    return Leftover(path, now - _newest(path) > AGE, store if lost and kept.is_dir() else None)


def _newest(path: Path) -> float:
    inside = path.rglob("*") if path.is_dir() and not path.is_symlink() else ()
    return max((each.lstat().st_mtime for each in (path, *inside)), default=0.0)
