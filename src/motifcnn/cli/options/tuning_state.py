"""Finished trials in a JSON file, so that a search that was stopped goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from motifcnn.cli.options.errors import OptionError
from motifcnn.sealed import new_file
from motifcnn.train.tuning import Trial


class TuningState:
    """The trials of one search, kept as they come.

    Parameters
    ----------
    file : path, optional
        None keeps nothing.
    search : mapping
        The options of the search: a file of another search is refused.
    """

    def __init__(self, file: Path | None, search: dict[str, Any]) -> None:
        self.file, self.search = file, json.loads(json.dumps(search))
        self.trials: tuple[Trial, ...] = ()
        if file is not None and file.exists():
            self.trials = self._load(file)
        self._rows = [trial.to_json() for trial in self.trials]

    def add(self, trial: Trial) -> None:
        """Keeps a trial; one that is there already is not kept twice."""
        if self.file is None or trial.to_json() in self._rows:
            return
        self._rows.append(trial.to_json())
        with new_file(self.file) as work:
            work.write_text(
                json.dumps({"search": self.search, "trials": self._rows}, indent=1),
                encoding="utf-8",
            )

    def _load(self, file: Path) -> tuple[Trial, ...]:
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            trials = tuple(Trial(**row) for row in found["trials"])
        except (ValueError, KeyError, TypeError) as error:
            raise OptionError(
                f"--state {file}: not a file of trials ({error}); name another file"
            ) from None
        if found.get("search") != self.search:
            raise OptionError(
                f"--state {file}: it holds trials of a search with other options; name another file"
            )
        return trials
