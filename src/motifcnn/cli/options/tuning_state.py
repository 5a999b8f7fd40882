"""The flag ``--state``: finished trials in a JSON file, from which a stopped search goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from motifcnn.cli.options.errors import OptionError
from motifcnn.errors import StoreError
from motifcnn.sealed import new_file, read_regular
from motifcnn.sealed.document import Document, parse_document
from motifcnn.sealed.limits import MAX_DOCUMENT
from motifcnn.train.tune import Trial


class TrialDocument(Document):
    """A trial as `Trial.to_json` writes it."""

    settings: dict[str, Any]
    micro_f1: float | None
    macro_f1: float | None
    seconds: float
    reason: str = ""


class StateDocument(Document):
    """What the file holds."""

    search: dict[str, Any]
    trials: list[TrialDocument]


class TuningState:
    """The trials of one search, written to the file after each of them.

    Parameters
    ----------
    file : path, optional
        None writes nothing.
    search : mapping
        The options of the search: a file of another search is refused.
    """

    def __init__(self, file: Path | None, search: dict[str, Any]) -> None:
        self.file, self.search = file, json.loads(json.dumps(search))
        self.trials: tuple[Trial, ...] = ()
        if file is not None and os.path.lexists(file):
            self.trials = self._load(file)
        self._rows = [trial.to_json() for trial in self.trials]

    def add(self, trial: Trial) -> None:
        """Writes the trial, unless it is in the file already."""
        if self.file is None or trial.to_json() in self._rows:
            return
        self._rows.append(trial.to_json())
        text = json.dumps({"search": self.search, "trials": self._rows}, indent=1)
        with new_file(self.file) as work:
            work.write_text(text, encoding="utf-8")

    def _load(self, file: Path) -> tuple[Trial, ...]:
        try:
            content = read_regular(file, limit=MAX_DOCUMENT)
            found = parse_document(content, StateDocument, f"--state {file}")
        except StoreError as error:
            raise OptionError(f"{error}; it is not a file of trials, so name another") from None
        if found.search != self.search:
            raise OptionError(
                f"--state {file}: it holds trials of a search with other options; name another file"
            )
        return tuple(Trial(**dict(row)) for row in found.trials)
