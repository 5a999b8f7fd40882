"""Counting is cancelled and begun again on the page, by keyboard, in two browsers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.browser import browser
from tests.studio_page import broken_rules, page_of, picture, press, studio, turn_to

import motifcnn as mc

__all__ = ["browser"]

MANY = "order=expression"  # all motifs are compared with random graphs, which takes minutes
SHARED = "(t:package)--(m:maintainer)--(c:package)"


@pytest.fixture
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with studio("debian", tmp_path_factory.mktemp("studio")) as found:
        yield found


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.textContent"))


def test_all_counting_is_cancelled_for_two_browsers_and_begun_again(browser: Any, url: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with page_of(browser, url) as page, page_of(browser, url) as other:
        for each in (page, other):
            turn_to(each, url, "catalogue", MANY)
            each.get_by_text("being compared").wait_for()
        press(page, "button", "Cancel counting")
        for each in (page, other):
            each.get_by_text("being compared").wait_for(state="detached")
            last = each.locator(".card").last
            assert last.locator("dd").last.inner_text() == "cancelled"
        assert focused(page) == "Count what was cancelled", "the focus is not lost"
        assert broken_rules(axe, page) == []
        picture(page, "cancelled")

        card = other.locator(".card").last
        pattern = card.get_attribute("data-pattern")
        words = card.get_by_role("button").get_attribute("aria-label")
        press(other, "button", words)
        instances = mc.count(mc.load_dataset("debian"), pattern).instances.sum()
        card.get_by_text(f"{instances:,}", exact=True).wait_for()
        press(other, "button", "Count what was cancelled")
        page.get_by_role("button", name="Count what was cancelled").wait_for(state="hidden")
        page.get_by_text("being compared").wait_for()
        press(page, "button", "Cancel counting")
        other.get_by_role("button", name="Count what was cancelled").wait_for()


def test_the_count_of_the_designer_is_cancelled_alone(browser: Any, url: str) -> None:
    with page_of(browser, url) as page, page_of(browser, url) as other:
        turn_to(other, url, "catalogue", MANY)  # comparisons wait for all that is measured
        turn_to(page, url, "design", f"pattern={SHARED}")
        page.get_by_text("comparing …").wait_for()
        count = page.locator(".about dd").first.inner_text()
        press(page, "button", "Cancel counting: packages that share a maintainer")
        page.get_by_text("cancelled", exact=True).wait_for()
        assert page.locator(".about dd").first.inner_text() == count, "what is known stays"
        assert focused(page) == "Count after all"
        assert other.get_by_role("button", name="Cancel counting", exact=True).is_visible()
        turn_to(other, url, "design", f"pattern={SHARED}")
        other.get_by_text("cancelled", exact=True).wait_for()
        press(page, "button", "Count after all: packages that share a maintainer")
        page.get_by_text("comparing …").wait_for()
        assert focused(page) == "Cancel counting"
        other.get_by_text("comparing …").wait_for()
