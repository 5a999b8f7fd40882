from __future__ import annotations

import io
import logging
import sys
import warnings

import pytest
from rich.console import Console

from motifcnn.cli.show.safe_stream import SafeStream, safe_streams

TITLE = "\x1b]0;owned\x07"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_but_text_reaches_a_pipe() -> None:
    under = io.StringIO()
    SafeStream(under).write(f"{TITLE}\x9b31m\u202e\x1b[1mbold\x1b[0m\r\n")
    assert under.getvalue() == r"\x1b]0;owned\x07\x9b31m\u202e\x1b[1mbold\x1b[0m\r" + "\n"


def test_a_terminal_gets_styles_and_moves_and_no_other_sequence() -> None:
    under = Terminal()
    SafeStream(under).write(
        f"\x1b[1;31mred\x1b[0m\x1b[2K\x1b[?25l\r{TITLE}\x1b[6n\x1bc\x1b]52;c;x\x1b\\"
    )
    assert under.getvalue() == (
        "\x1b[1;31mred\x1b[0m\x1b[2K\x1b[?25l\r"
        + r"\x1b]0;owned\x07\x1b[6n\x1bc\x1b]52;c;x\x1b"
        + "\\"
    )


def test_what_the_encoding_does_not_have_is_escaped() -> None:
    raw = io.BytesIO()
    stream = SafeStream(io.TextIOWrapper(raw, encoding="ascii"))
    stream.write("Müller \ud800")
    stream.flush()
    assert raw.getvalue() == rb"M\xfcller \ud800"


def test_prints_warnings_logs_and_other_consoles_go_through_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = sys.stdout, sys.stderr
    with safe_streams():
        print(TITLE)
        sys.stderr.write(warnings.formatwarning(TITLE, UserWarning, "a.py", 1))
        handler = logging.StreamHandler()
        logger = logging.Logger("own")
        logger.addHandler(handler)
        logger.warning(TITLE)
        Console(stderr=True).print(TITLE)
    shown = capsys.readouterr()
    assert (sys.stdout, sys.stderr) == before
    assert "\x1b" not in shown.out + shown.err and "\x07" not in shown.out + shown.err
    assert shown.out == "\\x1b]0;owned\\x07\n"
    assert shown.err.count(r"\x1b]0;owned") == 3
