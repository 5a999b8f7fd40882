"""Link: a writer replaces what a symbolic link points at, and the link stays."""

from __future__ import annotations

from pathlib import Path

from motifcnn.errors import StoreError


def behind_link(path: Path) -> Path:
    """The target of a symbolic link, so that replacing it keeps the link; else the path itself."""
    if not path.is_symlink():
        return path
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreError(
            f"{path}: a link that leads nowhere ({error}); remove it or choose another place"
        ) from error
