"""The wide network as a method: its features, what it explains, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from motifcnn.graph.flat import normalised_adjacency
from motifcnn.graph.graph import Graph
from motifcnn.methods import NotApplicable, Problem, get_method
from motifcnn.methods.wide_motif import WideMotifClassifier
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError
from tests.small_graphs import MOTIFS, bibliography

CPU = torch.device("cpu")
METHOD = get_method("wide-motif")


def classifier(
    *, graph: Graph | None = None, motifs: tuple[str, ...] = MOTIFS, **settings: Any
) -> WideMotifClassifier:
    torch.manual_seed(0)
    config = METHOD.configured(None, {"project": 8, "structure": 6} | settings)
    parsed = tuple(map(Motif.parse, motifs))
    made = METHOD.build(Problem(graph or bibliography(), "paper", parsed, 3, config))
    assert isinstance(made, WideMotifClassifier)
    made.module.eval()
    return made


def test_a_view_is_rows_of_the_features_and_their_places_among_all_nodes() -> None:
    made, rows = classifier(), np.array([4, 1, 1])
    columns, propagated, places = made.view(rows, CPU)
    np.testing.assert_array_equal(columns.numpy(), made.found.columns[rows])
    assert propagated is made.propagated
    assert places.tolist() == [64, 61, 61]  # after 60 authors


def test_what_is_diffused_is_fed_in_by_the_target_alone() -> None:
    far, near = (classifier(diffusion=diffusion).found for diffusion in (0.1, 0.0))

    def columns(found: Any, own: bool) -> int:
        pairs = zip(found.widths, found.motifs, strict=True)
        return sum(width for width, motif in pairs if (motif < 0) == own)

    assert columns(far, True) == columns(near, True) + 8
    assert columns(far, False) == columns(near, False)


def test_features_that_were_projected_are_propagated_in_full_width() -> None:
    graph = bibliography()
    made = classifier(graph=graph)
    assert made.propagated is not None
    words = made.propagated.features.csr.toarray()
    assert words.shape == (189, 30)
    assert not words[:60].any()
    assert not words[180:].any()
    length = np.linalg.norm(graph.features["paper"], axis=1, keepdims=True)
    np.testing.assert_allclose(
        words[60:180], graph.features["paper"] / np.maximum(length, 1e-9), rtol=1e-5
    )
    step = normalised_adjacency(graph, loops=True)
    assert (made.propagated.operator.csr != step).nnz == 0


@pytest.mark.parametrize("settings", [{"propagate": 0}, {"project": 0}])
def test_without_steps_or_projection_nothing_is_propagated(settings: dict[str, int]) -> None:
    made = classifier(**settings)
    assert made.propagated is None
    assert made.module.filters is None
    assert not made.contributions(np.arange(5))[:, -1].any()


def test_contributions_have_a_column_per_motif_even_where_it_carries_nothing() -> None:
    motifs = ("(t:paper)--(a:author)--(c:paper)", "(t:paper)--(c:author)")
    made = classifier(motifs=motifs, featureless="none", diffusion=0.0)
    assert max(made.found.motifs) == 0
    found = made.contributions(np.arange(120))
    assert found.shape == (120, 4)
    assert found[:, 0].any()
    assert not found[:, 1].any()


def test_contributions_and_biases_sum_to_the_logit() -> None:
    made, rows = classifier(), np.arange(120)
    module, found = made.module, made.contributions(rows).numpy()
    columns, propagated, places = made.view(rows, CPU)
    with torch.no_grad():
        units = module._units(columns, propagated, places) + module.bias
        logits = module(columns, propagated, places)
        best = logits.argmax(dim=1)
        rest = ((units > 0) * module.bias * module.output.weight[best]).sum(1)
    total = found.sum(axis=1) + rest.numpy() + module.output.bias.detach().numpy()[best]
    np.testing.assert_allclose(total, logits.max(dim=1).values, rtol=1e-4, atol=1e-5)


def test_motifs_of_other_targets_are_left_out() -> None:
    alone, more = (classifier(motifs=m) for m in (MOTIFS, (*MOTIFS, "(t:author)--(c:paper)")))
    assert alone.found.widths == more.found.widths


def test_there_is_no_attention_but_contributions() -> None:
    with pytest.raises(NotApplicable, match=r"has no attention; `contributions\(\)` says"):
        classifier().attention(np.arange(3))


def test_types_that_are_read_must_feed_something_in() -> None:
    config = METHOD.configured(None, {"featureless": "none", "diffusion": 0.0})
    motif = Motif.parse("(t:author)--(p:paper)--(v:venue)").with_roles("context")
    with pytest.raises(ConfigError, match="author, venue have no features"):
        METHOD.build(Problem(bibliography(), "author", (motif,), 3, config))


def test_a_setting_of_the_other_network_is_refused() -> None:
    with pytest.raises(ConfigError, match="wide-motif: no setting 'heads'"):
        METHOD.configured(None, {"heads": 2})
    with pytest.raises(ConfigError, match="wide-motif has no preset 'asonam'"):
        METHOD.preset("asonam")


def test_motifs_when_none_are_named_are_the_widespread_ones() -> None:
    graph = bibliography()
    found = METHOD.default_motifs(graph, "paper", METHOD.configured(None, {"most_motifs": 3}))
    assert len(found) == 3
    everything = METHOD.default_motifs(graph, "paper", METHOD.settings)
    assert len(everything) > 3
    assert METHOD.default_motifs(graph, "paper", METHOD.settings) is everything


@pytest.mark.parametrize("preset", [None, "inductive"])
def test_the_search_space_holds_settings_that_the_method_has_and_accepts(
    preset: str | None,
) -> None:
    for name, values in METHOD.space(preset, motifs_named=False).items():
        for value in values:
            assert getattr(METHOD.configured(preset, {name: value}), name) == value
    assert "path_nodes" not in METHOD.space(preset, motifs_named=True)


def test_nothing_of_the_inductive_preset_belongs_to_the_nodes_of_a_graph() -> None:
    settings = METHOD.preset("inductive").changed({"project": 8})
    parsed = tuple(map(Motif.parse, MOTIFS))
    made = METHOD.build(Problem(bibliography(), "paper", parsed, 3, settings))
    assert all(block.transfers for plan in made.inputs.blocks.values() for block in plan)
    other = Problem(bibliography(90, seed=1), "paper", parsed, 3, settings, inputs=made.inputs)
    moved = METHOD.build(other)
    moved.module.load_state_dict(made.module.state_dict())
    assert moved.logits(np.arange(90), CPU).shape == (90, 3)
