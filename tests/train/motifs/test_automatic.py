"""motifs="auto" in fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.methods.motif_cnn import PRESETS
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError, TrainSettings
from motifcnn.train import MotifChoice, choose_motifs_auto, fit, load_run
from motifcnn.train.motifs.automatic import automatic_choice, automatic_motifs
from tests.train.motifs.planted import planted


def test_fit_uses_what_was_chosen_and_keeps_the_reasons(tmp_path: Path) -> None:
    graph, split = planted()
    run = fit(graph, "auto", split=split, epochs=2, seed=1)
    assert run.motif_choice is not None
    assert run.motifs == tuple(choice.motif for choice in run.motif_choice if choice.chosen)
    path_nodes = run.settings.path_nodes  # type: ignore[attr-defined]
    alone = choose_motifs_auto(graph, "user", split, path_nodes=path_nodes, seed=1)
    assert run.motif_choice == alone
    run.save(tmp_path / "run")
    assert load_run(tmp_path / "run").motif_choice == run.motif_choice


def test_named_motifs_have_no_choice(tmp_path: Path) -> None:
    graph, split = planted()
    run = fit(graph, ["(t:user)--(c:item)"], split=split, epochs=1)
    assert run.motif_choice is None
    run.save(tmp_path / "run")
    assert load_run(tmp_path / "run").motif_choice is None


def test_deeper_networks_also_get_the_edges_of_other_types() -> None:
    graph, split = planted()
    run = fit(graph, "auto", preset="asonam", split=split, epochs=1)
    assert {motif.target_type for motif in run.motifs} == {"user", "item", "shop", "club"}
    assert run.motif_choice is not None
    assert {choice.motif.target_type for choice in run.motif_choice} == {"user"}


def test_a_wide_network_takes_what_was_chosen() -> None:
    graph, split = planted()
    run = fit(graph, "auto", model="wide-motif", split=split, epochs=1)
    assert run.motif_choice is not None
    assert run.motifs == tuple(choice.motif for choice in run.motif_choice if choice.chosen)


def test_a_method_without_the_settings_of_motif_networks_is_refused() -> None:
    graph, split = planted()
    with pytest.raises(ConfigError, match="chooses motifs for motif-cnn and wide-motif"):
        automatic_choice(graph, "user", split, TrainSettings(), 0)


def test_a_shallow_network_gets_the_chosen_motifs_alone() -> None:
    graph, _ = planted()
    edge, other = (Motif.parse(f"(t:user)--(c:{t})") for t in ("item", "shop"))
    choice = [
        MotifChoice(motif, 1.0, 0.5, 0.1, 10, motif is edge, "because") for motif in (edge, other)
    ]
    assert automatic_motifs(graph, "user", PRESETS["default"], choice) == (edge,)
    deep = automatic_motifs(graph, "user", PRESETS["asonam"], choice)
    assert deep[0] == edge
    assert {motif.target_type for motif in deep[1:]} == {"item", "shop", "club"}


def test_a_single_text_is_an_error_that_shows_how_to_write_it() -> None:
    graph, split = planted()
    with pytest.raises(ConfigError, match=r"write \['\(t:user\)--\(c:item\)'\]"):
        fit(graph, "(t:user)--(c:item)", split=split)
