"""Flags that several verbs share read the same in each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import typer

from motifcnn.cli.app import app
from motifcnn.cli.options import flags

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
TRAINING = ("train", "tune", "evaluate")


def parameters(verb: str) -> dict[str, Any]:
    return {parameter.name: parameter for parameter in COMMANDS[verb].params}


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_argument_and_flag_has_a_help(verb: str) -> None:
    assert parameters(verb)
    for name, parameter in parameters(verb).items():
        assert parameter.help and parameter.help.endswith("."), name


def test_verbs_that_train_say_the_same_of_the_same_flag() -> None:
    own = {"out", "epochs"}  # a folder or a file; epochs of `evaluate` are not the baselines'
    for one in TRAINING:
        for other in TRAINING:
            for name in parameters(one).keys() & parameters(other).keys() - own:
                first, second = parameters(one)[name], parameters(other)[name]
                assert (first.help, first.show_default, first.opts) == (
                    second.help,
                    second.show_default,
                    second.opts,
                ), name


@pytest.mark.parametrize("name", ["json", "preset", "run", "config", "settings", "device"])
def test_one_name_has_one_help_whichever_verb(name: str) -> None:
    found = {parameters(verb)[name].help for verb in COMMANDS if name in parameters(verb)}
    assert len(found) == 1, found


def test_the_help_names_every_preset(run: Callable[..., Any]) -> None:
    from motifcnn.methods import get_method

    (option,) = (part for part in flags.PresetName.__metadata__ if hasattr(part, "help"))
    assert set(option.help.rstrip(".").replace(" or ", ", ").split(", ")) == set(
        get_method("motif-cnn").presets
    )
    assert option.help in run("train", "--help").stdout


@pytest.mark.parametrize("verb", TRAINING)
def test_without_a_graph_each_verb_shows_how_to_name_one(
    run: Callable[..., Any], verb: str
) -> None:
    result = run(verb)
    assert result.exit_code == 2
    assert f"motifcnn {verb} debian" in result.stderr
