"""A guess needs no more than a kind."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from motifcnn.graph.encode.kinds import ColumnGuess


def test_a_guess_is_frozen_and_its_details_are_optional() -> None:
    guess = ColumnGuess("list", separator="|")
    assert (guess.reason, guess.decimal, guess.format) == ("given in the mapping", None, None)
    with pytest.raises(FrozenInstanceError):
        guess.kind = "text"  # type: ignore[misc]
