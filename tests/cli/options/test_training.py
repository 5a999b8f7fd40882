from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.cli.options.errors import OptionError
from motifcnn.cli.options.training import parse_fractions, parse_settings, parse_split, read_options

FLAGS = {"graph": None, "motif": None, "epochs": None, "seed": None, "settings": None}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("epoch = 3", r'unknown option \'epoch\'; did you mean "epochs"\?'),
        ('epochs = "many"', r"epochs is 'many': input should be a valid integer"),
        ("seed = -1", r"seed is -1: input should be greater than or equal to 0"),
        ("seed = ", r"is not TOML"),
        ("splits = 3", r"unknown option 'splits'"),
    ],
)
def test_a_wrong_file_names_itself_the_key_and_what_was_expected(
    text: str, message: str, tmp_path: Path
) -> None:
    config = tmp_path / "run.toml"
    config.write_text(text)
    with pytest.raises(OptionError, match=rf"run\.toml.*{message}"):
        read_options(config, FLAGS)


def test_one_pattern_may_stand_alone(tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text('motif = "(t:a)--(c:b)"')
    assert read_options(config, FLAGS).motif == ["(t:a)--(c:b)"]


def test_flags_win_over_the_file_and_the_file_over_defaults(tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text("seed = 4\nepochs = 9\n")
    options = read_options(config, FLAGS | {"epochs": 2})
    assert (options.seed, options.epochs, options.preset) == (4, 2, None)


def test_settings_are_toml_values_or_words() -> None:
    found = parse_settings(["filters=[64,32]", "dropout=0.5", "roles=false", "activation=elu"])
    assert found == {"filters": [64, 32], "dropout": 0.5, "roles": False, "activation": "elu"}
    assert parse_settings([]) is None


@pytest.mark.parametrize("text", ["0.1,0.9", "a,b,c", "0.1"])
def test_shares_are_three_numbers(text: str) -> None:
    with pytest.raises(OptionError, match=r"such as 0\.1,0\.1,0\.8"):
        parse_fractions(text)


def test_a_split_is_a_name_or_shares() -> None:
    assert parse_split(None) is None
    assert parse_split("public") == "public"
    assert parse_split("0.2,0.3,0.5") == [0.2, 0.3, 0.5]
