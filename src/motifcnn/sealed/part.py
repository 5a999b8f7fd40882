"""Part: what a writer makes beside a place before it has the name of the place.

The writer holds the lock of the place. So a part beside a place that nobody has locked is left
over from a writer that was killed.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from motifcnn.sealed import operations

PART, OLD = "part", "old"
_NAME = re.compile(rf"\.(?P<place>.+)\.[0-9a-f]{{16}}\.(?P<kind>{PART}|{OLD})", re.DOTALL)


def beside(path: Path, kind: str = PART) -> Path:
    """A free name for a part of a place, or for the old folder while a new one takes its place."""
    return path.with_name(f".{path.name}.{secrets.token_hex(8)}.{kind}")


def place_of(path: Path) -> Path | None:
    """The place that a part is of; None where it is no part.

    Examples
    --------
    >>> place_of(beside(Path("runs/1"))) == Path("runs/1"), place_of(Path("runs/1"))
    (True, None)
    """
    match = _NAME.fullmatch(path.name)
    return None if match is None else path.with_name(match["place"])


@contextmanager
def part_of(path: Path) -> Iterator[Path]:
    """A free name beside a place; whatever has it at the end is removed."""
    work = beside(path)
    try:
        yield work
    finally:
        discard(work)


def discard(path: Path) -> None:
    """Removes a file or folder; what cannot be removed is left over."""
    if path.exists() or path.is_symlink():
        with suppress(OSError):
            operations.disk.remove(path)


def clear(path: Path) -> None:
    """Removes all parts of a place, whose lock the caller has just got.

    A writer that died between two names has left the old folder as a part: it is put back.
    """
    for other in list(path.parent.iterdir()):
        if place_of(other) != path:
            continue
        if other.suffix == f".{OLD}" and not path.exists():
            operations.disk.rename(other, path)
        else:
            discard(other)
