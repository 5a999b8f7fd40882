from __future__ import annotations

import json
from pathlib import Path

import pytest

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.tuning_state import TuningState
from motifcnn.train.tune import Trial

SEARCH = {"model": "mlp", "fractions": (0.1, 0.1, 0.8)}
TRIAL = Trial({"dropout": 0.5}, 0.75, 0.5, 1.25)


def test_trials_are_read_back_and_none_is_written_twice(tmp_path: Path) -> None:
    file = tmp_path / "new" / "trials.json"
    state = TuningState(file, SEARCH)
    assert state.trials == ()
    state.add(TRIAL)
    again = TuningState(file, SEARCH)
    assert again.trials == (TRIAL,)
    again.add(TRIAL)
    assert len(json.loads(file.read_text())["trials"]) == 1


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    TuningState(None, SEARCH).add(TRIAL)
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_search_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "trials.json"
    TuningState(file, SEARCH).add(TRIAL)
    with pytest.raises(OptionError, match="a search with other options"):
        TuningState(file, SEARCH | {"model": "gcn"})


@pytest.mark.parametrize("text", ["[", "[]", '{"trials": [{"unknown": 1}]}'])
def test_a_file_without_trials_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "trials.json").write_text(text)
    with pytest.raises(OptionError, match="not a file of trials"):
        TuningState(tmp_path / "trials.json", SEARCH)
