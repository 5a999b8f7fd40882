"""What is typed wrong is answered with a pattern that works."""

from __future__ import annotations

import pytest

from motifcnn.graph import Graph
from motifcnn.studio.design import design, suggested
from motifcnn.studio.workbench import Workbench


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("(t:package)--(c:libary)", "(t:package)--(c:library)"),
        ("(t:tag)--(c:maintainer)", "(t:tag)--(p:package)--(c:maintainer)"),
        ("(t:tga)--(c:maintaner)", "(t:tag)--(p:package)--(c:maintainer)"),
        ("(t:library)-->(c:package)", "(t:library)<--(c:package)"),
        (
            "(t:package)-[:package-suggest-package]->(c:package)",
            "(t:package)-[:package-suggests-package]->(c:package)",
        ),
        ("(t:package)--(c:xyz)", None),
        ("(t:package", None),
    ],
)
def test_suggestions(debian: Graph, typed: str, meant: str | None) -> None:
    assert suggested(typed, debian.schema) == meant


def test_an_empty_pattern_offers_links_of_the_target(bench: Workbench) -> None:
    found = design(bench, " ", "tag")
    assert [offer.pattern for offer in found.offers] == ["(t:tag)--(c:package)"]
