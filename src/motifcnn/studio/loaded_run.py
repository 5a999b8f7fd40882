"""Stored runs, read once: what is counted for one question about a run serves the next."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.studio.run_folder import written

if TYPE_CHECKING:
    from motifcnn.train.run.run import Run

MOST = 8  # runs that are held


def loaded_run(folder: Path) -> Run:
    """The run in a folder; the same object until the run is replaced.

    The graph keeps inputs and operators for the fitted inputs of a run, which are found again only
    where the run is the same object.

    Examples
    --------
    >>> import tempfile
    >>> import motifcnn as mc
    >>> folder = Path(tempfile.mkdtemp(), "1")
    >>> mc.fit(mc.load_dataset("debian"), model="majority").save(folder)
    >>> loaded_run(folder) is loaded_run(folder)
    True
    """
    return _read(folder, written(folder))


@lru_cache(MOST)
def _read(folder: Path, stamp: int) -> Run:
    from motifcnn.train import load_run

    return load_run(folder)
