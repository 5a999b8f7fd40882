from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from motifcnn.experiments.figures import FIGURES, draw
from motifcnn.experiments.measures import measure
from motifcnn.experiments.table import Table, tabulate
from tests.experiments.results import DBLP, DEFAULT, GCN, MOTIFS, MOVIE, TABLE, write_scores


@pytest.fixture(params=list(FIGURES))
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88), (0.91, 0.90)], motifs=MOTIFS)
    write_scores(tmp_path, DBLP, GCN, [(0.84, 0.80)])
    write_scores(tmp_path, MOVIE, GCN, [(0.5, 0.4)])
    return tabulate(replace(TABLE, draws=request.param), tmp_path)


def test_a_figure_is_an_svg_with_its_texts_and_a_png(table: Table, tmp_path: Path) -> None:
    svg, png = draw(table, tmp_path)
    root = ElementTree.parse(svg).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = " ".join(
        "".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")
    )
    assert "dblp-a" in texts
    assert "default" in texts
    with Image.open(png) as image:
        image.verify()
        assert image.format == "PNG"
        assert min(image.size) > 200


def test_the_same_numbers_give_the_same_svg(table: Table, tmp_path: Path) -> None:
    first = draw(table, tmp_path)[0].read_bytes()
    assert draw(table, tmp_path)[0].read_bytes() == first


def test_nothing_is_drawn_before_there_is_a_result(table: Table, tmp_path: Path) -> None:
    empty = tabulate(table.experiment, tmp_path / "empty")
    assert draw(empty, tmp_path) == ()
    assert measure(empty) == []
