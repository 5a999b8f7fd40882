"""The site as it is built: whole, without dead links, and readable in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser import browser, clipped, opened, overflow

import motifcnn
from links import Links, dead_links, outward

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

ROOT = Path(__file__).parents[2]


def test_no_link_is_dead(site: Path) -> None:
    assert dead_links(site) == []


def test_every_public_name_has_a_page(site: Path) -> None:
    names = [*motifcnn.__all__, "explain", "features", "fit", "load_run", "write_report"]
    for name in names:
        page = site / "reference" / f"{name}.html"
        assert f"motifcnn.{name}" in Links(page).places


def test_every_verb_has_its_options_on_the_page_of_the_command_line(site: Path) -> None:
    from motifcnn.cli.verbs import verbs

    places = Links(site / "reference" / "command-line.html").places
    assert {name.rstrip("_") for name, _ in verbs()} <= places


def test_every_page_is_in_the_navigation(site: Path) -> None:
    home = Links(site / "index.html").targets
    for page in (ROOT / "docs").rglob("*.md"):
        assert page.relative_to(ROOT / "docs").with_suffix(".html").as_posix() in home


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for script in text.split("<script")[1:]:
            assert not outward(script.partition('src="')[2].partition('"')[0] or "own")
        assert "@import" not in text and "fonts.g" not in text


def test_pages_of_results_fold_how_they_were_run(site: Path) -> None:
    pages = sorted((site / "results").glob("*.html"))
    assert pages
    for page in pages:
        head, _, _ = page.read_text(encoding="utf-8").partition("</details>")
        shown, _, folded = head.partition("<details>")
        assert ": settings and inputs</summary>" in folded and "Settings: every method" in folded
        assert "Settings: every method" not in shown.partition("<article")[2]


def test_notebooks_show_what_they_print(site: Path) -> None:
    for name in ("tables", "paper", "roles"):
        text = (site / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
        assert 'class="output"' in text and "<table" in text and "<svg" in text


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_every_page_is_readable(browser: Browser, site: Path, width: int, dark: bool) -> None:
    faults = {}
    # A server sends 404.html for any address, so it alone names its files from the root.
    for path in sorted({*site.rglob("*.html")} - {site / "404.html"}):
        with opened(browser, path, width=width, dark=dark) as found:
            wide = overflow(found.page)
            faults[path.relative_to(site).as_posix()] = [
                *found.errors,
                *(address for address in found.requests if not address.startswith("file:")),
                *([f"{wide} px wider than the window"] if wide > 0 else []),
                *clipped(found.page, within=".md-content"),
            ]
    assert len(faults) > 100
    assert {page: seen for page, seen in faults.items() if seen} == {}


def test_search_finds_a_page_that_is_opened_as_a_file(browser: Browser, site: Path) -> None:
    with opened(browser, site / "index.html", width=1280) as found:
        found.page.click(".md-search__input")
        found.page.wait_for_function("window.__index")  # loaded by the first click
        found.page.locator(".md-search__input").press_sequentially("attention")
        found.page.wait_for_selector(".md-search-result__item a", timeout=20_000)
        assert found.errors == []


def test_equations_are_drawn(browser: Browser, site: Path) -> None:
    with opened(browser, site / "method.html", width=1280) as found:
        boxes = found.page.evaluate(
            "[...document.querySelectorAll('.equation math')].map(m => m.getBoundingClientRect())"
            ".map(box => [box.width, box.height])"
        )
        written = (ROOT / "docs" / "method.md").read_text(encoding="utf-8").count("$$") // 2
        assert len(boxes) == written > 0
        assert all(width > 50 and height > 15 for width, height in boxes)
