from __future__ import annotations

import io
import time
from contextlib import contextmanager
from typing import Any

import pytest
from rich.console import Console

from motifcnn.cli.show import progress as module
from motifcnn.cli.show.progress import progress_bar


def drawn(*, terminal: bool, patience: float, share: float | None = 0.5, wait_for: str = "") -> str:
    """What a bar draws while a share of the work is done; waits until it shows `wait_for`."""
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


def test_a_pipe_gets_no_bar() -> None:
    assert drawn(terminal=False, patience=0.0) == ""


@pytest.mark.parametrize("share", [0.5, None])
def test_a_pipe_gets_a_line_every_few_seconds(share: float | None) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=False, width=100)
    with progress_bar("counting [x]", console, pause=0.02) as progress:
        if share is not None:
            progress(share)
        until = time.monotonic() + 10
        while screen.getvalue().count("\n") < 2 and time.monotonic() < until:
            time.sleep(0.01)
    expected = "counting [x]: 50%, 0 s so far" if share else "counting [x]: 0 s so far"
    lines = screen.getvalue().splitlines()
    assert len(lines) >= 2 and set(lines) == {expected}
    time.sleep(0.05)
    assert screen.getvalue().splitlines() == lines  # none after the end


def test_the_bar_of_counting_is_gone_before_the_first_epoch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events: list[str] = []

    @contextmanager
    def bar(title: str) -> Any:
        events.append(f"open {title}")
        yield lambda share: None
        events.append("close")

    monkeypatch.setattr(module, "progress_bar", bar)
    with module.training_progress("gcn") as callbacks:
        for callback in callbacks:
            callback.start(3)
        events.append("epochs")
    assert events == ["open gcn: preparing", "close", "epochs"]


def test_the_bar_is_gone_when_training_never_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    @contextmanager
    def bar(title: str) -> Any:
        try:
            yield lambda share: None
        finally:
            closed.append(True)

    monkeypatch.setattr(module, "progress_bar", bar)
    with pytest.raises(ValueError, match="no"), module.training_progress("gcn"):
        raise ValueError("no")
    assert closed == [True]
