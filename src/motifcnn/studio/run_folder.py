"""The folder of runs: each is a run that `motifcnn report`, `explain` and `serve` take."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from motifcnn.errors import MotifCNNError, StoreError
from motifcnn.graph.schema import suggestion
from motifcnn.sealed import MANIFEST, read_regular
from motifcnn.sealed.document import parse_document
from motifcnn.sealed.limits import MAX_SETTINGS
from motifcnn.studio.order import Order
from motifcnn.studio.training import NOTE

RUN = "run.json"
LONGEST_NAME = 60


class RunNameError(MotifCNNError):
    """A name that a new run cannot have."""


@dataclass(frozen=True)
class RunFolder:
    """Runs by the names of their folders.

    Parameters
    ----------
    path : Path
        Made when the first run is stored.

    Examples
    --------
    >>> RunFolder(Path("nowhere")).names()
    []
    """

    path: Path

    def names(self) -> list[str]:
        """Names of the runs, newest first."""
        if not self.path.is_dir():
            return []
        # A name with a dot is that of a run that is being written.
        found = [each.parent for each in self.path.glob(f"[!.]*/{RUN}")]
        return [each.name for each in sorted(found, key=written, reverse=True)]

    def folder(self, name: str) -> Path:
        """The folder of a run that exists; a `StoreError` otherwise."""
        if name not in (known := self.names()):
            raise StoreError(f"{self.path} has no run {name!r}{suggestion(name, known)}")
        return self.path / name

    def stamp(self, name: str) -> int:
        """Another number once the run was replaced."""
        return written(self.folder(name))

    def new(self, name: str, model: str, taken: Collection[str] = ()) -> str:
        """The name for a new run: the given one if it will do, a number and the model for "".

        Examples
        --------
        >>> RunFolder(Path("nowhere")).new("", "gcn")
        '1-gcn'
        """
        taken = {*taken, *(each.name for each in self.path.glob("*"))}
        if not name:
            numbers = (re.match(r"(\d{1,9})-", each) for each in taken)
            return f"{1 + max((int(found[1]) for found in numbers if found), default=0)}-{model}"
        fits = name.isprintable() and not re.search(r'[/\\:*?"<>|]', name)
        if not fits or name != name.strip(" .") or len(name) > LONGEST_NAME:
            raise RunNameError(
                f"{name!r} cannot be the name of a folder; use up to {LONGEST_NAME} letters, "
                "digits, hyphens and spaces, and begin with a letter or digit"
            )
        if name in taken:
            raise RunNameError(f"there is a run {name!r} already; choose another name")
        return name

    def order(self, name: str) -> Order | None:
        """What a run was trained by; None for one that the studio did not train."""
        folder = self.folder(name)
        if not (folder / f"{NOTE}.json").is_file():
            return None
        content = read_regular(folder / f"{NOTE}.json", limit=MAX_SETTINGS, within=folder)
        return parse_document(content, Order, str(folder / f"{NOTE}.json"))


def written(folder: Path) -> int:
    """When the run in a folder was stored, in nanoseconds; 0 where there is none."""
    try:
        return (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return 0
