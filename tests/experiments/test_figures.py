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


def texts_of(svg: Path) -> str:
    nodes = ElementTree.parse(svg).getroot().iter("{http://www.w3.org/2000/svg}text")
    return " ".join("".join(node.itertext()) for node in nodes)


def test_a_figure_is_an_svg_with_its_texts_and_a_png(table: Table, tmp_path: Path) -> None:
    svg, png = draw(table, tmp_path)
    root = ElementTree.parse(svg).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = texts_of(svg)
    assert "dblp-a" in texts
    # Points have the number of motifs in place of a method.
    assert ("number of motifs" if table.experiment.draws == "motif-time" else "default") in texts
    with Image.open(png) as image:
        image.verify()
        assert image.format == "PNG"
        assert min(image.size) > 200


def test_the_same_numbers_give_the_same_svg(table: Table, tmp_path: Path) -> None:
    first = draw(table, tmp_path)[0].read_bytes()
    assert draw(table, tmp_path)[0].read_bytes() == first


def test_a_line_through_times_says_how_well_it_fits(tmp_path: Path) -> None:
    for motifs, row in ((1, DEFAULT), (3, GCN)):
        more = {"patterns": ["(t:a)--(c:b)"] * motifs, "epoch_seconds": [0.1 * motifs] * 3}
        write_scores(tmp_path, DBLP, row, [(0.9, 0.8)], **more)
    svg, _ = draw(tabulate(replace(TABLE, draws="motif-time"), tmp_path), tmp_path)
    assert "dblp-a: 100 ms per motif, R² = 1.000" in texts_of(svg)


def test_nothing_is_drawn_before_there_is_a_result(table: Table, tmp_path: Path) -> None:
    empty = tabulate(table.experiment, tmp_path / "empty")
    assert draw(empty, tmp_path) == ()
    assert measure(empty) == []
