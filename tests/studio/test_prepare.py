"""What is prepared is what views make when they are asked first."""

from __future__ import annotations

from motifcnn.graph import Graph
from motifcnn.studio.catalogue_view import catalogue_page
from motifcnn.studio.prepare import prepare
from motifcnn.studio.workbench import Workbench
from studio.conftest import NoRandomGraphs


def test_views_are_the_same_whether_prepared_or_not(bench: Workbench, debian: Graph) -> None:
    prepare(bench)
    assert bench.has(("words", "package", 3, "named")), "the type with the most labels"
    assert not bench.has(("words", "tag", 3, "named"))
    prepare(bench, "tag")
    fresh = Workbench(debian, "debian", bench.collection.file, measuring=NoRandomGraphs(debian))
    for target in ("package", "tag"):
        pages = [catalogue_page(each, target, search="two packages") for each in (bench, fresh)]
        patterns = [[card.pattern for card in page.cards] for page in pages]
        assert patterns[0] == patterns[1] != []
