"""Every action of the page by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.browser import browser
from tests.studio_page import drawn_nodes, page_of, studio, turn_to

import motifcnn as mc

__all__ = ["browser"]

SHARED = "(t:package)--(m:maintainer)--(c:package)"
TEXT = """() => {
  const at = document.activeElement;
  return (at.getAttribute("data-node") || at.ariaLabel || at.labels?.[0]?.textContent
    || at.textContent).trim();
}"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with studio("debian", tmp_path_factory.mktemp("studio")) as found:
        yield found


def tab_to(page: Any, text: str, *, key: str = "Tab") -> list[str]:
    """Tabs until the element with that text has the focus; gives what was passed."""
    passed: list[str] = []
    for _ in range(80):
        page.keyboard.press(key)
        passed.append(page.evaluate(TEXT))
        if passed[-1].startswith(text):
            return passed
    raise AssertionError(f"{text!r} is not reached by {key}: {passed}")


def test_the_first_key_leads_past_the_header_or_through_it(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        page.get_by_role("heading", name="Node types").wait_for()
        page.keyboard.press("Tab")
        assert page.evaluate(TEXT) == "Skip to content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        tab_to(page, "API", key="Shift+Tab")
        order = tab_to(page, "Schema", key="Shift+Tab")
        views = ["Schema", "Catalogue", "Designer", "Instances", "By example", "Collection"]
        assert [each for each in reversed(order) if each in views] == views
        tab_to(page, "Make tag the target")
        page.keyboard.press("Space")
        page.get_by_role("link", name="catalogue of tag").wait_for()


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_card_is_searched_for_and_opened(browser: Any, url: str, key: str) -> None:
    with page_of(browser, url) as page:
        turn_to(page, url, "catalogue")
        page.get_by_role("heading", name="Catalogue").focus()
        tab_to(page, "Search by words")
        page.keyboard.type("two packages share maintainer")
        page.locator(".card").nth(1).wait_for(state="detached")
        order = tab_to(page, "Packages that share a maintainer")
        assert order[:4] == ["Nodes2up to 3up to 4", *order[1:3], "largest first"]
        page.keyboard.press(key)
        page.locator(".large .node").first.wait_for()
        assert page.get_by_label("Pattern").input_value() == SHARED


def test_a_card_keeps_the_focus_while_it_is_measured(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        turn_to(page, url, "catalogue", "target=library")
        page.locator(".card h2 a").nth(2).focus()
        own = page.evaluate(TEXT)
        page.get_by_text("being compared").wait_for(state="detached", timeout=120_000)
        assert page.evaluate(TEXT) == own


def test_a_motif_is_grown_undone_saved_and_removed(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        turn_to(page, url, "design", f"pattern={SHARED}")
        drawn_nodes(page, 3)
        page.get_by_role("heading", name="Designer").focus()
        assert [tab_to(page, each)[-1] for each in ("t", "m", "c")] == ["t", "m", "c"]
        tab_to(page, "m", key="Shift+Tab")
        page.keyboard.press("Space")
        assert page.locator(".node[aria-pressed=true]").get_attribute("data-node") == "m"
        assert page.evaluate(TEXT) == "m", "the focus stays on the node that was chosen"
        tab_to(page, "+ package")
        page.keyboard.press("Enter")
        drawn_nodes(page, 4)
        pattern = page.get_by_label("Pattern").input_value()
        assert mc.Motif.parse(pattern) == mc.Motif.parse(f"{SHARED}, (m)--(p:package)")
        page.keyboard.press("Control+z")
        drawn_nodes(page, 3)
        page.keyboard.press("Control+Shift+z")
        drawn_nodes(page, 4)
        tab_to(page, "Undo", key="Shift+Tab")
        page.keyboard.press("Enter")
        drawn_nodes(page, 3)
        tab_to(page, "Save to collection")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Remove from collection").wait_for()
        turn_to(page, url, "collection")
        page.get_by_text("1 motif in").wait_for()
        tab_to(page, "Remove")
        page.keyboard.press("Enter")
        page.get_by_text("Nothing is saved yet").wait_for()
        assert page.evaluate(TEXT) == "Collection", "the focus is not lost with the card"


def test_escape_puts_the_last_motif_back(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        turn_to(page, url, "design", f"pattern={SHARED}")
        drawn_nodes(page, 3)
        page.get_by_label("Pattern").focus()
        page.keyboard.press("Control+End")
        page.keyboard.type(", (c)--(x:nothing)")
        page.locator(".problem").wait_for()
        page.keyboard.press("Escape")
        page.locator(".problem").wait_for(state="detached")
        drawn_nodes(page, 3)
        assert page.get_by_label("Pattern").input_value() == SHARED
        page.wait_for_function("document.activeElement.dataset.node === 'c'")


def test_nodes_are_named_and_motifs_found(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        turn_to(page, url, "example")
        page.get_by_role("heading", name="By example").focus()
        for name in ("gimp", "gimp-data"):
            tab_to(page, "Name or id")
            page.keyboard.type(name)
        tab_to(page, "Find motifs")
        page.keyboard.press("Enter")
        page.get_by_text("motifs with gimp, gimp-data").wait_for()
        turn_to(page, url, "instances", f"pattern={SHARED}&node=gimp")
        page.get_by_role("heading", name="Instances").focus()
        tab_to(page, "Next")
        page.keyboard.press("Enter")
        page.get_by_text("7. ").wait_for()
