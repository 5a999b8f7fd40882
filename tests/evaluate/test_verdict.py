from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.evaluate.verdict import BOOSTING, GCN, LOGISTIC, MAJORITY, Rival, judge, sentence
from motifcnn.graph import Graph
from motifcnn.nn.inputs import InputSettings
from motifcnn.train import Run, fit
from tests.small_graphs import bibliography

OWN = Rival("motif-cnn", 0.7, 0.6, own=True)


def rival(name: str, middle: float, low: float, high: float) -> Rival:
    return Rival(name, 0.7 - middle, 0.5, behind=(middle, low, high))


@pytest.mark.parametrize(
    ("rivals", "said"),
    [
        (
            [rival(MAJORITY, 0.01, -0.02, 0.04)],
            "No better than the majority class (1.0 points of Micro-F1 (-2.0 to 4.0)): it finds no "
            "signal for this label.",
        ),
        (
            [rival(MAJORITY, 0.0, -0.02, 0.02), rival(BOOSTING, -0.1, -0.12, -0.08)],
            "No better than the majority class (0.0 points of Micro-F1 (-2.0 to 2.0)): it finds no "
            "signal for this label; the columns have some: gradient boosting on the columns is "
            "ahead by 10.0 points of Micro-F1 (8.0 to 12.0).",
        ),
        (
            [rival(MAJORITY, 0.0, -0.02, 0.02), rival(GCN, -0.2, -0.3, -0.1)],
            "No better than the majority class (0.0 points of Micro-F1 (-2.0 to 2.0)): it finds no "
            "signal for this label; the links have some: a GCN with the same inputs is ahead by "
            "20.0 points of Micro-F1 (10.0 to 30.0).",
        ),
        (
            [rival(MAJORITY, 0.4, 0.3, 0.5), rival(GCN, 0.0, 0.0, 0.0)],
            "Better than the majority class by 40.0 points of Micro-F1 (30.0 to 50.0). As good as "
            "a GCN with the same inputs: Micro-F1 is the same.",
        ),
        (
            [
                rival(MAJORITY, 0.4, 0.3, 0.5),
                rival(BOOSTING, 0.2, 0.1, 0.3),
                rival(LOGISTIC, 0.041, 0.029, 0.053),  # the better of the two counts
                rival(GCN, -0.03, -0.05, -0.01),
            ],
            "Better than the table alone by 4.1 points of Micro-F1 (2.9 to 5.3). Worse than a GCN "
            "with the same inputs by 3.0 points of Micro-F1 (1.0 to 5.0).",
        ),
        (
            [rival(MAJORITY, 0.4, 0.3, 0.5), rival(BOOSTING, 0.01, -0.01, 0.03)],
            "No better than the table alone: a difference of 1.0 points of Micro-F1 (-1.0 to 3.0) "
            "may be chance.",
        ),
        (
            [rival(MAJORITY, 0.4, 0.3, 0.5), Rival(BOOSTING, reason="no columns")],
            "Better than the majority class by 40.0 points of Micro-F1 (30.0 to 50.0).",
        ),
    ],
)
def test_the_sentence_says_what_the_intervals_say(rivals: list[Rival], said: str) -> None:
    assert sentence(rivals, OWN) == said


def shuffled_labels(graph: Graph) -> Graph:
    """The same graph with labels that nothing in it tells."""
    labels = graph.labels["paper"]
    y = np.random.default_rng(0).permutation(labels.y)
    return replace(graph, labels={"paper": replace(labels, y=y)})


def test_a_run_on_labels_without_signal_is_no_better_than_guessing() -> None:
    graph = shuffled_labels(bibliography(papers=150))
    run = fit(graph, ["(t:paper)--(c:author)"], split=(0.3, 0.2, 0.5), epochs=10)
    assert judge(run).sentence.startswith("No better than the majority class")


def test_a_verdict_has_every_rival_on_the_split_of_the_run() -> None:
    graph = bibliography(papers=120)
    run = fit(graph, ["(t:paper)--(c:author)"], split=(0.3, 0.2, 0.5), epochs=10)
    seen: list[str] = []
    found = judge(replace(run, graph=None), graph, on_model=seen.append)
    assert seen == [row.name for row in found.rows if not row.own]
    own = found.rows[-1]
    assert own.own and own.micro_f1 == run.test.micro_f1 and own.low <= own.micro_f1 <= own.high
    majority = fit(graph, model="majority", split=run.split)
    assert found.rows[0].micro_f1 == majority.test.micro_f1


def test_a_run_without_its_graph_is_refused() -> None:
    graph = bibliography(papers=60)
    run = fit(graph, model="majority", split=(0.3, 0.2, 0.5))
    with pytest.raises(MotifCNNError, match="give a run with test nodes and its graph"):
        judge(replace(run, graph=None))


def test_the_gcn_has_the_inputs_of_the_run_and_carries_them_along_links_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    graph = bibliography(papers=60)
    given = {"text": "tf-idf", "diffusion": 0.2}
    run = fit(graph, ["(t:paper)--(c:author)"], split=(0.3, 0.2, 0.5), epochs=2, settings=given)
    fitted: dict[str, Any] = {}

    def noted(graph: Graph, **options: Any) -> Run:
        fitted[options["model"]] = options
        return run

    monkeypatch.setattr("motifcnn.evaluate.verdict.fit", noted)
    judge(run, graph)
    expected = run.settings.of(InputSettings).changed({"diffusion": 0.0})
    assert fitted["gcn"]["settings"] == dict(expected)
    assert all(options["split"] is run.split for options in fitted.values())
