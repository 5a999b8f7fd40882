"""What browsers share is made once, whoever asks first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

from motifcnn.errors import StoreError
from motifcnn.motif import Motif
from motifcnn.studio.workbench import Workbench

EDGE = Motif.parse("(t:package)--(c:library)")


def test_a_value_is_made_once_for_all_threads(bench: Workbench) -> None:
    made: list[int] = []

    def make() -> int:
        sleep(0.05)
        made.append(1)
        return len(made)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda _: bench.kept("key", make), range(4))) == [1] * 4
    assert bench.has("key") and not bench.has("other")


def test_a_value_that_could_not_be_made_is_tried_again(bench: Workbench) -> None:
    with pytest.raises(ZeroDivisionError):
        bench.kept("key", lambda: 1 // 0)
    assert bench.kept("key", lambda: 7) == 7


def test_a_collection_that_cannot_be_written_stays_as_it_was(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(collection: object) -> None:
        raise StoreError("no room")

    monkeypatch.setattr("motifcnn.studio.collection.Collection.save", refuse)
    with pytest.raises(StoreError):
        bench.save(lambda kept: kept.with_motif(EDGE))
    assert bench.collection.motifs == ()


def test_a_run_that_is_replaced_is_scored_anew(bench: Workbench, runs: Path) -> None:
    first = bench.scored("2-gcn")
    assert first.view.reruns and bench.scored("2-gcn").y is first.y
    (runs / "2-gcn" / "manifest.json").touch()
    assert bench.scored("2-gcn").y is not first.y


def test_a_card_has_what_is_known_by_now(bench: Workbench) -> None:
    assert bench.card(EDGE).measured is None
    bench.measurements.want([EDGE])
    bench.measurements.close()
    assert bench.card(EDGE).measured == bench.measurements.get(EDGE) is not None
