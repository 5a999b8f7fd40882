"""The wide Motif-CNN as a classifier: products, explanations, unseen graphs."""

from __future__ import annotations

import numpy as np
import torch
from motifcnn.nn.presets import preset
from motifcnn.nn.wide import SOURCES
from motifcnn.train.motif_cnn import build
from motifcnn.train.problem import Problem
from motifcnn.train.wide import WideClassifier

import motifcnn as mc
from motifcnn.nn.settings import with_settings
from motifcnn.train import fit
from tests.small_graphs import MOTIFS, bibliography

SPLIT = (0.4, 0.2, 0.4)


def classifier(**settings: object) -> WideClassifier:
    config = with_settings(preset("default"), settings)
    motifs = tuple(mc.Motif.parse(text) if isinstance(text, str) else text for text in MOTIFS)
    made = build(Problem(bibliography(), "paper", motifs, 3, config))
    assert isinstance(made, WideClassifier)
    return made


def test_a_view_is_rows_of_the_products() -> None:
    made = classifier()
    rows = np.array([4, 1, 1])
    view = made.view(rows, torch.device("cpu"))
    np.testing.assert_array_equal(view.columns.numpy(), made.products.columns[rows])


def test_what_is_diffused_is_fed_in_by_the_target_alone() -> None:
    far, near = classifier(diffusion=0.1).products, classifier(diffusion=0.0).products
    own = [
        sum(width for width, motif in zip(p.widths, p.motifs, strict=True) if motif < 0)
        for p in (far, near)
    ]
    carried = [
        sum(width for width, motif in zip(p.widths, p.motifs, strict=True) if motif >= 0)
        for p in (far, near)
    ]
    assert own[0] > own[1]
    assert carried[0] == carried[1]


def test_the_shares_of_motifs_add_up_to_one_for_every_node() -> None:
    graph = bibliography()
    weights = fit(graph, MOTIFS, split=SPLIT, epochs=5).attention()
    np.testing.assert_allclose(weights.groupby("node")["weight"].sum(), 1.0, atol=1e-5)
    assert set(weights["layer"]) == {1}


def test_a_run_tells_what_its_predictions_rest_on_and_networks_of_layers_do_not() -> None:
    graph = bibliography()
    sources = fit(graph, MOTIFS, split=SPLIT, epochs=5).sources()
    np.testing.assert_allclose(sources.groupby("node")["weight"].sum(), 1.0, atol=1e-5)
    assert set(sources["source"]) == set(SOURCES)
    assert fit(graph, MOTIFS, preset="asonam", split=SPLIT, epochs=2).sources().empty


def test_more_members_are_more_weights_and_another_prediction() -> None:
    graph = bibliography()
    one, three = (
        fit(graph, MOTIFS, split=SPLIT, epochs=3, settings={"members": members})
        for members in (1, 3)
    )
    learned = [
        sum(w.size for name, w in run.weights.items() if name != "steps") for run in (one, three)
    ]
    assert learned[1] == 3 * learned[0]
    assert not np.array_equal(one.probabilities, three.probabilities)
