"""One fit: its motifs, its epochs, the one it keeps, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.methods import NotApplicable
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError
from motifcnn.train import fit
from tests.small_graphs import MOTIFS, bibliography

SPLIT = (0.4, 0.2, 0.4)


def test_the_best_epoch_is_kept() -> None:
    run = fit(bibliography(), MOTIFS, split=SPLIT, epochs=20)
    merit = {e.number: (e.val_micro_f1 + e.val_macro_f1, -e.val_loss) for e in run.history}
    best = run.history[run.best - 1]
    assert best.number == run.best
    assert merit[run.best] == max(merit.values())
    assert run.validation.micro_f1 == pytest.approx(best.val_micro_f1)
    assert run.validation.macro_f1 == pytest.approx(best.val_macro_f1)


def test_a_motif_that_is_named_twice_counts_once() -> None:
    given = [MOTIFS[0], MOTIFS[0].replace("c:", "x:"), Motif.parse(MOTIFS[1])]
    run = fit(bibliography(), given, split=SPLIT, epochs=1)
    assert len(run.motifs) == 2
    np.testing.assert_allclose(run.attention().groupby("node")["weight"].sum(), 1.0, rtol=1e-5)


def test_a_method_that_fits_in_its_own_way_has_one_epoch() -> None:
    graph = bibliography()
    run = fit(graph, model="tiny-rates", split=SPLIT)
    assert [epoch.number for epoch in run.history] == [run.best] == [1]
    y = graph.labels["paper"].y[run.split.train]
    expected = (np.bincount(y) + 1) / (len(y) + 3)
    np.testing.assert_allclose(run.probabilities, np.tile(expected, (120, 1)), rtol=1e-6)
    assert run.history[0].val_micro_f1 == pytest.approx(run.validation.micro_f1)


def test_a_method_for_one_class_per_node_refuses_several() -> None:
    with pytest.raises(NotApplicable, match="tiny-rates gives every node one class"):
        fit(bibliography(multi_label=True), model="tiny-rates", split=SPLIT)


@pytest.mark.parametrize("preset", ["inductive", "asonam"])
def test_a_network_that_nothing_is_fed_to_is_refused(preset: str) -> None:
    bare = replace(bibliography(), features={})
    with pytest.raises(ConfigError, match="no node type feeds anything in"):
        fit(bare, MOTIFS, preset=preset, split=SPLIT, epochs=1, settings={"featureless": "none"})
