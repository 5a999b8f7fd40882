"""The flag ``--state``: finished trials in a JSON file, from which a stopped search goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from motifcnn.cli.options.errors import OptionError
from motifcnn.errors import StoreError
from motifcnn.experiments.result_document import TrialDocument
from motifcnn.sealed import explained, locked, make_folder, new_file, read_regular, write_text
from motifcnn.sealed.document import Document, parse_document
from motifcnn.sealed.limits import MAX_DOCUMENT
from motifcnn.train.tune import Trial


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
        with explained(self.file):
            make_folder(self.file.parent)
        with locked(self.file):
            if self.file.exists():  # with what another process has added since
                self._rows = [found.to_json() for found in self._load(self.file)]
            rows = [*self._rows, trial.to_json()]
            with new_file(self.file) as work:
                write_text(work, json.dumps({"search": self.search, "trials": rows}, indent=1))
        self._rows = rows

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
