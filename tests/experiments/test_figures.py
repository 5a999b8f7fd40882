from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from motifcnn.experiments.figures import FIGURES, draw
from motifcnn.experiments.measures import epoch_seconds, measure, motif_worth, total_seconds
from motifcnn.experiments.table import Table, tabulate
from tests.experiments.results import DBLP, DEFAULT, GCN, MOVIE, TABLE, write_scores

MOTIFS = [
    {"motif": "(t:a)--(c:b)", "attention": 0.25, "test": {}, "lost_macro_f1": 0.02},
    {"motif": "(t:a)--(c:a)", "attention": 0.75, "test": {}, "lost_macro_f1": -0.01},
]


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


def test_measures_are_those_of_the_cells(tmp_path: Path) -> None:
    write_scores(tmp_path, DBLP, DEFAULT, [(0.90, 0.88), (0.91, 0.90)], motifs=MOTIFS)
    entry = tabulate(TABLE, tmp_path).of("dblp-a")[0]
    assert epoch_seconds(entry) == 0.2  # the median of 0.9, 0.1 and 0.2
    assert total_seconds(entry) == (1.0, 2.0)
    worth = motif_worth(entry)
    assert [one["motif"] for one in worth] == ["(t:a)--(c:a)", "(t:a)--(c:b)"]
    assert [one["lost_macro_f1"] for one in worth] == pytest.approx([-1.0, 2.0])
    rows = measure(tabulate(replace(TABLE, draws="convergence"), tmp_path))
    assert rows[0] | {"val_loss": None} == {
        "dataset": "dblp-a",
        "method": "default",
        "lowest_validation_loss": 0.5,
        "at_epoch": 2.0,
        "epochs": 3.0,
        "val_loss": None,
    }
