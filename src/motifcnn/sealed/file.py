"""A file that is written under a temporary name."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from motifcnn.sealed.replace import behind_link, sync


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A temporary path to write to, which becomes `path` or replaces it.

    After an error nothing is left of it, and what was at `path` stays.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp(), "notes", "a.txt")
    >>> with new_file(target) as place:
    ...     _ = place.write_text("hello")
    >>> target.read_text(), len(list(target.parent.iterdir()))
    ('hello', 1)
    """
    path = behind_link(Path(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    # The caller creates the file, so it gets the usual permissions. No two calls share a name.
    work = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        yield work
        if path.is_file():
            shutil.copymode(path, work)
        sync(work)
        os.replace(work, path)
        sync(path.parent)
    finally:
        work.unlink(missing_ok=True)
