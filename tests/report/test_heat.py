from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from motifcnn import report
from motifcnn.report.heat import BOUNDS, heat_cell, heat_legend, heat_step


def test_a_larger_share_never_has_a_lighter_colour() -> None:
    steps = [heat_step(share / 1000) for share in range(1001)]
    assert all(a <= b for a, b in pairwise(steps))
    assert set(steps) == set(range(len(BOUNDS) + 1))


@pytest.mark.parametrize("step", range(1, 9))
def test_the_style_sheet_has_every_colour(step: int) -> None:
    style = Path(report.__file__).with_name("template") / "style.css"
    assert f".h{step} {{ background" in style.read_text(encoding="utf-8")


def test_the_legend_says_where_each_colour_begins() -> None:
    for entry in heat_legend():
        assert heat_step(float(entry["text"]) / 100) == entry["step"]


def test_what_is_not_known_has_a_dash_and_no_colour() -> None:
    assert heat_cell(float("nan"), "nan") == {"text": "-", "step": None}
