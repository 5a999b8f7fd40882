from __future__ import annotations

from contextlib import contextmanager
from typing import Any

import pytest

from motifcnn.cli.show import training_progress as module


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
    assert events == ["open gcn: counting motifs", "close", "epochs"]


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
