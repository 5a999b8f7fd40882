"""The choice on graphs where the right answer is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motifcnn.errors import MotifError
from motifcnn.methods.motif_cnn_settings import PRESETS
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import ConfigError, TrainSettings
from motifcnn.train import MotifChoice, choose_motifs_auto, fit, load_run
from motifcnn.train.motifs import choose
from motifcnn.train.motifs.choose import automatic_motifs, checked_motifs
from tests.train.motifs.planted import planted, relabelled

EDGES = {"max_nodes": 2, "path_nodes": 2}


def _by_text(choices: tuple[MotifChoice, ...]) -> dict[str, MotifChoice]:
    return {str(choice.motif): choice for choice in choices}


@pytest.mark.parametrize("multi_label", [False, True])
def test_what_carries_the_labels_is_taken_first_and_what_carries_nothing_is_left(
    multi_label: bool,
) -> None:
    graph, split = planted(multi_label=multi_label)
    choices = choose_motifs_auto(graph, "user", split)
    assert choices[0].chosen and choices[0].reason.startswith("taken first")
    assert {"item"} == set(choices[0].motif.types) - {"user"}
    found = _by_text(choices)
    for text in ("(t:user)--(c:shop)", "(t:user)--(s:shop)--(c:user)"):
        assert not found[text].chosen
        assert abs(found[text].agreement or 0.0) < 0.35 < (choices[0].agreement or 0.0)


def test_every_candidate_has_a_reason_and_chosen_ones_come_first() -> None:
    graph, split = planted()
    choices = choose_motifs_auto(graph, "user", split)
    assert all(choice.reason for choice in choices)
    marks = [choice.chosen for choice in choices]
    assert marks == sorted(marks, reverse=True)
    assert 1 <= sum(marks) <= 8
    assert len({choice.motif for choice in choices}) == len(choices)


def test_candidates_without_instances_are_left_and_say_so() -> None:
    graph, split = planted()
    clubs = [c for c in choose_motifs_auto(graph, "user", split) if "club" in c.motif.types]
    assert clubs
    assert all(
        not c.chosen and c.coverage == 0.0 and c.reason == "no instances in this graph"
        for c in clubs
    )


def test_test_labels_decide_nothing() -> None:
    graph, split = planted()
    shuffled = np.random.default_rng(5).permutation(graph.labels["user"].y[split.test])
    assert not np.array_equal(shuffled, graph.labels["user"].y[split.test])
    other = relabelled(graph, split.test, shuffled)
    assert choose_motifs_auto(graph, "user", split) == choose_motifs_auto(other, "user", split)


def test_the_same_seed_gives_the_same_choice() -> None:
    one, two = (choose_motifs_auto(*_parts(planted()), seed=3) for _ in range(2))
    assert one == two


def _parts(made: tuple) -> tuple:
    return made[0], "user", made[1]


def test_a_motif_that_sees_the_same_is_left_for_that_reason() -> None:
    graph, split = planted()
    pair = ["(t:user)--(c:item)", "(t:user)-[:likes]->(c:item)"]
    first, second = choose_motifs_auto(graph, "user", split, candidates=pair)
    assert (first.chosen, second.chosen) == (True, False)
    assert second.reason.startswith("sees nearly the same as (t:user)--(c:item)")


def test_over_the_budget_nothing_is_counted() -> None:
    graph, split = planted()
    found = _by_text(choose_motifs_auto(graph, "user", split, budget=1000))
    costly = found["(t:user)--(i:item)--(c:user)"]
    assert costly.cost > 1000 and not costly.chosen and costly.coverage is None
    assert (
        costly.reason
        == f"too costly: its tensor may have {costly.cost:,} entries, the budget is 1,000"
    )
    assert found["(t:user)--(c:item)"].chosen


def test_the_set_is_never_larger_than_asked_for() -> None:
    graph, split = planted()
    choices = choose_motifs_auto(graph, "user", split, most=1)
    assert sum(choice.chosen for choice in choices) == 1
    with pytest.raises(ConfigError, match="most must be at least 1"):
        choose_motifs_auto(graph, "user", split, most=0)


def test_nothing_to_choose_from_is_an_error_that_says_why() -> None:
    graph, split = planted()
    with pytest.raises(ConfigError, match="no instances in this graph"):
        choose_motifs_auto(graph, "user", split, candidates=["(t:user)--(c:club)"])
    with pytest.raises(ConfigError, match="the type to classify is user"):
        choose_motifs_auto(graph, "user", split, candidates=["(t:item)--(c:user)"])


def test_progress_ends_at_one() -> None:
    graph, split = planted()
    shares: list[float] = []
    choose_motifs_auto(graph, "user", split, progress=shares.append, **EDGES)
    assert shares == sorted(shares) and shares[-1] == 1.0


def test_what_nodes_feed_in_may_be_chosen_and_is_narrowed() -> None:
    graph, split = planted()
    options = {"settings": InputSettings(featureless="none"), **EDGES}
    with pytest.raises(ConfigError, match="nodes in its roles feed in nothing"):
        choose_motifs_auto(graph, "user", split, **options)


def test_candidates_past_the_best_are_not_tried_and_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choose, "_TRIED", 1)
    graph, split = planted()
    choices = choose_motifs_auto(graph, "user", split)
    assert sum(choice.chosen for choice in choices) == 1
    skipped = [c for c in choices if c.reason.startswith("not tried: 1 candidates have more")]
    assert skipped
    assert all(c.gain is None for c in skipped)


def test_what_adds_enough_is_taken_even_if_another_adds_more_within_the_noise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    edges = [Motif.parse(f"(t:user)--(c:{t})") for t in ("item", "shop", "club")]
    # Errors of four validation nodes: alone, with one more motif that helps one node a lot, and
    # with one that helps all of them a little.
    errors = {0: [0.5] * 4, 1: [0.6, 0.5, 0.5, 0.1], 2: [0.45, 0.45, 0.45, 0.44]}
    first, lucky, steady = (np.full((1, 1), 10.0**n, np.float32) for n in range(3))

    def ridge(known: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.array(errors[2 if known[0, 0] >= 30 else 1 if known[0, 0] >= 3 else 0])

    monkeypatch.setattr(choose, "ridge", ridge)
    monkeypatch.setattr(choose, "alignment", lambda *_: 0.0)
    pool = {
        motif: MotifChoice(motif, 1.0, 1.0 - 0.1 * n, None, 1, False, "")
        for n, motif in enumerate(edges)
    }
    kernels = dict(zip(edges, (first, lucky, steady), strict=True))
    base = np.zeros((1, 1), np.float32)
    assert choose._select(pool, kernels, base, np.zeros((1, 1)), 2, 1.0) == [edges[0], edges[2]]
    assert "within the noise" in pool[edges[1]].reason


def test_fit_uses_what_was_chosen_and_keeps_the_reasons(tmp_path: Path) -> None:
    graph, split = planted()
    # One layer: two are over edges alone.
    run = fit(graph, "auto", split=split, epochs=2, seed=1, settings={"choose": False})
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
        automatic_motifs(graph, "user", split, TrainSettings(), 0)


def test_a_shallow_network_gets_the_chosen_motifs_alone() -> None:
    graph, split = planted()
    for preset, deep in (("default", False), ("asonam", True)):
        motifs, choices = automatic_motifs(graph, "user", split, PRESETS[preset], 0)
        own = tuple(choice.motif for choice in choices if choice.chosen)
        assert motifs[: len(own)] == own
        rest = {motif.target_type for motif in motifs[len(own) :]}
        assert rest == ({"item", "shop", "club"} if deep else set())


def test_the_same_motif_twice_is_one_and_the_schema_decides() -> None:
    graph, _ = planted()
    edge = Motif.parse("(t:user)--(c:item)")
    assert checked_motifs([edge, str(edge)], graph.schema) == (edge,)
    with pytest.raises(MotifError, match="cannot match"):
        checked_motifs(["(t:item)--(c:shop)"], graph.schema)


def test_a_single_text_is_an_error_that_shows_how_to_write_it() -> None:
    graph, split = planted()
    with pytest.raises(ConfigError, match=r"write \['\(t:user\)--\(c:item\)'\]"):
        fit(graph, "(t:user)--(c:item)", split=split)
