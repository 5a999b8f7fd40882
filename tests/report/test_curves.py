from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from motifcnn.report.curves import BOTTOM, HEIGHT, TOP, Series, draw_curves, round_ticks


def points(svg: str) -> list[list[tuple[float, float]]]:
    lines = ElementTree.fromstring(svg).iter("polyline")
    return [
        [tuple(map(float, p.split(","))) for p in line.attrib["points"].split()] for line in lines
    ]  # type: ignore[misc]


def test_higher_values_are_drawn_higher() -> None:
    (line,) = points(draw_curves([Series("loss", [3.0, 1.0, 2.0])], title="loss", kept=2))
    (x1, y1), (x2, y2), (x3, y3) = line
    assert x1 < x2 < x3
    assert y1 < y3 < y2
    assert all(TOP - 1 <= y <= HEIGHT - BOTTOM + 1 for y in (y1, y2, y3))


def test_every_curve_is_drawn_and_infinite_values_are_left_out() -> None:
    lines = points(
        draw_curves(
            [Series("a", [1.0, float("inf"), 2.0]), Series("b", [1.0] * 3)], title="t", kept=1
        )
    )
    assert [len(line) for line in lines] == [2, 3]


@pytest.mark.parametrize(
    ("values", "dots", "lines"),
    [
        ([], 0, []),
        ([0.5], 1, []),
        ([1.0, 1.0], 0, [2]),
        ([float("nan")], 0, []),
        ([1.0, float("nan")], 1, []),
    ],
)
def test_one_value_is_a_dot_equal_values_a_level_line_and_none_is_neither(
    values: list[float], dots: int, lines: list[int]
) -> None:
    svg = draw_curves([Series("a", values)], title="t", kept=1)
    assert len(list(ElementTree.fromstring(svg).iter("circle"))) == dots
    assert [len(line) for line in points(svg)] == lines
    assert all(y == line[0][1] for line in points(svg) for _, y in line)


def test_the_title_is_shown_as_text() -> None:
    drawing = ElementTree.fromstring(draw_curves([], title='<b>"', kept=1))
    assert drawing.findtext("title") == drawing.attrib["aria-label"] == '<b>"'
    assert drawing.find(".//b") is None


@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 1.0), (0.61, 0.63), (1.0, 300.0), (-2.0, 7.5), (1e-9, 3e-9)]
)
def test_ticks_are_few_even_and_inside(low: float, high: float) -> None:
    ticks = round_ticks(low, high)
    steps = [b - a for a, b in pairwise(ticks)]
    assert 2 <= len(ticks) <= 7
    assert steps == pytest.approx([steps[0]] * len(steps))
    assert low - 1e-9 <= ticks[0] <= ticks[-1] <= high + 1e-9
