from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import motifcnn
from motifcnn.cli.app import UNEXPECTED, app

VERBS = [command.name for command in app.registered_commands]


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_every_verb_has_an_example(run: Callable[..., Any], verb: str) -> None:
    result = run(verb, "--help")
    assert result.exit_code == 0
    assert f"motifcnn {verb}" in result.stdout.split("Example")[-1]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_speaks_json(run: Callable[..., Any], verb: str) -> None:
    assert "--json" in run(verb, "--help").stdout


def test_the_version_is_printed(run: Callable[..., Any]) -> None:
    assert run("--version").stdout == f"{motifcnn.__version__}\n"


def test_an_unknown_option_is_an_error_with_code_two(run: Callable[..., Any]) -> None:
    assert run("count", "--colour").exit_code == 2


def test_an_error_is_one_message_without_a_traceback(run: Callable[..., Any]) -> None:
    result = run("count", "no-such-graph", "(t:a)--(c:b)")
    assert result.exit_code == 2
    assert "no-such-graph" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_an_argument_is_quoted_as_text(run: Callable[..., Any]) -> None:
    for arguments in (("--\x1b]0;x\x07",), ("count", "--\x1b]0;x\x07"), ("\x1b[2J",)):
        result = run(*arguments)
        assert result.exit_code == 2
        assert r"\x1b" in result.stderr and "\x1b" not in result.output


def test_an_unexpected_error_is_one_message_that_says_how_to_report_it(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise KeyError("\x1b[2J")

    monkeypatch.setattr("motifcnn.cli.verbs.datasets._rows", broken)
    result = run("datasets")
    assert result.exit_code == UNEXPECTED
    assert result.stderr.startswith(r"unexpected KeyError: '\x1b[2J'")
    assert "MOTIFCNN_TRACEBACK=1" in result.stderr and "Traceback" not in result.stderr
    monkeypatch.setenv("MOTIFCNN_TRACEBACK", "1")
    assert "in broken" in run("datasets").stderr


INTERRUPT = """
import signal, sys
# A parent in the background may ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
import motifcnn.cli.verbs.demo as demo
import motifcnn.datasets
motifcnn.datasets.load_dataset = lambda name, **options: signal.raise_signal(signal.SIGINT)
from motifcnn.cli import main
main()
"""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("demo",), "interrupted\n"),
        (
            ("train", "debian", "--checkpoint=state"),
            "interrupted; the same command goes on from what is kept\n",
        ),
    ],
)
def test_an_interrupt_is_one_line_and_code_130(arguments: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", said)


def as_module(*arguments: str, **environment: str) -> str:
    """Standard output of `python -m motifcnn` with those arguments and variables."""
    done = subprocess.run(
        [sys.executable, "-m", "motifcnn", *arguments],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )
    return done.stdout


KEPT = """
import os, signal, sys
from pathlib import Path
import motifcnn.datasets
from motifcnn.cli import main
from motifcnn.sealed import new_file

def work(name, **options):
    with new_file(Path(os.environ["PLACE"], "half.txt")) as place:
        place.write_text("half")
        if os.fork() == 0:  # a worker
            signal.raise_signal(signal.SIGTERM)
        assert os.WTERMSIG(os.wait()[1]) == signal.SIGTERM
        signal.raise_signal(signal.SIGTERM)

motifcnn.datasets.load_dataset = work
main()
"""


def test_sigterm_removes_what_is_half_written_and_ends_with_143(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KEPT, "demo"],
        env=os.environ | {"PLACE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (143, "terminated\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "expected"), [("motifcnn tr", "train"), ("motifcnn train --mo", "--motif --model")]
)
def test_shells_complete_verbs_and_flags(words: str, expected: str) -> None:
    asked = {"_MOTIFCNN_COMPLETE": "complete_bash", "COMP_WORDS": words}
    assert as_module(**asked, COMP_CWORD=str(words.count(" "))).split() == expected.split()


def test_the_script_for_a_shell_is_shown() -> None:
    # Named, as the shell of a test is whatever runs it.
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    assert "_MOTIFCNN_COMPLETE=complete_bash" in as_module("--show-completion", "bash", **named)
