"""Our own errors speak for themselves; others name their kind."""

from __future__ import annotations

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.studio.error_text import error_text


def test_kinds_are_named_where_the_message_is_not_ours() -> None:
    assert [error_text(kind("too large")) for kind in (MotifCNNError, BudgetError)] == [
        "too large"
    ] * 2
    assert error_text(MemoryError("too large")) == "MemoryError: too large"
