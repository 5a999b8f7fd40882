from __future__ import annotations

import json

import pytest

from motifcnn.cli.show.screen import show_error, show_json, show_line, show_note, show_table


def test_results_go_to_stdout_and_errors_and_notes_to_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_line("a line")
    show_note("a note")
    show_error(ValueError("[bold] is text"))
    shown = capsys.readouterr()
    assert shown.out == "a line\n"
    assert shown.err == "a note\nValueError: [bold] is text\n"


NAME = "\x1b]0;t\x07 \x9b2J \u202e \u200b [bold]x[/] \n\t\r"
SHOWN = r"\x1b]0;t\x07 \x9b2J \u202e \u200b [bold]x[/] \n\t\r"


def test_names_are_text_in_lines_tables_and_notes(capsys: pytest.CaptureFixture[str]) -> None:
    show_line(NAME)
    show_note(NAME)
    show_table(f"of {NAME}", (f"a {NAME}",), [(f"b {NAME}",)])
    shown = capsys.readouterr()
    assert shown.err == SHOWN + "\n"
    assert shown.out.startswith(SHOWN + "\n")
    for place in ("of", "a", "b"):
        assert f"{place} {SHOWN}" in shown.out


def test_a_name_in_an_error_cannot_begin_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_error(ValueError("bad\nroot# \x1b[2J\n  next step"))
    assert capsys.readouterr().err == "ValueError: bad\n  root# \\x1b[2J\n  next step\n"


def test_json_escapes_what_a_terminal_would_obey(capsys: pytest.CaptureFixture[str]) -> None:
    show_json({NAME: "\x7f\x85\u2066"})
    text = capsys.readouterr().out
    assert text == '{\n  "' + NAME_JSON + r'": "\u007f\u0085\u2066"' + "\n}\n"
    assert json.loads(text) == {NAME: "\x7f\x85\u2066"}


NAME_JSON = r"\u001b]0;t\u0007 \u009b2J \u202e \u200b [bold]x[/] \n\t\r"


def test_a_long_line_is_not_broken(capsys: pytest.CaptureFixture[str]) -> None:
    show_line("x" * 500)
    assert capsys.readouterr().out == "x" * 500 + "\n"


def test_json_keeps_letters_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    show_json({"name": "Müller [x]"})
    text = capsys.readouterr().out
    assert "Müller" in text and json.loads(text) == {"name": "Müller [x]"}


def test_whole_numbers_are_grouped_and_right_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("counts", ("name", "n"), [("a [b]", 5), ("c", 12345)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].strip() == "counts"
    five, many = (next(line for line in lines if part in line) for part in ("a [b]", "12,345"))
    assert five.index("5") == many.index("12,345") + 5


def test_a_table_without_rows_has_its_head(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("nothing", ("name", "n"), [])
    assert "name" in capsys.readouterr().out
