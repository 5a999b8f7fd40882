"""The choice on graphs where the right answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import ConfigError
from motifcnn.train import MotifChoice, choose_motifs_auto
from motifcnn.train.motifs import select
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
    monkeypatch.setattr(select, "_TRIED", 1)
    graph, split = planted()
    choices = choose_motifs_auto(graph, "user", split)
    assert sum(choice.chosen for choice in choices) == 1
    skipped = [c for c in choices if c.reason.startswith("not tried: 1 candidates have more")]
    assert skipped
    assert all(c.gain is None for c in skipped)
