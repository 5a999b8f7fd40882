from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.toml_file import read_toml, write_toml
from motifcnn.cli.options.training import TrainingOptions, read_options


def test_options_are_read_back_as_they_were(tmp_path: Path) -> None:
    options = TrainingOptions(
        graph='a "quoted" folder\\with\tmore',
        motif=["(t:a)--(c:b)", "(t:ä)--(c:b)"],
        split=[0.2, 0.1, 0.7],
        seed=3,
        class_weights={"first class": 2.0, "b": 1e-05},
        settings={"filters": [64, 32], "bias": True, "weight_decay": 1e-05, "text": "tf-idf"},
    )
    file = tmp_path / "new" / "options.toml"
    write_toml(file, options.model_dump(exclude_defaults=True))
    assert read_options(file, dict.fromkeys(TrainingOptions.model_fields)) == options


def test_options_stand_before_tables_and_odd_keys_are_quoted(tmp_path: Path) -> None:
    file = tmp_path / "options.toml"
    write_toml(file, {"settings": {"filters": [8], "a key": "b"}, "graph": "debian"})
    lines = ['graph = "debian"', "", "[settings]", "filters = [8]", '"a key" = "b"', ""]
    assert file.read_text() == "\n".join(lines)
    assert read_toml(file, ["graph", "settings"])["settings"] == {"filters": [8], "a key": "b"}


def test_a_file_that_is_missing_or_has_an_unknown_option_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"none\.toml does not exist"):
        read_toml(tmp_path / "none.toml", [])
    write_toml(tmp_path / "a.toml", {"grpah": "debian"})
    with pytest.raises(OptionError, match=r"unknown option 'grpah'; did you mean \"graph\""):
        read_toml(tmp_path / "a.toml", ["graph"])
