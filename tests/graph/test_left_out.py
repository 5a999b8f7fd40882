from __future__ import annotations

import warnings

import pytest

from motifcnn.graph.left_out import LeftOut, warn_left_out


def test_one_warning_names_all_parts() -> None:
    with pytest.warns(LeftOut, match="^here: left out a, b: too large$") as caught:
        warn_left_out("here", ["a", "b"], "too large")
    assert len(caught) == 1


def test_nothing_left_out_is_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_left_out("here", [], "too large")


def test_it_is_silenced_as_any_user_warning() -> None:
    assert issubclass(LeftOut, UserWarning)
