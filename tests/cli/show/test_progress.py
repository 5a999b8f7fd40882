from __future__ import annotations

import io
import time

from rich.console import Console

from motifcnn.cli.show.progress import progress_bar


def drawn(*, terminal: bool, patience: float, share: float | None = 0.5, wait_for: str = "") -> str:
    """What a bar leaves on the screen while a share of the work is done; waits until it shows `wait_for`."""
    screen = io.StringIO()
    with progress_bar(
        "counting [x]", Console(file=screen, force_terminal=terminal, width=100), patience
    ) as progress:
        if share is not None:
            progress(share)
        until = time.monotonic() + (10 if wait_for else 0.05)
        while time.monotonic() < until and (not wait_for or wait_for not in screen.getvalue()):
            time.sleep(0.01)
    return screen.getvalue()


def test_long_work_shows_how_far_it_is() -> None:
    assert "counting [x]" in drawn(terminal=True, patience=0.0, wait_for="50%")


def test_work_that_has_not_reported_yet_shows_a_bar_too() -> None:
    assert "0%" in drawn(terminal=True, patience=0.0, share=None, wait_for="0%")


def test_short_work_shows_nothing() -> None:
    assert drawn(terminal=True, patience=60.0) == ""


def test_a_file_gets_no_bar() -> None:
    assert drawn(terminal=False, patience=0.0) == ""
