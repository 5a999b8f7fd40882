from __future__ import annotations

import io

from rich.console import Console

from motifcnn.cli.progress import progress_bar


def drawn(*, terminal: bool, patience: float) -> str:
    """What a bar leaves on the screen while half of the work is done."""
    screen = io.StringIO()
    with progress_bar("counting [x]", Console(file=screen, force_terminal=terminal, width=100), patience) as progress:
        progress(0.0)
        progress(0.5)
    return screen.getvalue()


def test_long_work_shows_a_bar() -> None:
    assert "counting [x]" in drawn(terminal=True, patience=0.0)


def test_short_work_shows_nothing() -> None:
    assert drawn(terminal=True, patience=60.0) == ""


def test_a_file_gets_no_bar() -> None:
    assert drawn(terminal=False, patience=0.0) == ""
