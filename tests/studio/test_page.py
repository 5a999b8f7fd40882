"""The page in a real browser: what an expert does, in the order in which it is done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser import browser
from tests.studio_page import (
    VIEWS,
    broken_rules,
    drawn_nodes,
    fits,
    is_measured,
    number,
    page_of,
    picture,
    shown_count,
    studio,
    turn_to,
)

import motifcnn as mc
from motifcnn.graph import Graph, Relation, Schema, write_graph
from motifcnn.studio.collection import Collection

__all__ = ["browser"]

SHARED = "(t:package)--(m:maintainer)--(c:package)"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with studio("debian", tmp_path_factory.mktemp("studio")) as found:
        yield found


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio with motifs in its collection."""
    folder = tmp_path_factory.mktemp("furnished")
    patterns = (SHARED, "(t:package)--(l:library)--(c:library), (t)--(c)")
    Collection(folder / "motifs.toml", "debian", tuple(map(mc.Motif.parse, patterns))).save()
    with studio("debian", folder, inside=True) as found:
        yield found


def test_the_schema_makes_a_type_the_target(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        page.get_by_role("heading", name="Node types").wait_for()
        assert "token" not in page.url
        fits(page, "schema")
        page.get_by_role("button", name="Make tag the target").click()
        page.get_by_role("link", name="catalogue of tag").wait_for()
        assert "target=tag" in page.url


def test_a_motif_is_found_opened_grown_and_saved(browser: Any, url: str) -> None:
    graph = mc.load_dataset("debian")
    with page_of(browser, url) as page:
        page.get_by_role("link", name="Catalogue", exact=True).click()
        page.get_by_label("Search by words").fill("two packages share maintainer")
        card = page.get_by_role("link", name="Packages that share a maintainer", exact=True)
        card.wait_for()
        fits(page, "search")
        page.get_by_label("Search by words").fill("")
        page.get_by_label("Sort by").select_option("agreement")
        page.get_by_label("largest first").check()
        is_measured(page)
        fits(page, "catalogue")
        page.get_by_label("Search by words").fill("two packages share maintainer")
        card.click()

        page.locator(".about .roles li").first.wait_for()
        roles = page.locator(".about .roles li").all_inner_texts()
        assert [role.split()[0] for role in roles] == ["target", "m", "c"]
        assert shown_count(page) == mc.count(graph, SHARED).instances.sum()
        fits(page, "designer")

        page.locator(".motif .node[data-node=m]").click()
        page.locator(".offer.node", has_text="+ package").first.click()
        drawn_nodes(page, 4)
        pattern = page.get_by_label("Pattern").input_value()
        assert mc.Motif.parse(pattern) == mc.Motif.parse(f"{SHARED}, (m)--(p:package)")
        assert shown_count(page) == mc.count(graph, pattern).instances.sum()
        fits(page, "grown")

        page.keyboard.press("Control+z")
        drawn_nodes(page, 3)
        assert page.get_by_label("Pattern").input_value() == SHARED
        page.keyboard.press("Control+y")
        drawn_nodes(page, 4)
        page.keyboard.press("Control+z")

        page.get_by_label("Pattern").fill("(t:tag)--(c:maintaner)")
        take = page.get_by_role("button", name="Use (t:tag)--(p:package)--(c:maintainer)")
        take.wait_for()
        fits(page, "problem")
        take.click()
        page.get_by_text("Tags of a package").first.wait_for()
        assert page.get_by_label("Pattern").input_value() == "(t:tag)--(p:package)--(c:maintainer)"
        page.get_by_role("button", name="Save to collection").click()
        page.get_by_role("button", name="Remove from collection").wait_for()
        page.get_by_role("link", name="Collection").click()
        page.get_by_text("1 motif in").wait_for()
        fits(page, "collection")
        page.get_by_role("button", name="Remove").click()
        page.get_by_text("Nothing is saved yet").wait_for()


def test_instances_are_drawn_and_named_page_by_page(browser: Any, url: str) -> None:
    every = mc.instances(mc.load_dataset("debian"), SHARED, "gimp", limit=12)
    with page_of(browser, url) as page:
        page.get_by_role("link", name="Instances", exact=True).click()
        page.get_by_label("Pattern").fill(SHARED)
        page.get_by_label("Name or id (package)").fill("gimp")
        page.keyboard.press("Enter")
        page.get_by_text(f"{every.total} instances of packages that share").wait_for()
        fits(page, "instances")
        names: list[str] = page.locator("figcaption").all_inner_texts()
        page.get_by_role("button", name="Next").click()
        page.get_by_text("7. ").wait_for()
        names += page.locator("figcaption").all_inner_texts()
    expected = [", ".join(f"{m}: {n.label}" for m, n in each.items()) for each in every]
    assert names == [f"{number}. {text}" for number, text in enumerate(expected, 1)]


def test_nodes_by_name_lead_to_motifs(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        page.get_by_role("link", name="By example").click()
        page.get_by_label("Name or id").nth(0).fill("gimp")
        page.get_by_label("Name or id").nth(1).fill("gimp-data")
        page.get_by_role("button", name="Find motifs").click()
        page.get_by_text("motifs with gimp, gimp-data").wait_for()
        is_measured(page)
        fits(page, "example")
        counts = [
            number(text) for text in page.locator(".facts div:first-child dd").all_inner_texts()
        ]
        assert len(counts) > 5 and counts == sorted(counts)


def test_every_view_has_an_address_and_keys_reach_it(browser: Any, url: str) -> None:
    with page_of(browser, url) as page:
        page.get_by_role("heading", name="Node types").wait_for()
        page.goto(url.split("?")[0] + "#/design?pattern=" + SHARED)
        page.get_by_text("Packages that share a maintainer").wait_for()
        page.reload()
        page.get_by_text("Packages that share a maintainer").wait_for()
        reached = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.textContent.trim()"))
        wanted = {"Catalogue", "Save to collection", "See instances", "m:maintainer", "+ library"}
        assert wanted <= reached
        page.goto(url.split("?")[0] + "api.html")
        page.get_by_text("GET /api/catalogue").wait_for()
        fits(page, "api")


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_no_rule_of_axe_is_broken(browser: Any, furnished: str, view: str, colours: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with page_of(browser, furnished) as page:
        page.emulate_media(color_scheme=colours)
        page.get_by_role("heading", name="Node types").wait_for()
        turn_to(page, furnished, view, VIEWS[view])
        is_measured(page)
        assert broken_rules(axe, page) == []


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_fits_its_window(browser: Any, furnished: str, view: str, width: int) -> None:
    with page_of(browser, furnished, width) as page:
        page.get_by_role("heading", name="Node types").wait_for()
        turn_to(page, furnished, view, VIEWS[view])
        is_measured(page)
        picture(page, view)


def test_the_designer_counts_as_the_library_does_on_a_public_graph(
    browser: Any, data_folder: Path, tmp_path: Path
) -> None:
    graph = mc.load_dataset("dblp-a")
    with studio("dblp-a", tmp_path) as address, page_of(browser, address) as page:
        page.get_by_role("link", name="Catalogue", exact=True).click()
        page.get_by_label("Search by words").fill("one author one paper one venue")
        page.locator(".card", has_text="(t:author)--(p:paper)--(c:venue)").locator("a").click()
        page.locator(".about .roles li").first.wait_for()
        assert page.locator(".about .roles li").count() == 3, "the target and two roles"
        motif = page.get_by_label("Pattern").input_value()
        assert motif == "(t:author)--(p:paper)--(c:venue)"
        assert shown_count(page) == mc.count(graph, motif).instances.sum()


def test_hostile_names_are_shown_as_text(browser: Any, tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)>\x1b[31m\u202e`\"'"
    relation = Relation(evil + "a", "<script>alert(2)</script>", "b" + evil)
    graph = Graph(
        Schema((relation.source, relation.target), (relation,)),
        {relation.key: np.ones((2, 2))},
        {relation.source: 2, relation.target: 2},
        names={relation.source: np.array([evil + "1", "two"], dtype=object)},
        name=evil,
    )
    write_graph(graph, tmp_path / "graph")
    with studio(str(tmp_path / "graph"), tmp_path) as address, page_of(browser, address) as page:
        for view in VIEWS:
            turn_to(page, address, view)
            page.get_by_text("being measured").wait_for(state="detached")
            assert page.locator("img").count() == 0 and page.locator("main script").count() == 0
            text = page.locator("body").inner_text()
            assert "<img src=x onerror=alert(1)>" in text, view
            assert "\x1b" not in text and "\u202e" not in text, view
        page.goto(f"{address.split('?')[0]}#/catalogue")
        page.locator(".card h2 a").first.click()
        page.get_by_role("link", name="See instances").click()
        page.get_by_label("Name or id (").fill("two")
        page.keyboard.press("Enter")
        page.locator("figure").first.wait_for()
        assert r"\x1b[31m\u202e" in page.locator("body").inner_text()
