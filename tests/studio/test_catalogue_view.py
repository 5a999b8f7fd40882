"""A page of the catalogue is the slice that was asked for, sorted by what is known."""

from __future__ import annotations

import pytest

from motifcnn.studio.catalogue_view import catalogue_page
from motifcnn.studio.workbench import Workbench


def test_pages_follow_each_other(bench: Workbench) -> None:
    whole = [card.pattern for card in catalogue_page(bench, "package", max_nodes=2).cards]
    parts = [
        card.pattern
        for offset in range(0, len(whole), 4)
        for card in catalogue_page(bench, "package", max_nodes=2, offset=offset, limit=4).cards
    ]
    assert parts == whole
    backwards = catalogue_page(bench, "package", max_nodes=2, descending=True)
    assert [card.pattern for card in backwards.cards] == whole[::-1]


def test_a_search_keeps_the_order_and_says_how_many_it_found(bench: Workbench) -> None:
    page = catalogue_page(bench, "package", max_nodes=2, search="tag")
    assert page.found == len(page.cards) < page.total
    assert all("tag" in card.pattern for card in page.cards)


@pytest.mark.parametrize("order", ["instances", "coverage", "agreement"])
def test_what_is_not_known_comes_last_in_either_direction(bench: Workbench, order: str) -> None:
    catalogue_page(bench, "package", max_nodes=2, search="library")
    bench.measurements.close()
    for descending in (False, True):
        page = catalogue_page(
            bench,
            "package",
            max_nodes=2,
            order=order,  # type: ignore[arg-type]
            descending=descending,
        )
        known = [card.measured is not None for card in page.cards]
        assert known == sorted(known, reverse=True) and any(known) and not all(known)
        values = [getattr(card.measured, order) for card in page.cards if card.measured]
        assert values == sorted(values, reverse=descending)
