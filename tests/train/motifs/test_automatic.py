"""motifs="auto" in fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.nn.settings import ConfigError
from motifcnn.train import choose_motifs_auto, fit, load_run
from tests.train.motifs.planted import planted


def test_fit_uses_what_was_chosen_and_keeps_the_reasons(tmp_path: Path) -> None:
    graph, split = planted()
    run = fit(graph, "auto", split=split, epochs=2, seed=1)
    assert run.motif_choice is not None
    assert run.motifs == tuple(choice.motif for choice in run.motif_choice if choice.chosen)
    alone = choose_motifs_auto(
        graph, "user", split, max_nodes=3, path_nodes=run.settings.to_json()["path_nodes"], seed=1
    )
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


def test_a_method_without_motifs_refuses_them() -> None:
    graph, split = planted()
    with pytest.raises(ConfigError, match="majority uses no motifs"):
        fit(graph, "auto", model="majority", split=split)


def test_a_single_text_is_an_error_that_shows_how_to_write_it() -> None:
    graph, split = planted()
    with pytest.raises(ConfigError, match=r"write \['\(t:user\)--\(c:item\)'\]"):
        fit(graph, "(t:user)--(c:item)", split=split)
