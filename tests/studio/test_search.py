"""Words find motifs."""

from __future__ import annotations

import pytest

from motifcnn.motif import Motif
from motifcnn.studio.search import matches, searched_words

PATH = Motif.parse("(t:author)--(p:paper)--(v:venue)--(q:paper)")
KNOWN = searched_words(PATH, "authors of a paper published at a venue of another paper")


@pytest.mark.parametrize(
    "query",
    ["", "venue", "two papers venue", "2 paper", "published AUTH", "one venue", "(p:paper)--(v"],
)
def test_what_the_motif_has_is_found(query: str) -> None:
    assert matches(query, PATH, KNOWN)


@pytest.mark.parametrize("query", ["three papers", "one paper", "tag", "two venues", "venue tag"])
def test_what_the_motif_has_not_is_not_found(query: str) -> None:
    assert not matches(query, PATH, KNOWN)
