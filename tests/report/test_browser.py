"""Reports in a real browser: on a phone, on a desk and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.explain.usefulness import motif_usefulness
from motifcnn.graph import Graph, Labels, Relation, Schema
from motifcnn.report import write_report
from motifcnn.train import Run, fit
from tests.browser import PAPER, browser, clipped, opened, overflow

__all__ = ["browser"]

MEDIA = [(390, False), (1280, False), (PAPER, True)]


@dataclass(frozen=True)
class Row:
    name: str
    micro_f1: float
    macro_f1: float
    low: float
    high: float
    own: bool


@dataclass(frozen=True)
class Judged:
    sentence: str
    rows: tuple[Row, ...]
    warnings: tuple[str, ...]


VERDICT = Judged(
    "Better than the table alone by 4.1 points (2.9 to 5.3).",
    (Row("boosting", 0.68, 0.6, 0.65, 0.71, False), Row("motif-cnn", 0.72, 0.64, 0.7, 0.75, True)),
    ("The class mail has 3 training nodes.", f"The column {'very_' * 20}long is the label."),
)


def many_classes() -> Graph:
    """21 classes, all names long; three types that are linked to each other."""
    rng = np.random.default_rng(0)
    n, long = 300, "the department of comparative and historical studies, section"
    y = np.arange(n) % 21
    names = tuple(f"{long} {'_'.join('abcdefghij')}_{c}" for c in range(21))
    schema = Schema(
        ("aeroplane_of_an_airline", "manufacturer_with_a_very_long_name", "airport"),
        (
            Relation(
                "aeroplane_of_an_airline",
                "was built and sold by",
                "manufacturer_with_a_very_long_name",
            ),
            Relation("aeroplane_of_an_airline", "lands at", "airport"),
            Relation("airport", "is served from", "manufacturer_with_a_very_long_name"),
        ),
    )
    plane, maker, port = schema.node_types
    return Graph(
        schema,
        {
            (plane, "was built and sold by", maker): np.arange(42) // 2 == y[:, None],
            (plane, "lands at", port): rng.random((n, 30)) < 0.06,
            (port, "is served from", maker): rng.random((30, 42)) < 0.1,
        },
        {plane: n, maker: 42, port: 30},
        names={plane: np.array([f"{long} number {i}" for i in range(n)], dtype=object)},
        labels={plane: Labels(np.arange(n), y, names)},
        name="planes",
    )


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory, multi_label_run: Run) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    debian = mc.load_dataset("debian")
    run = fit(debian, split="public", epochs=3, settings={"choose": False})
    planes = many_classes()
    plane, maker, port = planes.schema.node_types
    motifs = [
        f"(t:`{plane}`)--(m:`{maker}`)--(c:`{plane}`)",
        f"(t:`{plane}`)--(a:`{port}`)--(m:`{maker}`)--(c:`{plane}`)",
        f"(t:`{plane}`)--(m:`{maker}`)--(c:`{port}`), (t)--(c)",
    ]
    many = fit(planes, motifs, split=(0.4, 0.2, 0.4), epochs=3, settings={"choose": False})
    made: dict[str, tuple[Run, dict[str, Any]]] = {
        "debian": (run, {"baselines": [fit(debian, model="majority", split="public")]}),
        "multi-label": (multi_label_run, {"usefulness": motif_usefulness(multi_label_run)}),
        "21 classes": (many, {"verdict": VERDICT}),
    }
    return {
        name: write_report(run, folder / f"{name}.html", **options)
        for name, (run, options) in made.items()
    }


@pytest.mark.parametrize("name", ["debian", "multi-label", "21 classes"])
@pytest.mark.parametrize(("width", "paper"), MEDIA)
def test_nothing_is_clipped_loaded_or_wrong(
    browser: Any, reports: dict[str, Path], name: str, width: int, paper: bool
) -> None:
    with opened(browser, reports[name], width=width, paper=paper) as found:
        assert found.errors == []
        assert found.requests == [reports[name].as_uri()], "the file itself and nothing else"
        assert overflow(found.page) == 0
        assert clipped(found.page, paper=paper) == []
        for details in found.page.query_selector_all("details"):
            details.evaluate("each => each.open = true")
        assert overflow(found.page) == 0
        assert clipped(found.page, paper=paper) == []


@pytest.mark.parametrize("name", ["debian", "21 classes"])
def test_type_has_one_size_in_every_drawing(
    browser: Any, reports: dict[str, Path], name: str
) -> None:
    sizes = """() => Array.from(document.querySelectorAll(".motifs svg, svg.schema"))
        .map((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)"""
    for width, expected in ((1280, 1.0), (390, 0.7)):
        with opened(browser, reports[name], width=width) as found:
            found_sizes = found.page.evaluate(sizes)
            assert len(found_sizes) > 3
            assert found_sizes == pytest.approx([expected] * len(found_sizes), rel=0.01)


@pytest.mark.parametrize("name", ["debian", "multi-label", "21 classes"])
def test_contents_lead_to_every_section(browser: Any, reports: dict[str, Path], name: str) -> None:
    with opened(browser, reports[name], width=1280) as found:
        page = found.page
        links = page.query_selector_all("nav a")
        sections = page.evaluate("Array.from(document.querySelectorAll('section'), (s) => s.id)")
        assert [link.get_attribute("href") for link in links] == [f"#{id}" for id in sections]
        for id in sections:
            page.click(f"nav a[href='#{id}']")
            assert page.url.endswith(f"#{id}")
            top = page.evaluate(
                "(id) => document.getElementById(id).getBoundingClientRect().top", id
            )
            assert 0 <= top < 900
        heads = (
            "() => Array.from(document.querySelectorAll('section'), (s) => s.children[0].tagName)"
        )
        assert set(page.evaluate(heads)) == {"H2"}
        missing = """() => Array.from(document.querySelectorAll("a[href^='#']"))
            .filter((a) => !document.getElementById(a.hash.slice(1))).map((a) => a.hash)"""
        assert page.evaluate(missing) == []


def column(page: Any, number: int) -> list[str]:
    texts: list[str] = page.evaluate(
        """(number) => Array.from(document.querySelectorAll(".sortable tbody tr"))
            .filter((row) => !row.hidden).map((row) => row.cells[number].textContent.trim())""",
        number,
    )
    return texts


def test_the_table_of_predictions_sorts_by_text_and_by_number(
    browser: Any, reports: dict[str, Path]
) -> None:
    with opened(browser, reports["debian"], width=1280) as found:
        page = found.page
        assert len(column(page, 0)) == 500
        for _ in range(2):
            page.click(".sortable th:nth-child(5) button")
            values = [float(text) for text in column(page, 4)]
            down = page.get_attribute(".sortable th:nth-child(5)", "aria-sort") == "descending"
            assert values == sorted(values, reverse=down)
        assert down
        page.click(".sortable th:nth-child(2) button")
        assert column(page, 1) == sorted(column(page, 1))
        assert page.get_attribute(".sortable th:nth-child(5)", "aria-sort") is None


def test_the_table_of_predictions_is_searched_by_words(
    browser: Any, reports: dict[str, Path]
) -> None:
    with opened(browser, reports["debian"], width=390) as found:
        page = found.page
        wrong = column(page, 3).count("✗ wrong")
        page.fill(".search input", "WRONG")
        assert column(page, 3) == ["✗ wrong"] * wrong
        assert page.text_content(".search output") == f"{wrong} of 500 rows"
        page.fill(".search input", "no such node")
        assert column(page, 0) == []
        page.fill(".search input", "")
        assert len(column(page, 0)) == 500


def test_without_scripts_there_is_the_same_table_without_a_search(
    browser: Any, reports: dict[str, Path]
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(reports["debian"].as_uri())
    assert page.locator(".sortable tbody tr").count() == 500
    assert page.locator(".search").count() == 0
    context.close()


def test_the_page_prints_on_paper_and_the_long_table_is_cut(
    browser: Any, reports: dict[str, Path]
) -> None:
    with opened(browser, reports["debian"], width=1280) as found:
        pdf = found.page.pdf(format="A4", prefer_css_page_size=True)
        assert pdf[:5] == b"%PDF-" and 4 <= pdf.count(b"/Type /Page\n") <= 25
    with opened(browser, reports["debian"], width=PAPER, paper=True) as found:
        assert found.page.locator(".sortable tbody tr:visible").count() == 40
        assert "The first 40 are printed." in found.page.inner_text("#predictions")


@pytest.mark.parametrize(
    ("style", "seen"),
    [
        ("td { max-width: 8px; overflow: hidden; white-space: nowrap; }", "TD"),
        ("h2 { white-space: nowrap; font-size: 200px; }", "SECTION"),
        ("svg text { font-size: 60px !important; }", "svg"),
    ],
)
def test_the_check_finds_text_that_is_cut_off(
    browser: Any, reports: dict[str, Path], style: str, seen: str
) -> None:
    with opened(browser, reports["multi-label"], width=1280) as found:
        assert clipped(found.page) == []
        found.page.evaluate(
            "(style) => { const made = document.createElement('style'); made.textContent = style;"
            " document.head.append(made); }",
            style,
        )
        assert any(text.startswith(seen) for text in clipped(found.page))


def test_every_report_is_under_a_megabyte(reports: dict[str, Path]) -> None:
    assert all(path.stat().st_size < 500_000 for path in reports.values())
