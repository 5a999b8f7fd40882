from __future__ import annotations

from xml.etree import ElementTree

import pytest

from motifcnn.evaluate.calibration import Calibration
from motifcnn.report.reliability import BASE, FOOT, draw_reliability

FOUND = Calibration((0.25, 0.5, 0.95), (0.25, 0.8, 0.6), (10, 40, 20), 0.2)


def test_a_dot_on_the_dashed_line_is_well_calibrated_and_one_above_it_right_more_often() -> None:
    drawing = ElementTree.fromstring(draw_reliability(FOUND))
    line = next(each for each in drawing.iter("line") if each.get("class") == "kept")
    x1, y1, x2, y2 = (float(line.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
    heights = []
    for dot in drawing.iter("circle"):
        x, y = float(dot.attrib["cx"]), float(dot.attrib["cy"])
        heights.append(y1 + (x - x1) / (x2 - x1) * (y2 - y1) - y)
    assert heights == [pytest.approx(0, abs=0.2), pytest.approx(0.3 * BASE, abs=8), heights[2]]
    assert heights[2] < 0


def test_bars_are_as_high_as_their_counts() -> None:
    bars = [
        bar
        for bar in ElementTree.fromstring(draw_reliability(FOUND)).iter("rect")
        if bar.get("class") == "count"
    ]
    heights = [float(bar.attrib["height"]) for bar in bars]
    assert [height / max(heights) for height in heights] == pytest.approx([0.25, 1, 0.5], abs=0.01)
    for bar in bars:
        assert float(bar.attrib["y"]) + float(bar.attrib["height"]) == pytest.approx(FOOT, abs=0.2)


def test_no_predictions_make_an_empty_chart() -> None:
    drawing = ElementTree.fromstring(draw_reliability(Calibration((), (), (), float("nan"))))
    assert list(drawing.iter("circle")) == []
